import { readdirSync, realpathSync, statSync } from "node:fs";
import { userInfo } from "node:os";
import { delimiter, dirname, isAbsolute, join } from "node:path";
import { isSecretPlaceName } from "../../base/secret-variables.ts";
import type { PackageSettingsForm } from "../../engines/secrets/package-settings.ts";
import { entriesIn } from "../folder-entries.ts";
import { isBelowAnother, isInside } from "../inside.ts";
import { withKeptElsewhere } from "../linked-files.ts";
import { privateByForm } from "../secret-files.ts";
import { listeningSockets } from "./listening-sockets.ts";

/** A path that a confined program must not read. */
export interface HiddenPath {
  readonly path: string;
  readonly kind: "folder" | "file";
  /** It cannot be opened; else it looks empty. */
  readonly isClosed?: boolean;
  /** Secrets of it can be told from the rest, which may be seen. */
  readonly form?: PackageSettingsForm;
}

/** Folders and files of a home that hold keys, tokens, browser profiles and other programs' sessions. */
const IN_HOME = [
  ...[".ssh", ".gnupg", ".aws", ".azure", ".kube", ".docker", ".password-store", ".oci", ".aliyun", ".cloudflared"],
  ...[".config/gcloud", ".config/gh", ".config/hub", ".config/op", ".config/git/credentials", ".config/rclone"],
  ...[
    ".config/heroku",
    ".config/doctl",
    ".config/sops",
    ".config/age",
    ".config/containers/auth.json",
    ".config/google-chrome",
  ],
  ...[
    ".config/chromium",
    ".config/BraveSoftware",
    ".config/Bitwarden",
    ".config/1Password",
    ".config/keybase",
    ".mozilla",
  ],
  ...[
    ".thunderbird",
    ".local/share/keyrings",
    ".local/share/kwalletd",
    ".local/share/containers",
    ".1password",
    ".bitwarden",
  ],
  ...[".netrc", "_netrc", ".pgpass", ".my.cnf", ".mylogin.cnf", ".npmrc", ".pypirc", ".yarnrc.yml", ".git-credentials"],
  ...[".config/pip/pip.conf", ".pip/pip.conf", ".config/pnpm/rc", ".config/pnpm/auth.ini", ".yarnrc", ".bunfig.toml"],
  ...[".config/uv/uv.toml", ".local/share/uv/credentials", ".config/pdm/config.toml", ".config/.bunfig.toml"],
  ...[".config/pypoetry/auth.toml", ".config/pypoetry/config.toml", "Library/Application Support/pypoetry/auth.toml"],
  ...[".nuget/NuGet/NuGet.Config", ".config/NuGet/NuGet.Config", ".config/composer/auth.json", ".bundle/config"],
  ...[".local/share/gem/credentials", ".ivy2/.credentials", ".sbt/.credentials", ".hex/hex.config"],
  ...[".config/dart/pub-tokens.json", ".config/dart/pub-credentials.json", ".pub-cache/credentials.json"],
  ...[".dockercfg", ".vault-token", ".boto", ".s3cfg", ".terraformrc", ".terraform.d", ".cargo/credentials"],
  ...[
    ".cargo/credentials.toml",
    ".gem/credentials",
    ".m2/settings.xml",
    ".m2/settings-security.xml",
    ".composer/auth.json",
  ],
  ...[
    ".gradle/gradle.properties",
    ".bash_history",
    ".zsh_history",
    ".python_history",
    ".node_repl_history",
    ".psql_history",
  ],
  ...[
    ".mysql_history",
    ".sqlite_history",
    ".lesshst",
    ".wget-hsts",
    ".claude",
    ".claude.json",
    ".codex",
    ".gemini",
    ".qwen",
  ],
  ...[
    ".aider.conf.yml",
    ".continue",
    ".local/share/opencode",
    ".local/share/crush",
    ".config/opencode",
    ".config/github-copilot",
  ],
  ...[
    "Library/Keychains",
    "Library/Cookies",
    "Library/Application Support/Google/Chrome",
    "Library/Application Support/Firefox",
  ],
  ...`.Xauthority .ICEauthority .pki .kaggle .huggingface .databrickscfg .snowsql .fly .ngrok2 .bluemix .mc .pulumi .electrum .ethereum .bitcoin
    .cursor .factory .kiro .local/share/goose .local/share/amp .local/share/atuin .mongorc.js .dbshell .redisclirc .twurlrc .authinfo .msmtprc
    .fetchmailrc .offlineimaprc .mbsyncrc .borg .lima .colima .minikube .vagrant.d .step .acme.sh .java/.userPrefs .subversion/auth .cvspass
    .transifexrc`.split(/\s+/),
];
const OF_SYSTEM = [
  "/etc/shadow",
  "/etc/shadow-",
  "/etc/gshadow",
  "/etc/gshadow-",
  "/etc/sudoers",
  "/etc/sudoers.d",
  "/etc/ssl/private",
];
const SNAPSHOTS = [".snapshot", ".snapshots", ".zfs", "timeshift"];
/** Variables that say where a program keeps such things instead, and what of that is to be hidden; all of it by default. */
const MOVED_BY: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    [
      ...["GNUPGHOME", "AWS_CONFIG_FILE", "AZURE_CONFIG_DIR", "KUBECONFIG", "DOCKER_CONFIG", "DOCKER_CERT_PATH"],
      ...["PASSWORD_STORE_DIR", "CLOUDSDK_CONFIG", "GH_CONFIG_DIR", "OP_CONFIG_DIR", "RCLONE_CONFIG", "BOTO_CONFIG"],
      ...["NETRC", "PGPASSFILE", "NPM_CONFIG_USERCONFIG", "npm_config_userconfig", "TF_CLI_CONFIG_FILE", "HISTFILE"],
      ...[
        "XAUTHORITY",
        "ICEAUTHORITY",
        "UV_CONFIG_FILE",
        "UV_CREDENTIALS_DIR",
        "PDM_CONFIG_FILE",
        "BUNDLE_USER_CONFIG",
      ],
      ...["PIP_CONFIG_FILE", "CLAUDE_CONFIG_DIR", "CODEX_HOME", "OPENCODE_CONFIG_DIR"],
    ].map((name) => [name, [""]]),
  ),
  CARGO_HOME: ["credentials", "credentials.toml"],
  GRADLE_USER_HOME: ["gradle.properties"],
  COMPOSER_HOME: ["auth.json"],
  POETRY_CONFIG_DIR: ["auth.toml", "config.toml"],
  BUNDLE_USER_HOME: ["config"],
  XDG_CONFIG_HOME: below(".config"),
  XDG_DATA_HOME: below(".local/share"),
};

