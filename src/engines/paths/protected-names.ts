/** Names whose files start programs, configure an agent or hold credentials: a change to them waits for a person.
 *  A write to one of them is how an injected instruction becomes code (CVE-2025-53773, CVE-2026-25725 and others). */

/** Agents: what configures them has their name with a dot before it, and any ending. */
const AGENTS = (
  "waymark agent agents claude codex gemini cursor windsurf qwen opencode crush goose pi factory iflow qoder codebuddy aider continue cline clinerules roo " +
  "kilocode kiro trae amazonq copilot junie augment openhands amp vibe rovodev grok kimi"
).split(" ");
/** Services that build what is pushed: what they build by has their name, mostly with a dot before it. */
const SERVICES = (
  "gitlab-ci travis drone cirrus woodpecker vela codemagic bitrise semaphore appveyor azure-pipelines bitbucket-pipelines " +
  "circleci buildkite screwdriver wercker codeship-steps codeship-services shippable zuul onedev-buildspec rultor vsts-ci"
).split(" ");
/** Protected with everything below them. */
const FOLDERS: readonly string[] = [
  ...[".git", ".hg", ".svn", ".jj", ".sl", ".bzr", "_darcs", ".pijul"],
  ...[".husky", ".cargo-husky", ".githooks", ".git-hooks", ".lefthook"],
  ...[
    ".vscode",
    ".vscode-server",
    ".idea",
    ".fleet",
    ".zed",
    ".nova",
    ".helix",
    ".devcontainer",
    ".vs",
    ".nvim",
    ".vim",
    ".emacs.d",
    ".codesandbox",
    ".theia",
    ".claude-plugin",
  ],
  ...[...AGENTS, ...SERVICES].map((name) => `.${name}`),
  ...[".forgejo", ".gitea", ".harness", ".teamcity", ".tekton", ".builds", ".agola", ".azuredevops", ".zuul.d"],
  ...[".mvn", ".direnv", ".shadowenv.d", ".externaltoolbuilders"],
  ...[".ssh", ".gnupg", ".aws", ".azure", ".kube", ".password-store", ".gcloud", ".terraform.d"],
];
/** Protected below these folders only. */
const PAIRS: readonly (readonly [string, string])[] = [
  [".gitlab", "ci"],
  [".config", "autostart"],
  [".config", "systemd"],
  [".config", "fish"],
  [".config", "git"],
  [".config", "gh"],
  [".config", "gcloud"],
  [".config", "nvim"],
  [".config", "waymark"],
  [".config", "environment.d"],
  [".local", "bin"],
  [".local", "share"],
  [".cargo", "config"],
  [".cargo", "config.toml"],
  [".cargo", "bin"],
  [".yarn", "releases"],
  [".yarn", "plugins"],
  [".bundle", "config"],
  ["library", "launchagents"],
  ["library", "launchdaemons"],
  ["etc", "cron.d"],
];
/** Of what a forge and its agents look for in its folder what only people read. */
const READ_BY_PEOPLE: ReadonlyMap<string, RegExp> = new Map([
  [
    ".github",
    /^(?:(?:issue|pull_request|discussion)_template|codeowners|funding|readme|contributing|code_of_conduct|security|support|governance|changelog|licen[cs]e|assets|images|img|media|screenshots|docs|labels|labeler|stale|release)(?:[.-][\w.-]+)?$|\.(?:png|jpe?g|gif|svg|webp)$/,
  ],
]);
const FILES = new Set(
  (
    ".gitconfig .gitmodules .git-credentials .hgrc .bashrc .bash_profile .bash_login .bash_logout .bash_aliases .bash_history .profile .zshrc .zshenv .zprofile .zlogin .zlogout .kshrc .mkshrc .shrc .cshrc .tcshrc " +
    ".login .logout .inputrc .xinitrc .xprofile .xsession .xsessionrc .pam_environment .environment config.fish .npmrc .yarnrc .yarnrc.yml .pnpmfile.cjs .pnpmfile.mjs .pnpmrc .netrc _netrc .pypirc pip.conf .pydistutils.cfg .condarc .gemrc " +
    ".envrc .direnvrc .rvmrc .smartcd_enter .smartcd_leave .tmuxinator.yml .tmuxinator.yaml .tmuxp.yaml .tmuxp.yml .tmuxp.json .stackblitzrc .replit .ycm_extra_conf.py .vimspector.json devfile.yaml .devfile.yaml .vimrc _vimrc .gvimrc .exrc .nvimrc .nvim.lua .lazy.lua .lvimrc .local.vimrc .lite_project.lua .emacs .dir-locals.el .dir-locals-2.el .tmux.conf .screenrc .wgetrc .curlrc .gdbinit .lldbinit .pythonrc .pythonrc.py .pdbrc .rdbgrc .rdbgrc.rb .byebugrc .irbrc .pryrc .octaverc .rprofile .renviron .ripgreprc .psqlrc .sqliterc .my.cnf " +
    ".mailcap .forward .procmailrc .rhosts .shosts authorized_keys crontab .mcp.json .lsp.json gemini-extension.json opencode.json opencode.jsonc crush.json waymark.json " +
    ".pre-commit-config.yaml .pre-commit-config.yml .overcommit.yml captainhook.json .rusty-hook.toml hk.pkl .huskyrc .devcontainer.json gptme.toml " +
    "jenkinsfile cloudbuild.yaml cloudbuild.yml buildspec.yml .gitpod.yml .build.yml .prow.yaml .space.kts"
  ).split(" "),
);
/** Hooks in each of the forms, and under each of the names, that their manager takes; and what `.envrc` brings in beside itself. */
const HOOKS_FILE =
  /^\.?lefthook(?:-local)?\.(?:ya?ml|toml|jsonc?)$|^\.?simple-git-hooks\.(?:json|[cm]?js)$|^(?:\.huskyrc|husky\.config)\.(?:json|ya?ml|[cm]?js)$|^grumphp(?:\.dist)?\.ya?ml(?:\.dist)?$|^\.envrc\.(?!example|sample|template)/;
