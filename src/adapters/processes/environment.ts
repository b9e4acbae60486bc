import { existsSync } from "node:fs";
import { devNull } from "node:os";
import { delimiter, dirname, isAbsolute, resolve } from "node:path";
import { addressesWithoutCredentials } from "../../engines/secrets/package-settings.ts";
import { PLAIN_LOCALE } from "../../engines/shell/programs/inert-variables.ts";
import { isInside, realOr } from "../inside.ts";

/** What programs need to find their way. Everything else of the person's environment stays out of commands. */
const ALLOWED = new Set(
  (
    "PATH HOME USER LOGNAME SHELL LANG LANGUAGE TZ TMPDIR TEMP TMP HOSTNAME CI COLUMNS LINES WSL_DISTRO_NAME " +
    "XDG_CONFIG_HOME XDG_CACHE_HOME XDG_DATA_HOME XDG_STATE_HOME XDG_DATA_DIRS XDG_CONFIG_DIRS " +
    "JAVA_HOME JDK_HOME MAVEN_HOME M2_HOME GRADLE_HOME GRADLE_USER_HOME ANDROID_HOME ANDROID_SDK_ROOT SDKMAN_DIR " +
    "GOPATH GOROOT GOBIN GOCACHE GOMODCACHE GOPROXY GOFLAGS GOTOOLCHAIN CARGO_HOME CARGO_TARGET_DIR RUSTUP_HOME RUSTUP_TOOLCHAIN " +
    "NVM_DIR NVM_BIN FNM_DIR VOLTA_HOME PNPM_HOME BUN_INSTALL DENO_DIR DENO_INSTALL N_PREFIX COREPACK_HOME NODE_ENV NODE_EXTRA_CA_CERTS " +
    "PYENV_ROOT PYENV_VERSION VIRTUAL_ENV CONDA_PREFIX CONDA_DEFAULT_ENV CONDA_EXE UV_CACHE_DIR PIPX_HOME POETRY_HOME PIP_CACHE_DIR " +
    "RBENV_ROOT GEM_HOME GEM_PATH BUNDLE_PATH ASDF_DIR ASDF_DATA_DIR MISE_DATA_DIR DOTNET_ROOT DOTNET_CLI_HOME NUGET_PACKAGES " +
    "HOMEBREW_PREFIX HOMEBREW_CELLAR HOMEBREW_REPOSITORY NIX_PATH NIX_PROFILES NIX_SSL_CERT_FILE LOCALE_ARCHIVE COB_CONFIG_DIR COBCPY COB_LIBRARY_PATH " +
    "CC CXX CFLAGS CXXFLAGS LDFLAGS CPPFLAGS PKG_CONFIG_PATH MAKEFLAGS CMAKE_PREFIX_PATH SOURCE_DATE_EPOCH " +
    "SSL_CERT_FILE SSL_CERT_DIR REQUESTS_CA_BUNDLE CURL_CA_BUNDLE NO_PROXY no_proxy " +
    "npm_config_offline npm_config_prefer_offline PIP_NO_INDEX UV_OFFLINE CARGO_NET_OFFLINE"
  ).split(" "),
);
const LOCALE = /^LC_[A-Z]+$/;
const CHARSET = /^(?:LANG|LC_ALL|LC_CTYPE)$/;
/** Through whom programs reach the network, and where they get packages: passed on without a password, or else others would be asked. */
const ADDRESS =
  /^(?:(?:https?|all|ftp)_proxy|npm_config_registry|PIP_(?:EXTRA_)?INDEX_URL|UV_(?:DEFAULT_INDEX|INDEX|INDEX_URL|EXTRA_INDEX_URL))$/i;
/** Whose commits they are: alone of what git is told by variables it changes nothing that runs. */
const IDENTITY = /^GIT_(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL|DATE)$/;
const SECRET_NAME = /KEY|SECRET|TOKEN|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL/i;
/** Would run code in every program, or change what the shell reads; not even on request. */
const NEVER =
  /^(?:BASH_ENV|ENV|SHELLOPTS|BASHOPTS|BASH_FUNC_.*|PROMPT_COMMAND|PS4|IFS|CDPATH|GLOBIGNORE|LD_.*|DYLD_.*|GCONV_PATH|GIT_.*|PERL5?OPT|PERL5LIB|PERL5DB|RUBYOPT|PYTHONSTARTUP|PYTHONINSPECT|NODE_OPTIONS|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|WAYMARK_.*)$/i;
const DEFAULT_PATH = ["/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"];

