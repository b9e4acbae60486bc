/** Whether a variable is the line's own: others are handed on to programs, or steer the shell. None of a single letter does. */
export const belongsToLine = (name: string): boolean =>
  /^(?:[A-Za-z]|[a-z][a-z0-9_]*)$/.test(name) && !/proxy|path|^ifs$|^status$|^options$|^argv$|^prompt$/.test(name);

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
/** `deploy_key`, `link-to-key`, `api-token.txt`: a secret by its own name, unless it is source code about secrets. */
const SECRET_WORD = /(^|[-_.])(private[-_]?key|key|secrets?|credentials?|passwords?|passwd|tokens?|apikey)([-_.]|$)/;
const PUBLIC_ENDING =
  /\.(pub|md|mdx|rst|html?|css|scss|[cm]?[jt]sx?|py|rb|go|rs|java|kt|c|h|cc|cpp|hpp|cs|php|swift|scala|sql|cbl|cob|cpy|sh|vue|svelte|snap|d\.ts)$/;

/** Files that start programs or change what an agent, editor, shell or build server does: writing one is never free. */
const PROTECTED_ANYWHERE = new Set(
  (
    ".git .agent .agents .waymark .claude .cursor .codex .gemini .qwen .continue .roo .clinerules .windsurf .kiro .opencode .goose " +
    ".crush .augment .aider.conf.yml .vscode .idea .zed .fleet .devcontainer .husky .githooks .circleci .buildkite .direnv .ssh .gnupg " +
    ".gitconfig .gitmodules .gitattributes .npmrc .yarnrc .yarnrc.yml .pnpmfile.cjs .pnp.cjs .envrc .mcp.json mcp.json .claude.json .lefthook.yml " +
    "lefthook.yml .pre-commit-config.yaml .gitlab-ci.yml .travis.yml jenkinsfile azure-pipelines.yml .tool-versions mise.toml .mise.toml " +
    ".bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin .zlogout .kshrc .mkshrc .cshrc .tcshrc " +
    ".login .logout .inputrc .xinitrc .xsession .xprofile .pam_environment .tmux.conf .screenrc .vimrc .nvimrc .exrc .gvimrc .emacs .emacs.d " +
    ".gdbinit .lldbinit .pythonrc .irbrc .pryrc .rprofile .curlrc .wgetrc .netrc .ripgreprc .rgrc .pypirc .condarc .gemrc .bundle .aws .kube .docker " +
    "authorized_keys launchagents launchdaemons autostart crontab .forward .procmailrc .screenlayout .vim .oh-my-zsh .local .config .cargo"
  ).split(" "),
);
const PROTECTED_PATHS = [
  "/.github/workflows",
  "/.github/actions",
  "/etc/cron",
  "/var/spool/cron",
  "/.config/git",
  "/hooks/pre-",
];
/** Below the workspace these are ordinary folders; in the home folder they hold start-up programs. */
const PROTECTED_ONLY_AT_HOME = new Set([".local", ".config", ".bundle", ".vim", ".cargo"]);

/** A path as a case-insensitive, forgiving file system would read it, in components. */
export function foldPath(path: string): readonly string[] {
  const folded = path.toLowerCase();
  // Nearly every path is plain; the rest is worth the work.
  return /^[\w./+@,=-]*$/.test(folded) && !/[^./]\.(\/|$)/.test(folded)
    ? folded.split("/")
    : path.split("/").map(foldName);
}

const foldName = (name: string): string =>
  name
    .normalize("NFC")
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, "")
    .replace(/:.*$/, "")
    .replace(/[ .]+$/, (end) => (end === name ? end : ""))
    .toLowerCase();

/** @param names  of `foldPath(path)` */
export function isSecretPath(path: string, names: readonly string[]): boolean {
  if (names.some((name) => SECRET_FOLDERS.has(name))) return true;
  if (path.startsWith("/proc/") && /^\/proc\/.*\/(environ|mem|maps|cmdline|auxv|fd)(\/|$)/.test(path)) return true;
  if (/^(\/var)?\/run\/secrets/.test(path)) return true;
  return isSecretName(names.at(-1) ?? "");
}

function isSecretName(name: string): boolean {
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

/** Whether writing this absolute path changes what later starts or is allowed.
 *  @param names  of `foldPath(path)`
 *  @param home   absolute, when known */
export function isProtectedPath(names: readonly string[], home: string | undefined): boolean {
  const folded = names.join("/");
  if (PROTECTED_PATHS.some((part) => folded.includes(part))) return true;
  if (names.some((name) => PROTECTED_ANYWHERE.has(name) && !PROTECTED_ONLY_AT_HOME.has(name))) return true;
  const atHome =
    home !== undefined && folded.startsWith(`${home.toLowerCase()}/`) ? folded.slice(home.length + 1) : undefined;
  return atHome !== undefined && PROTECTED_ONLY_AT_HOME.has(atHome.split("/")[0] ?? "");
}
