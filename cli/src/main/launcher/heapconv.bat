@echo off
setlocal
rem Starts heapconv on the Java that JAVA_HOME names, or else on the one on the PATH.
set "java=java"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java"
"%java%" -XX:+UseSerialGC -XX:-UsePerfData -Dsun.misc.unsafe.memory.access=allow %HEAPCONV_JAVA_OPTS% -jar "%~dp0..\lib\heapconv\heapconv.jar" %*
exit /b %ERRORLEVEL%