/** Keep programs from waiting for a person: no pager, no editor, no password prompt, no colours. */
const UNATTENDED: Readonly<Record<string, string>> = {
  EDITOR: "true",
  VISUAL: "true",
  PAGER: "cat",
  MANPAGER: "cat",
  SYSTEMD_PAGER: "",
  AWS_PAGER: "",
  PIP_NO_INPUT: "1",
  GH_PROMPT_DISABLED: "1",
  TERM: "dumb",
  NO_COLOR: "1",
  DEBIAN_FRONTEND: "noninteractive",
  ...git({
    "core.fsmonitor": "false",
    "core.pager": "cat",
    "protocol.ext.allow": "never",
    "safe.bareRepository": "explicit",
  }),
};

/** Git asks nobody, and what a repository's own configuration would start on a mere look stays off. */
function git(settings: Readonly<Record<string, string>>): Record<string, string> {
  return {
    GIT_PAGER: "cat",
    GIT_EDITOR: "true",
    GIT_SEQUENCE_EDITOR: "true",
    GIT_TERMINAL_PROMPT: "0",
    GIT_OPTIONAL_LOCKS: "0",
    ...gitSettings(Object.entries(settings), 0),
  };
}

/** Settings for git that win over every file, numbered from `first` on. */
function gitSettings(settings: readonly (readonly [string, string])[], first: number): Record<string, string> {
  const pairs = settings.map(([key, value], index) => [
    [`GIT_CONFIG_KEY_${first + index}`, key] as const,
    [`GIT_CONFIG_VALUE_${first + index}`, value] as const,
  ]);
  return { GIT_CONFIG_COUNT: String(first + settings.length), ...Object.fromEntries(pairs.flat()) };
}

/** For a command that nobody agreed to because it only reads, where no sandbox keeps it off the network: objects, toolchains and
 *  news that programs would fetch by themselves stay where they are. */
export const LOOKING: Readonly<Record<string, string>> = {
  GIT_NO_LAZY_FETCH: "1",
  // Older than that variable is a list of transports, on which then none stands.
  GIT_ALLOW_PROTOCOL: "none",
  GOTOOLCHAIN: "local",
  RUSTUP_AUTO_INSTALL: "0",
  npm_config_update_notifier: "false",
  // The folder says where its logs and its cache would be.
  npm_config_logs_max: "0",
  npm_config_cache: devNull,
  NODE_DISABLE_COMPILE_CACHE: "1",
  npm_config_timing: "false",
  NO_UPDATE_NOTIFIER: "1",
  GH_NO_UPDATE_NOTIFIER: "1",
  PIP_DISABLE_PIP_VERSION_CHECK: "1",
  DOTNET_CLI_TELEMETRY_OPTOUT: "1",
};

/** Git's `diff.external` cannot be taken back by a setting, only replaced: by what runs nothing, and lets the diff fail. */
const EXTERNAL_DIFF = /^diff\.external /;

/**
 * The environment in a repository whose configuration starts programs.
 * @param programs  `name = value` each, of which the person has trusted none
 */
export function withoutPrograms(
  environment: Readonly<Record<string, string>>,
  programs: readonly string[],
): Readonly<Record<string, string>> {
  if (!programs.some((program) => EXTERNAL_DIFF.test(program))) return environment;
  const first = Number(environment["GIT_CONFIG_COUNT"] ?? 0);
  return { ...environment, ...gitSettings([["diff.external", "false"]], first) };
}

export interface EnvironmentOptions {
  /** Names that pass although they are on no list; those that would run code never do. */
  readonly allowed?: readonly string[];
  /** Names that do not pass, whatever list they are on. */
  readonly without?: readonly string[] | undefined;
  /** Folders that are worked in: a program in one of them is found by its path, never by its name. */
  readonly roots?: readonly string[];
}

/** The environment of a command, by a list of what may pass rather than of what may not. */
export function commandEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  { allowed = [], roots = [], without = [] }: EnvironmentOptions = {},
): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined || without.includes(name) || (NEVER.test(name) && !IDENTITY.test(name))) continue;
    const passed = allowed.includes(name) ? value : passing(name, value);
    if (passed !== undefined) result[name] = passed;
  }
  for (const name of Object.keys(result))
    if (CHARSET.test(name) && !PLAIN_LOCALE.test(result[name] ?? "")) result[name] = "C.UTF-8";
  return { ...result, ...UNATTENDED, PATH: cleanPath(environment["PATH"] ?? "", roots) };
}

/** Whether commands, hooks and servers get a variable of this name unasked: it may say which program they start, or where they look. */
export const isHandedOn = (name: string): boolean =>
  ADDRESS.test(name) || ALLOWED.has(name) || LOCALE.test(name) || IDENTITY.test(name);

function passing(name: string, value: string): string | undefined {
  if (ADDRESS.test(name) && value.includes("@")) return addressesWithoutCredentials(value);
  return ADDRESS.test(name) || (isHandedOn(name) && !SECRET_NAME.test(name)) ? value : undefined;
}

