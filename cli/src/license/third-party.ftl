Libraries of heapconv: name, version, licence, source. duckdb_jdbc is in a jar beside the program; the jar for Spark has
neither it nor zstd-jni. The folder "licenses" beside this file holds the licences and notices of each; the text of the
Apache License 2.0 is in the file LICENSE.

<#list dependencyMap as e>
${e.getKey().artifactId} ${e.getKey().version}, ${e.getValue()?join(" or ")}, ${e.getKey().url}
</#list>