/** What a tool of the above reads in the folder itself, in whichever ending: `.drone.star`, `azure-pipelines-nightly.yml`, `.clinerules-code`. */
const OF_TOOL = new RegExp(
  `^\\.(?:${[...AGENTS, ...SERVICES].join("|")})(?:rules|rc|hints|modes|config|-[\\w-]+)?(?:(?:\\.[\\w-]+)*\\.(?:ya?ml|json[c5]?|jsonnet|star|toml|kts|[cm]?[jt]s))?$` +
    `|^(?:${SERVICES.join("|")})\\.(?:ya?ml|star)$|^azure-pipelines[-.][\\w.-]+\\.ya?ml$|^jenkinsfile\\.`,
);
/**
 * By these the tools of a project choose what they start: versions of toolchains, wrappers, and options for what runs a build. They are written
 * in its everyday work, so no sandbox covers them, but not unasked.
 */
const ASKED_NAMES = new Set(
  (
    ".autoenv .autoenv.zsh devbox.json .sbtopts .jvmopts ipython_config.py ipython_kernel_config.py jupyter_notebook_config.py jupyter_server_config.py .tool-versions .prototools .sdkmanrc .mise .mise-tasks mise-tasks rust-toolchain rust-toolchain.toml .bazelversion .bazeliskrc " +
    "gradle.properties gradle-wrapper.properties bunfig.toml prek.toml .pnp.cjs .pnp.loader.mjs mcp.json .lintstagedrc dotnet-tools.json omnisharp.json .clangd " +
    ".bsp .repo .gclient .arcconfig ansible.cfg .ctags.d .ocamlinit .ghci"
  ).split(" "),
);
const ASKED_FORMS =
  /^\.[\w-]+-version$|^\.?mise(?:\.[\w-]+)*\.toml$|\.bazelrc$|^\.bazelrc\.|^\.lintstagedrc\.|^lint-staged\.config\.|^\.?nano-?staged(?:rc)?\.?\w*$|-gdb\.(?:py|gdb|scm)$|\.run\.xml$/;
/** Of two names, one in the other. */
const ASKED_PAIRS = new Set(
  "mise/config.toml .config/mise tools/bazel .trunk/trunk.yaml .gradle/init.gradle .gradle/init.gradle.kts .gradle/init.d hooks/hooks.json .ipython/profile_default .west/config".split(
    " ",
  ),
);
/** What is protected where a command may write, too: beyond the names that are so in a project. */
const PROTECTED_ANYWHERE = new Set(
  ".gitattributes .rgrc launchagents launchdaemons autostart .screenlayout .oh-my-zsh .docker".split(" "),
);
const PROTECTED_PATHS = ["/etc/cron", "/var/spool/cron", "/hooks/pre-"];
/** Below the workspace these are ordinary folders; in the home folder they hold start-up programs. */
const PROTECTED_ONLY_AT_HOME = new Set([".local", ".config", ".bundle", ".cargo"]);
const ENDINGS = /\.(?:code-workspace|sublime-project)$/;

const FOLDER_SET = new Set(FOLDERS);
/** What NTFS calls `.vscode`: its first six letters and a number. */
const SHORT_NAMES = new Set(
  [...FOLDERS, ...FILES]
    .filter((name) => name.startsWith("."))
    .map((name) =>
      name
        .slice(1)
        .replace(/[^a-z0-9_-]/g, "")
        .slice(0, 6),
    ),
);

/** The protected part of a path, or undefined. Compared as the most forgiving file systems compare: case, Unicode form,
 *  ignorable characters, trailing dots and blanks, streams and short names do not hide a name.
 *  @param components  names below the workspace root */
export function protectedName(components: readonly string[]): string | undefined {
  const folded = components.map(foldName);
  for (const [index, name] of folded.entries()) {
    const isLast = index === folded.length - 1;
    if (FOLDER_SET.has(name) || FILES.has(name) || isShortName(name)) return components[index];
    if (isLast && (ENDINGS.test(name) || HOOKS_FILE.test(name) || OF_TOOL.test(name))) return components[index];
    if (isOfFolder(folded[index - 1], name)) return `${components[index - 1]}/${components[index]}`;
  }
  return undefined;
}

