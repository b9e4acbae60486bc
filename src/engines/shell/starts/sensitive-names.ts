/** Names of which even a number or a yes may load code, open a way or leave out a check. */
const STEERING_VARIABLE =
  /^(LD|DYLD|GIT|NPM|PNPM|YARN|BUN|PIP|UV|POETRY|WAYMARK|NODE|PYTHON|GO|PERL|RUBY|BASH|ZSH|POSIX|MALLOC|GLIBC|NIX|SSH|GPG|HIST|_)|PATH|HOME|DIR|OPT|FLAGS|ARGS|CONF|RC$|ENV$|PRELOAD|SHELL|EDITOR|PAGER|PROXY|TLS|SSL|SECUR|VERIFY|CERT|AUTH|TOKEN|KEY|PASS|SECRET|HUSKY|HOOK|SKIP|FORCE|ALLOW|TRUST|YES|PUBLISH|DEPLOY|PROD|IFS|TMOUT|UID|FD$|RUN_AS|SANDBOX/i;
/** Names that the shell gives a meaning, and such as commands are given by whoever starts them. */
const GIVEN_VARIABLE =
  /^(USER|LOGNAME|LANG\w*|LC_\w*|TZ|TE?MP\w*|TERM|HOST\w*|CI|COLUMNS|LINES|CC|CXX|ENV|EXECIGNORE|FIGNORE|GLOB\w*|MAIL\w*|PS\d|PROMPT\w*|RPROMPT|REPLY|RANDOM|SRANDOM|SECONDS|LINENO|EPOCH\w*|SHLVL|PPID|E?UID|FUNC\w*|COMP\w*|READLINE\w*|COPROC|MAPFILE|PIPESTATUS|GROUPS|OLDPWD|PWD|NULLCMD|READNULLCMD|VISUAL|BROWSER|COB\w*|WSL\w*|(JAVA|JDK|MAVEN|GRADLE|ANDROID|CARGO|RUST|PYENV|CONDA|DOTNET|HOMEBREW|DOCKER|COMPOSE|KUBE|AWS|AZURE|GOOGLE)\w*|\w+_(PREFIX|ROOT|VERSION|TOOLCHAIN|EXE|BIN|PACKAGES|ARCHIVE|BUNDLE|INDEX\w*|REGISTRY|OFFLINE|EPOCH|INSTALL))$/;

/** Whether a variable may say what runs, or where and how it looks, by whatever value. */
export const steers = (name: string): boolean => STEERING_VARIABLE.test(name) || GIVEN_VARIABLE.test(name);

/** Whether a variable is the line's own: others are handed on to programs, or steer the shell. None of a single letter does. */
export const belongsToLine = (name: string): boolean =>
  /^[A-Z][A-Z0-9_]+$/.test(name)
    ? !steers(name)
    : /^(?:[A-Za-z]|[a-z][a-z0-9_]*)$/.test(name) &&
      !/proxy|path|^npm_|^ifs$|^status$|^options$|^argv$|^prompt$/.test(name);
