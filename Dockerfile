# syntax=docker/dockerfile:1
# docker build -t heapconv .
# docker run --rm -v "$PWD:/work" heapconv trace.pftrace -o out.pb.gz

FROM eclipse-temurin:25-jdk AS build
WORKDIR /src
COPY . .
RUN ./mvnw -B -ntp -q -DskipTests -DskipAnalysis -pl cli -am package

FROM eclipse-temurin:25-jre
# The class data that make it start fast are those of the Java that runs it, so it is installed here.
RUN --mount=type=bind,from=build,source=/src,target=/src PREFIX=/usr/local /src/install.sh
WORKDIR /work
ENTRYPOINT ["heapconv"]
