import { lstatSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { entriesIn } from "../folder-entries.ts";
import { isBelowAnother, isInside } from "../inside.ts";

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
const LISTENING_MAX = 1_000;
/** Two looks where nothing happens meanwhile. */
const LOOKS_MAX = 5;
const SETTLED_MS = 50;
const PRIVATE = /^\/(?:tmp|run|var\/tmp|var\/run)\//;
/** The socket of another Waymark's self-test obeys nobody, and is gone at any moment. */
const OF_A_PROOF = /\/sandbox-test-\w{6}\/socket$/;

export interface HiddenRequest {
  readonly home: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Our own configuration, sessions and cache. */
  readonly own: readonly string[];
  /** Folders that are worked in: what contains one stays visible. */
  readonly roots: readonly string[];
}

/** What lies on this machine of all that must be hidden, links resolved. Reads the home folder and one level below. */
export function hiddenPaths({ home, environment, own, roots }: HiddenRequest): readonly HiddenPath[] {
  const wanted = [
    ...(home === undefined ? [] : IN_HOME.map((name) => join(home, name))),
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

/**
 * Sockets with a path that somebody listens on, but for the folders that are private where nobody works in them; Linux tells. It tells a page at a time, and
 * what is closed between two pages moves another line out of sight: so it is asked until it names nothing new.
 */
function listeningSockets(roots: readonly string[]): readonly string[] {
  const named = new Set<string>();
  for (let look = 0, before = -1; look < LOOKS_MAX && named.size > before; look++) {
    before = named.size;
    for (const path of namedSockets()) named.add(path);
  }
  return [...named]
    .filter((path) => !PRIVATE.test(path) || roots.some((root) => isInside(path, root)))
    .filter((path) => !OF_A_PROOF.test(path))
    .slice(0, LISTENING_MAX)
    .filter(isSettled);
}

function namedSockets(): readonly string[] {
  try {
    const lines = readFileSync("/proc/net/unix", "utf8").split("\n");
    return lines.flatMap((line) => /^(?:\S+ +){7}(\/.*)$/.exec(line)?.[1] ?? []);
  } catch {
    return [];
  }
}

/** One that goes away between this look and the start of a program would keep the program from starting. */
function isSettled(path: string): boolean {
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    return stat !== undefined && Date.now() - stat.mtimeMs > SETTLED_MS;
  } catch {
    // In a closed folder of somebody else: out of a command's reach as well.
    return false;
  }
}

function hostKeys(): readonly string[] {
  return entriesIn("/etc/ssh")
    .filter((entry) => /_key$/.test(entry.name))
    .map((entry) => join("/etc/ssh", entry.name));
}
