Libraries of heapconv: name, version, licence, source. r8 and duckdb_jdbc are in jars beside the program; the jar for Spark
has neither of them nor zstd-jni. The folder "licenses" beside this file holds the licences and notices of each, and for r8
those of all that it contains; the text of the Apache License 2.0 is in the file LICENSE.

<#list dependencyMap as e>
${e.getKey().artifactId} ${e.getKey().version}, ${e.getValue()?join(" or ")}, ${e.getKey().url}
</#list>
d3 7.9.0, ISC, https://d3js.org
r8 9.5.28, BSD-3-Clause, https://r8.googlesource.com/r8
