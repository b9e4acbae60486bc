import { readdirSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { entriesIn } from "../folder-entries.ts";
import { isBelowAnother, isInside } from "../inside.ts";
import { listeningSockets } from "./listening-sockets.ts";

/** A path that a confined program must not read. */
export interface HiddenPath {
  readonly path: string;
  readonly kind: "folder" | "file";
  /** It cannot be opened; else it looks empty. */
  readonly isClosed?: boolean;
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
/** Where a socket of another program may lie although it is neither under /tmp nor under /run. */
const SOCKET_VARIABLES = [
  "SSH_AUTH_SOCK",
  "DOCKER_HOST",
  "CONTAINER_HOST",
  "DBUS_SESSION_BUS_ADDRESS",
  "GPG_AGENT_INFO",
  "TMUX",
];
const SOCKETS_MAX = 64;

export interface HiddenRequest {
  readonly home: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Our own configuration, sessions and cache. */
  readonly own: readonly string[];
  /** Folders that are worked in: what contains one stays visible. */
  readonly roots: readonly string[];
}

/** Where secrets lie in a home, whether or not there are any. */
export const secretsOfHome = (home: string): readonly string[] => IN_HOME.map((name) => join(home, name));

/** What lies on this machine of all that must be hidden, links resolved. Reads the home folder and one level below. */
export function hiddenPaths({ home, environment, own, roots }: HiddenRequest): readonly HiddenPath[] {
  const wanted = [
    ...(home === undefined ? [] : secretsOfHome(home)),
    ...OF_SYSTEM,
    ...own,
    ...SOCKET_VARIABLES.flatMap((name) => /(?:^|[=:])(\/[^,;:]+)/.exec(environment[name] ?? "")?.[1] ?? []),
    ...(home === undefined ? [] : socketsBelow(home)),
    ...listeningSockets(roots),
    ...hostKeys(),
  ];
  const found = new Map<string, HiddenPath>();
  for (const path of wanted) {
    const hidden = resolveHidden(path);
    if (hidden === undefined || roots.some((root) => isInside(root, hidden.path))) continue;
    found.set(hidden.path, hidden);
  }
  const all = [...found.values()].sort((left, right) => left.path.length - right.path.length);
  // A hidden folder hides what is in it.
  const paths = all.map(({ path }) => path);
  return all.filter(({ path }) => !isBelowAnother(path, paths));
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
  return found.slice(0, SOCKETS_MAX);
}

function hostKeys(): readonly string[] {
  return entriesIn("/etc/ssh")
    .filter((entry) => /_key$/.test(entry.name))
    .map((entry) => join("/etc/ssh", entry.name));
}