/** What git is told by whoever starts a hook or a script of it (`git rev-parse --local-env-vars`): it would be meant wherever we start git. */
const OF_A_REPOSITORY =
  /^GIT_(?:DIR|COMMON_DIR|WORK_TREE|IMPLICIT_WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|PREFIX|NAMESPACE|GRAFT_FILE|SHALLOW_FILE|REPLACE_REF_BASE|NO_REPLACE_OBJECTS)$/;

/**
 * What changes in an environment by which Waymark itself starts programs: they work where it says, and what is found by its name is never
 * what a folder that is worked in has by that name, trusted or not. npx puts its programs first. What would run code in every program,
 * or configures git, is given to none where it lies in such a folder.
 */
export function ownVariables(
  environment: Readonly<Record<string, string | undefined>>,
  roots: readonly string[],
): Readonly<Record<string, string | undefined>> {
  const names = Object.entries(environment).flatMap(([name, value = ""]) =>
    OF_A_REPOSITORY.test(name) ||
    (NEVER.test(name) &&
      !/^WAYMARK_/i.test(name) &&
      !isNoPlace(name, value) &&
      leadsInto(value, roots, environment["HOME"] ?? "/"))
      ? [name]
      : [],
  );
  const path = environment["PATH"];
  return {
    ...Object.fromEntries(names.map((name) => [name, undefined])),
    ...(path === undefined ? {} : { PATH: cleanPath(path, roots) }),
  };
}

/** Says by its last word what something is called or how it works, never where it is; `VIRTUAL_ENV` is a folder. */
const NAMES_NO_PLACE =
  /^(?:(?!VIRTUAL_ENV$)(?:\w*_)?(?:ENV|MODE|LEVEL|LOG|DEBUG|STAGE|NAME|USER|EMAIL|DATE|REGION|VERSION|TOOLCHAIN|LANG|LANGUAGE|TZ|CI)|LOGNAME|HOSTNAME|LC_[A-Z]+)$/;

/** Whether what a variable holds is a word, and no place that happens to be called so (`NODE_ENV=test` beside a folder `test`). */
export const isNoPlace = (name: string, value: string): boolean =>
  NAMES_NO_PLACE.test(name) && /^[^/\\:;]*$/.test(value);

/**
 * The environment of a program of the person's that is started for what it says, as the command of a key: whatever it is written in, by a
 * variable that leads into a folder which is worked in (`PYTHONPATH`, `KUBECONFIG`) it would do what that says. Where all of a home is
 * worked in there is nowhere else to lead to.
 */
export function withoutLeads(
  environment: Readonly<Record<string, string | undefined>>,
  roots: readonly string[],
): Record<string, string | undefined> {
  const { HOME: home = "/" } = environment;
  const folders = roots.filter((root) => !isInside(realOr(home), root));
  const leads = (name: string, value: string): boolean => !isNoPlace(name, value) && leadsInto(value, folders, home);
  return Object.fromEntries(
    Object.entries(environment).filter(
      ([name, value = ""]) => name === "PATH" || name === "HOME" || !leads(name, value),
    ),
  );
}

const isWithin = (path: string, roots: readonly string[]): boolean =>
  [path, realOr(path)].some((one) => roots.some((root) => isInside(one, root)));

/** By a whole path, or by what is there already. */
const leadsInto = (value: string, roots: readonly string[], home: string): boolean =>
  value
    .replace(/(^|[\s:;,='"])~(?=\/|$)|\$\{?HOME\b\}?/g, (_, before = "") => `${before}${home}`)
    .split(/[\s:;,='"]+/)
    .filter((piece) => piece !== "")
    .some((piece) =>
      isAbsolute(piece) ? isWithin(piece, roots) : roots.some((root) => existsSync(resolve(root, piece))),
    );

/** Without entries that are relative or belong to a folder that is worked in: what is found there by its name is chosen by the folder. */
export function cleanPath(path: string, roots: readonly string[]): string {
  const kept = path
    .split(delimiter)
    .filter((entry) => isAbsolute(entry) && !roots.some((root) => belongsTo(realOr(entry), root)));
  return (kept.length === 0 ? DEFAULT_PATH : kept).join(delimiter);
}

/** In it; or where a folder around it has programs of its packages, which npm and npx put first for whatever they start. */
const belongsTo = (entry: string, root: string): boolean =>
  isInside(entry, root) || (PACKAGE_PROGRAMS.test(entry) && isInside(root, dirname(dirname(entry))));

const PACKAGE_PROGRAMS = /[/\\]node_modules[/\\]\.bin$/;
