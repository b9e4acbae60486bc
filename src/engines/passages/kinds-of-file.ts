const RUN_IN_CI =
  /(?:^|\/)(?:\.github\/(?:workflows|actions)\/.*|\.circleci\/[^/]+|\.gitlab\/.*|\.gitlab-ci|\.travis)\.ya?ml$/i;

const KINDS: readonly (readonly [ending: RegExp, words: string])[] = [
  [/\.bms$/i, "screen map field"],
  [/\.(?:jcl|prc|proc)$/i, "job step"],
  [/\.cpy$/i, "copybook record layout"],
  [/\.(?:sql|ddl|dcl)$/i, "table"],
  [RUN_IN_CI, "ci workflow pipeline"],
  [/(?:^|\/)\.nvmrc$/i, "node version"],
  [/(?:^|\/)\.editorconfig$/i, "editor indent"],
  [/(?:^|\/)\.pre-commit-config\.ya?ml$/i, "pre-commit hooks"],
];

/** `.coveragerc` is of coverage. */
const NAMED_FOR = /(?:^|\/)\.(\w+?)rc(?:\.\w+)?$/;

/** What a file is by its ending, which its lines seldom say. */
export const wordsOfKind = (path: string): string =>
  KINDS.find(([ending]) => ending.test(path))?.[1] ?? NAMED_FOR.exec(path)?.[1] ?? "";

const MANIFEST = /(?:^|\/)(?:package\.json|pyproject\.toml|setup\.cfg|Cargo\.toml|composer\.json)$/i;
const KEY = /^\s*\[*["']?([\w.-]+)["']?\s*[\]:=]/;

/** What keys of manifests are asked for by, which they seldom say. */
const KEYS: readonly (readonly [key: RegExp, words: string])[] = [
  [/^(?:files|(?:only-)?include|packages)$/, "published packed shipped package contents"],
  [/^(?:main|module|types|exports)$/, "entry point import consumer"],
  [/^(?:bin|project\.scripts)$/, "command executable"],
  [/^(?:require|dependencies)$/, "runtime third-party"],
  [/^peerDependencies$/, "runtime third-party compatible versions"],
  [/^(?:engines|requires-python|rust-version)$/, "minimum supported version"],
  [/optional-dependencies$/, "extras"],
];

/** The words that a line of a manifest is asked for by, as its key tells. */
export function wordsOfKey(path: string, line: string): string {
  const key = MANIFEST.test(path) ? KEY.exec(line)?.[1] : undefined;
  return (key && KEYS.find(([keys]) => keys.test(key))?.[1]) || "";
}

const SETTINGS_IN_FOLDERS = /(?:^|\/)\.github\/[^/]+\.ya?ml$/i;
/** In no hidden folder; what ignores files only lists them. */
const DOTFILE =
  /^(?:[^./][^/]*\/)*\.(?:[\w-]*rc|[\w-]*config|[\w-]+-version|tool-versions|[\w.-]+\.(?:ya?ml|toml|json|cfg|ini))$/i;

/** Whether a hidden file tells how a project is built, checked or run. */
export const isHiddenSettings = (path: string): boolean =>
  RUN_IN_CI.test(path) || SETTINGS_IN_FOLDERS.test(path) || DOTFILE.test(path);

/** A hidden file whose form its ending does not tell, and build files: settings all the same. */
export const isUnmarkedSettings = (path: string): boolean =>
  DOTFILE.test(path) || /(?:^|\/)(?:GNU)?makefile$/i.test(path);

/** What stands above lines without a key: what the file is. */
export function titleOfBare(path: string): string {
  return wordsOfKind(path) || path.slice(path.lastIndexOf("/") + 1).replace(/^\./, "");
}
