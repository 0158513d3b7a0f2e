@echo off
rem Runs Stranger with the Java of JAVA_HOME, or of the PATH.
setlocal
set "home=%~dp0.."
set "java=java"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java"
rem ONNX Runtime from 1.29 on would write telemetry into the user's cache folder.
set ORT_DISABLE_TELEMETRY=1
"%java%" -XX:+UseSerialGC -Xms64m -Donnxruntime.native.path="%home%\lib\onnxruntime\win-x64" -jar "%home%\stranger.jar" %*
