Libraries in heapconv-spark.jar, below dev/heapconv/spark/shaded: name, version, licence, source. The folder "licenses"
beside this file holds the licences and notices of each; the text of the Apache License 2.0 is in the file LICENSE.

<#list dependencyMap as e>
${e.getKey().artifactId} ${e.getKey().version}, ${e.getValue()?join(" or ")}, ${e.getKey().url}
</#list>
d3 7.9.0, ISC, https://d3js.org