/** By the end of a path, or by the variable that names one. */
const FORMS: readonly (readonly [form: PackageSettingsForm, path: RegExp, variable?: RegExp])[] = [
  ["npm", /\/(?:\.npmrc|pnpm\/(?:rc|auth\.ini))$/, /^npm_config_userconfig$/i],
  ["pip", /\/\.?pip\/pip\.conf$/, /^PIP_CONFIG_FILE$/],
  ["yarn", /\/\.yarnrc\.yml$/],
  ["yarn-1", /\/\.yarnrc$/],
  ["toml", /\/(?:uv\/uv|pdm\/config|pypoetry\/config|\.bunfig)\.toml$/, /^(?:UV_CONFIG_FILE|PDM_CONFIG_FILE)$/],
];

function formOf(path: string, environment: HiddenRequest["environment"]): PackageSettingsForm | undefined {
  const names = Object.keys(environment).filter((name) => environment[name] === path);
  return FORMS.find(
    ([, ending, variable]) =>
      ending.test(path) || (variable !== undefined && names.some((name) => variable.test(name))),
  )?.[0];
}

function below(folder: string): readonly string[] {
  return IN_HOME.flatMap((name) => (name.startsWith(`${folder}/`) ? [name.slice(folder.length + 1)] : []));
}

/** Where a socket of another program may lie although it is neither under /tmp nor under /run. */
const SOCKET_VARIABLES = [
  "SSH_AUTH_SOCK",
  "DOCKER_HOST",
  "CONTAINER_HOST",
  "DBUS_SESSION_BUS_ADDRESS",
  "GPG_AGENT_INFO",
  "TMUX",
];

export interface HiddenRequest {
  readonly home: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Our own configuration, sessions and cache. */
  readonly own: readonly string[];
  /** Those of the person's other sessions. */
  readonly ownElsewhere?: readonly string[];
  /** Folders that are worked in: what contains one stays visible. */
  readonly roots: readonly string[];
}

/** Where secrets lie in a home, whether or not there are any. */
export const secretsOfHome = (home: string): readonly string[] => IN_HOME.map((name) => join(home, name));