/**
 * Whether a file of this name makes a folder one of git's. Of several writes the last does, and one line, one call, or several that run beside each
 * other may do them all; no such folder is without a HEAD or what stands for it.
 */
export const makesRepository = (name: string): boolean => /^(?:head|commondir)$/.test(foldName(name));

export const isProtectedName = (name: string): boolean => protectedName([name]) !== undefined;

/** Names that are protected in some folders only; those begin with a dot, or are of the system. */
export const isProtectedPair = (parent: string, name: string): boolean =>
  /^(?:\.|library$|etc$)/i.test(parent) && protectedName([parent, name]) !== undefined;

/** Whether what lies in a folder of this name is protected in part. */
export function isPartlyProtected(name: string): boolean {
  const folded = foldName(name);
  return READ_BY_PEOPLE.has(folded) || PAIRS.some(([folder]) => folder === folded);
}

/** Whether a name counts because of the folder that it lies in. */
function isOfFolder(folder: string | undefined, name: string): boolean {
  const harmless = READ_BY_PEOPLE.get(folder ?? "");
  return harmless === undefined
    ? PAIRS.some(([parent, child]) => parent === folder && child === name)
    : !harmless.test(name);
}

/** What of a path makes a change to it wait for a person, compared in the same way: all that is protected, and a little more. */
export function askedName(components: readonly string[]): string | undefined {
  const folded = components.map(foldName);
  const isAsked = (name: string, index: number): boolean =>
    ASKED_NAMES.has(name) || ASKED_FORMS.test(name) || ASKED_PAIRS.has(`${folded[index - 1]}/${name}`);
  return protectedName(components) ?? components[folded.findIndex(isAsked)];
}

/** Whether writing this absolute path changes what later starts or is allowed.
 *  @param names  of `foldPath(path)`
 *  @param home   absolute, when known
 *  @param way    how many of the names lead to the folder that is worked in: where that lies makes nothing in it protected */
export function isProtectedPath(names: readonly string[], home: string | undefined, way = 0): boolean {
  const last = names.at(-1) ?? "";
  const unpacked = last.replace(PACKED, "");
  return (
    isProtectedAsIs(names, home, way) || (last !== unpacked && isProtectedAsIs(names.with(-1, unpacked), home, way))
  );
}

/** By which programs that unpack know a file, and take it for the name without. */
const PACKED = /(?:[.\-_]g?z|\.(?:bz2|xz|lzma|zst|lz4?|br))$/;

function isProtectedAsIs(names: readonly string[], home: string | undefined, way: number): boolean {
  const below = names.slice(way);
  const folded = `/${below.join("/")}`;
  if (PROTECTED_PATHS.some((part) => folded.includes(part))) return true;
  if (askedName(below) !== undefined || below.some((name) => PROTECTED_ANYWHERE.has(name))) return true;
  const toHome = home?.toLowerCase().split("/") ?? [];
  const isAtHome = home !== undefined && toHome.length >= way && toHome.every((name, at) => name === names[at]);
  return isAtHome && PROTECTED_ONLY_AT_HOME.has(names[toHome.length] ?? "");
}

/** A path as a case-insensitive, forgiving file system would read it, in components. */
export function foldPath(path: string): readonly string[] {
  const folded = path.toLowerCase();
  // Nearly every path is plain; the rest is worth the work.
  return /^[\w./+@,=-]*$/.test(folded) && !/[^./]\.(\/|$)/.test(folded)
    ? folded.split("/")
    : path.split("/").map((name) => foldName(name) || name);
}

/** In ASCII, without a stream and without a dot or blank at its end. */
const PLAIN = /^[ -9;-~]*[!-\-/-9;-~]$/;

/** A name as HFS+, APFS and NTFS would take it. */
export function foldName(name: string): string {
  // What most names are, and what all of the below leaves as it is.
  if (PLAIN.test(name)) return name.toLowerCase();
  return name
    .replace(/\u034f|[\ufe00-\ufe0f]|[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u206a-\u206f\ufeff]/g, "")
    .normalize("NFKC")
    .toUpperCase()
    .toLowerCase()
    .replace(/:.*$/, "")
    .replace(/[. ]+$/, "");
}

function isShortName(name: string): boolean {
  const base = /^([a-z0-9_-]{1,6})~\d{1,2}(?:\.\w{0,3})?$/.exec(name)?.[1];
  // NTFS hashes the name after the fourth collision: two letters and four digits (`gi7eba~1`).
  return base !== undefined && (SHORT_NAMES.has(base) || /^gi[0-9a-f]{4}$/.test(base));
}

/** Of a folder that is protected only in a part: such a part, which may come along where another folder is put in its place. */
export const namesBelowOf = (path: string): readonly string[] => {
  const last = path.replace(/\/+$/, "").split("/").at(-1)?.toLowerCase() ?? "";
  const parts = PAIRS.filter(([folder]) => folder === last).map(([, below]) => below);
  return [...parts, ...(READ_BY_PEOPLE.has(last) ? ["workflows"] : [])].map((below) => `${path}/${below}`);
};
