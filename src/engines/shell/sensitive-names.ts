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

/** Files whose content is a secret: reading one is never free. Matched on lower-case path components. */
const SECRET_FOLDERS = new Set(
  ".ssh .gnupg .aws .azure .kube .docker .gcloud gcloud .password-store .pki keyrings .mozilla .vault .terraform.d .oci .config/gh".split(
    " ",
  ),
);
const SECRET_FILES = new Set(
  (
    ".netrc _netrc .pgpass .my.cnf .mylogin.cnf .git-credentials .npmrc .pypirc .yarnrc.yml .s3cfg .boto .htpasswd .vault-token " +
    "id_rsa id_dsa id_ecdsa id_ed25519 shadow gshadow sudoers master.passwd credentials credentials.json credentials.db " +
    ".credentials.json .credentials auth.json token.json tokens.json hosts.yml secrets.json secrets.yml secrets.yaml secrets.toml " +
    "secrets.env .bash_history .zsh_history .sh_history .history .python_history .node_repl_history .psql_history .mysql_history " +
    ".sqlite_history .rediscli_history .lesshst .viminfo fish_history service-account.json kubeconfig .kubeconfig " +
    "application_default_credentials.json .claude.json login.keychain logins.json cookies.sqlite kcore"
  ).split(" "),
);
const SECRET_ENDINGS = /\.(pem|key|p12|pfx|jks|keystore|ppk|kdbx|asc|gpg|age|ovpn|keytab|secret|secrets)$/;
/** `.env`, `.env.local`, `prod.env`; the samples people commit are no secret. */
const ENV_FILE = /^(\.env(rc)?([.-].+)?|.+\.env)$/;
const ENV_SAMPLE = /\.(example|sample|template|dist|defaults|schema|test)$/;
/** `secrets.example.yml`, `credentials-sample.json`. */
const SAMPLE = /[._-](example|sample|template|tmpl)(\.[a-z]{1,5})?$/;
/** `deploy_key`, `link-to-key`, `api-token.txt`: a secret by its own name, unless it is source code about secrets. */
const SECRET_WORD = /(^|[-_.])(private[-_]?key|key|secrets?|credentials?|passwords?|passwd|tokens?|apikey)([-_.]|$)/;
const PUBLIC_ENDING =
  /\.(pub|md|mdx|rst|html?|css|scss|[cm]?[jt]sx?|py|rb|go|rs|java|kt|c|h|cc|cpp|hpp|cs|php|swift|scala|sql|cbl|cob|cpy|sh|vue|svelte|snap|d\.ts)$/;

/** @param names  of `foldPath(path)` */
export function isSecretPath(path: string, names: readonly string[]): boolean {
  if (names.some((name) => SECRET_FOLDERS.has(name))) return true;
  if (path.startsWith("/proc/") && /^\/proc\/.*\/(environ|mem|maps|cmdline|auxv|fd)(\/|$)/.test(path)) return true;
  if (/^(\/var)?\/run\/secrets/.test(path)) return true;
  const name = names.at(-1) ?? "";
  return isSecretName(name) && !isFixture(names.slice(0, -1), name);
}

/** `test/fixtures/credentials.json`: what tests take for data is made up; keys and what an environment holds are not so surely. */
export const isFixture = (folders: readonly string[], name: string): boolean =>
  folders.some((folder) => /^(?:__fixtures__|fixtures?|testdata|test-data|__mocks__)$/.test(folder)) &&
  /^\w[\w-]*\.(?:json|ya?ml|toml|xml|ini|csv|properties|txt)$/.test(name);

function isSecretName(name: string): boolean {
  if (SAMPLE.test(name)) return false;
  if (SECRET_FILES.has(name)) return true;
  if (ENV_FILE.test(name)) return !ENV_SAMPLE.test(name);
  if (PUBLIC_ENDING.test(name)) return false;
  return SECRET_ENDINGS.test(name) || SECRET_WORD.test(name);
}

export const SECRET_SAMPLES = [
  ".env",
  ".env.local",
  ".env.production",
  ".netrc",
  ".npmrc",
  ".ssh",
  ".aws",
  "id_rsa",
  "id_ed25519",
  "server.pem",
  "server.key",
];
