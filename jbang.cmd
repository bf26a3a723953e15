@echo off
rem `.\jbang.cmd ARGS` does on Windows what `./jbang ARGS` does on Linux and macOS: it starts an installed JBang, or else has JBang's
rem own installer bring one. JBang fetches a JDK 25 where there is none. Exit codes are JBang's.
setlocal
set "self=%~f0"

rem The first jbang.cmd on the PATH that is not this file.
for /f "delims=" %%j in ('where jbang.cmd 2^>nul') do (
  if /i not "%%~fj"=="%self%" (
    call "%%~fj" %*
    goto end
  )
)

rem The one that JBang's installer leaves.
if defined JBANG_DIR (set "home=%JBANG_DIR%") else (set "home=%USERPROFILE%\.jbang")
if exist "%home%\bin\jbang.cmd" (
  call "%home%\bin\jbang.cmd" %*
  goto end
)

echo jbang: no JBang is installed: its installer brings one from https://ps.jbang.dev 1>&2
powershell -NoProfile -ExecutionPolicy Bypass -Command "iex ((iwr -UseBasicParsing https://ps.jbang.dev).Content)" 1>&2
if not exist "%home%\bin\jbang.cmd" (
  echo jbang: JBang could not be brought. Install it ^(https://www.jbang.dev/download^), then run this again. 1>&2
  exit /b 2
)
call "%home%\bin\jbang.cmd" %*

:end
exit /b %ERRORLEVEL%