/** What lies on this machine of all that must be hidden, links resolved. Reads the home folder and one level below. */
export function hiddenPaths({
  home,
  environment,
  own,
  ownElsewhere = [],
  roots,
}: HiddenRequest): readonly HiddenPath[] {
  const homes = homesOf(home);
  const onPath = (environment["PATH"] ?? "").split(delimiter).filter(isAbsolute);
  const wanted = [
    ...homes.flatMap(secretsOfHome),
    ...homes.flatMap(privateByForm).filter((path) => !onPath.some((entry) => isInside(entry, path))),
    ...movedBy(environment, [...roots, ...homes]),
    ...OF_SYSTEM,
    ...withKeptElsewhere([...own, ...ownElsewhere]),
    ...SOCKET_VARIABLES.flatMap((name) => /(?:^|[=:])(\/[^,;:]+)/.exec(environment[name] ?? "")?.[1] ?? []),
    ...homes.flatMap(socketsBelow),
    ...homes.flatMap(snapshotsAround),
    ...listeningSockets(roots),
    ...hostKeys(),
  ];
  const found = new Map<string, HiddenPath>();
  for (const path of wanted) {
    const hidden = resolveHidden(path);
    if (hidden === undefined || roots.some((root) => isInside(root, hidden.path))) continue;
    const form = formOf(path, environment);
    const other = found.get(hidden.path);
    // What is a file of secrets by another name, too, is hidden as a whole.
    const isOfForm = form !== undefined && (other === undefined || other.form === form);
    found.set(hidden.path, isOfForm ? { ...hidden, form } : hidden);
  }
  const all = [...found.values()].sort((left, right) => left.path.length - right.path.length);
  // A hidden folder hides what is in it.
  const paths = new Set(all.map(({ path }) => path));
  return all.filter(({ path }) => !isBelowAnother(path, paths));
}

/** The home that the environment names, and the one that the system knows: programs look into either. */
function homesOf(home: string | undefined): readonly string[] {
  const homes = new Set(home === undefined ? [] : [home]);
  try {
    homes.add(userInfo().homedir);
  } catch {
    // A user that the system does not know, as in a container.
  }
  return [...homes];
}

/**
 * Where variables of the person say that keys and tokens are: any file that one speaks of as a secret, and what programs are known to keep.
 * @param open  a folder that holds one of these is not hidden
 */
function movedBy(environment: HiddenRequest["environment"], open: readonly string[]): readonly string[] {
  return Object.entries(environment).flatMap(([name, value = ""]) => {
    const isKnown = Object.hasOwn(MOVED_BY, name);
    const names = isKnown ? (MOVED_BY[name] ?? []) : isSecretPlaceName(name) ? [""] : [];
    const places = names.length === 0 ? [] : value.split(delimiter).filter(isAbsolute);
    return places
      .flatMap((place) => names.map((one) => join(place, one)))
      .filter((path) => holdsSecrets(path, isKnown ? open : undefined));
  });
}

/** A file that is neither a device, which says that there is none, nor a program; or a folder, unless it holds one of those that stay open. */
function holdsSecrets(path: string, open: readonly string[] | undefined): boolean {
  try {
    const stats = statSync(path);
    if (stats.isDirectory()) return open?.every((one) => !isInside(one, path)) === true;
    return stats.isFile() && (stats.mode & 0o111) === 0;
  } catch {
    // Not there, or not to be looked at by whoever runs here.
    return false;
  }
}

function resolveHidden(path: string): HiddenPath | undefined {
  try {
    const real = realpathSync(path);
    const entry = readdirSync(dirname(real), { withFileTypes: true }).find(
      (one) => join(dirname(real), one.name) === real,
    );
    if (entry === undefined) return undefined;
    return { path: real, kind: entry.isDirectory() ? "folder" : "file" };
  } catch {
    return undefined;
  }
}

function socketsBelow(home: string): readonly string[] {
  const found: string[] = [];
  for (const folder of [
    home,
    ...entriesIn(home)
      .filter((one) => one.isDirectory())
      .map((one) => join(home, one.name)),
  ])
    for (const entry of entriesIn(folder)) if (entry.isSocket()) found.push(join(folder, entry.name));
  return found;
}

/** Where file systems and their tools keep earlier states of a home with all its secrets. */
function snapshotsAround(home: string): readonly string[] {
  const parent = dirname(home);
  const here = SNAPSHOTS.map((name) => join(home, name));
  return parent === home ? here : [...here, ...snapshotsAround(parent)];
}

function hostKeys(): readonly string[] {
  return entriesIn("/etc/ssh")
    .filter((entry) => /_key$/.test(entry.name))
    .map((entry) => join("/etc/ssh", entry.name));
}
