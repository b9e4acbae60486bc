import { isRandom } from "./look-alikes.ts";

/** How settings of packages are written: those of npm and pnpm, of pip, of Yarn from its second version on, of Yarn 1, and as TOML (uv, Poetry, PDM, Bun). */
export type PackageSettingsForm = keyof typeof READERS;

/**
 * What of a person's settings of packages says where packages come from and how, without what they prove themselves by. Kept is a line whose
 * key is known to be harmless and whose value has a form that holds no secret; of an address its name, its password and its query go, and
 * a part of its path that looks generated, so that a registry that wants one refuses instead of another being asked. All else goes.
 */
export function withoutCredentials(text: string, form: PackageSettingsForm): string {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  return READERS[form](lines)
    .map((line) => `${line}\n`)
    .join("");
}

const READERS = {
  npm: npmLines,
  pip: pipLines,
  yarn: yarnLines,
  "yarn-1": yarn1Lines,
  toml: tomlLines,
} satisfies Record<string, (lines: readonly string[]) => readonly string[]>;

/** Gives what may be seen of a value; undefined: nothing. */
type Cleaned = (value: string) => string | undefined;

const ADDRESS =
  /^((?:https?:)?\/\/)?(?:[^/?#]*@)?([\w.-]+(?::\d{1,5})?|\[[\da-f:]+\](?::\d{1,5})?)((?:\/[^?#@]*)?)(?:[?#].*)?$/i;
/** Stands where a part of an address was. */
const HIDDEN_PART = "hidden";
const GENERATED_MIN = 10;
const LABEL_MIN = 16;

const address: Cleaned = (value) => {
  const [, scheme = "", host, path = ""] = ADDRESS.exec(value) ?? [];
  if (host === undefined || /[\s"'\\]/.test(path)) return undefined;
  // A name alone may be anything, as may a text that was cut off before the sign that ends a password.
  if ((scheme === "" && !/[.:]/.test(host)) || host.split(/[.:]/).some((label) => isRandom(label, LABEL_MIN)))
    return undefined;
  const isSecret = (part: string): boolean => isRandom(part, GENERATED_MIN) || /[$%{}:]/.test(part);
  const parts = path.split("/").map((part) => (isSecret(part) ? HIDDEN_PART : part));
  return `${scheme}${host}${parts.join("/")}`;
};

/** Of one address or more what may be seen of each. @returns undefined where there is none */
export const addressesWithoutCredentials: Cleaned = (value) => {
  const all = value.split(/\s+/).flatMap((one) => (/^https?:\/\//i.test(one) ? (address(one) ?? []) : []));
  return all.length === 0 ? undefined : all.join(" ");
};

const matching =
  (form: RegExp): Cleaned =>
  (value) =>
    form.test(value) ? value : undefined;
/** Names and addresses, of ports and nets too, one behind the other. */
const hosts: Cleaned = (value) => {
  const isHost = (one: string): boolean =>
    /^(?:[\w.*-]+|\[[\da-f:]+\])(?::\d{1,5})?(?:\/\d{1,3})?$/i.test(one) &&
    !one.split(".").some((label) => isRandom(label, LABEL_MIN));
  return value.split(/[\s,]+/).every((one) => one === "" || isHost(one)) ? value : undefined;
};
const file = matching(/^[\w.~/\\ ${}:-]{1,400}$/);
const plain = matching(/^(?:true|false|null|\d{1,9}|[a-z][a-z-]{0,30})$/i);

const keyed = (cleaned: Cleaned, names: string): readonly (readonly [string, Cleaned])[] =>
  names.split(" ").map((name) => [name, cleaned] as const);

const NPM = new Map([
  ...keyed(address, "registry proxy http-proxy https-proxy"),
  ...keyed(hosts, "noproxy no-proxy"),
  ...keyed(file, "cafile"),
  ...keyed(
    plain,
    "strict-ssl always-auth replace-registry-host offline prefer-offline prefer-online maxsockets network-concurrency fetch-retries " +
      "fetch-retry-factor fetch-retry-mintimeout fetch-retry-maxtimeout fetch-timeout ignore-scripts min-release-age minimum-release-age " +
      "engine-strict legacy-peer-deps strict-peer-deps strict-peer-dependencies auto-install-peers audit fund omit include " +
      "package-lock save-exact node-linker install-strategy hoist shamefully-hoist loglevel progress update-notifier color save-dev " +
      "lockfile resolution-mode link-workspace-packages prefer-workspace-packages save-workspace-protocol dedupe-peer-dependents",
  ),
  ...keyed(matching(/^[\^~]?$/), "save-prefix tag-version-prefix"),
]);
const PIP = new Map([
  ...keyed(addressesWithoutCredentials, "index-url extra-index-url index find-links"),
  ...keyed(address, "proxy"),
  ...keyed(hosts, "trusted-host"),
  ...keyed(file, "cert"),
  ...keyed(
    plain,
    "no-index timeout retries pre prefer-binary require-hashes require-virtualenv break-system-packages user " +
      "disable-pip-version-check no-cache-dir no-input no-build-isolation use-pep517 quiet verbose",
  ),
]);
const YARN = new Map([
  ...keyed(address, "npmRegistryServer npmPublishRegistry npmAuditRegistry httpProxy httpsProxy"),
  ...keyed(file, "httpsCaFilePath caFilePath"),
  ...keyed(
    plain,
    "enableStrictSsl npmAlwaysAuth enableNetwork enableScripts enableTelemetry enableHardenedMode enableImmutableInstalls " +
      "npmMinimalAgeGate networkConcurrency httpRetry httpTimeout nodeLinker checksumBehavior",
  ),
]);
const YARN_1 = new Map([...NPM, ...keyed(file, "yarn-path yarn-offline-mirror cache-folder")]);
const TOML = new Map([
  ...keyed(address, "url index-url extra-index-url find-links publish-url check-url registry http-proxy https-proxy"),
  ...keyed(address, "python-install-mirror pypy-install-mirror"),
  ...keyed(hosts, "allow-insecure-host trusted-host no-proxy"),
  ...keyed(file, "cert cafile cache-dir"),
  ...keyed((value) => (/^[\w.-]{1,60}$/.test(value) && !isRandom(value, LABEL_MIN) ? value : undefined), "name"),
  ...keyed(
    matching(/^(?:\d{4}-\d\d-\d\d(?:T[\d:.]{1,20}(?:Z|[+-][\d:]{2,5})?)?|\d{1,4} (?:hour|day|week)s?)$/),
    "exclude-newer",
  ),
  ...keyed(
    plain,
    "default explicit authenticate index-strategy native-tls system-certs offline no-index no-cache no-build no-binary no-build-isolation " +
      "prerelease resolution link-mode compile-bytecode python-preference python-downloads keyring-provider require-hashes verify-hashes " +
      "create in-project always-copy no-pip system-site-packages prefer-active-python use-poetry-python parallel max-workers max-retries " +
      "enabled lazy-wheel re-resolve verify_ssl exact frozenLockfile minimumReleaseAge",
  ),
]);

/**
 * What a file of settings of npm says: only how it goes about its work (`habits`), where packages come from and files lie as well (`places`),
 * or something that may be a login, start a program, or is not known.
 */
export function npmSettingsTell(text: string): "habits" | "places" | "more" {
  const lines = text.split(/[\r\n]+/).filter((line) => !COMMENT.test(line));
  const spelled = (line: string): string => line.trim().replace(/(?<!\s)\s*=\s*/, "=");
  if (lines.some((line) => npmLines([line])[0] !== spelled(line))) return "more";
  const isHabit = (line: string): boolean =>
    /^[a-z-]+=/.test(spelled(line)) && !PLACES.has(NPM.get(spelled(line).split("=")[0] ?? ""));
  return lines.every(isHabit) ? "habits" : "places";
}

const COMMENT = /^\s*(?:[#;]|$)/;

/** Whether who sees such a file may see a login: one in a comment counts for nothing, and is shown like any other. */
export function npmSettingsShowMore(text: string): boolean {
  const lines = text.split(/[\r\n]+/).map((line) => (COMMENT.test(line) ? withoutProse(line) : line));
  return npmSettingsTell(lines.join("\n")) === "more";
}

/** What a comment would set if it were none; nothing where it is made of words, numbers and addresses. */
function withoutProse(line: string): string {
  const inside = line.replace(/^[\s#;]+/, "");
  return inside.split(/\s+/).every(isProse) ? "" : inside;
}

const isProse = (word: string): boolean =>
  /^[("'`]{0,8}(?:[\p{L}'’-]{0,24}|v?\d+(?:\.\d+)*)[)"'`.,!?]*$/u.test(word)
    ? !isRandom(word, LABEL_MIN)
    : /^https?:/.test(word) && address(word) === word;

const PLACES: ReadonlySet<Cleaned | undefined> = new Set([address, hosts, file, undefined]);

/** In quotes or without; a quote that is not closed goes on in the next line. */
function unquoted(value: string): string | undefined {
  const [, quote, inside = ""] = /^(["'])(.*)\1$/s.exec(value) ?? [];
  if (quote === undefined) return /^["'|>&*!{[]/.test(value) ? undefined : value;
  return inside.includes(quote) || inside.includes("\\") ? undefined : inside;
}

const cleanedBy = (cleaned: Cleaned | undefined, value: string): string | undefined => {
  const inside = unquoted(value);
  return inside === undefined || inside === "" ? undefined : cleaned?.(inside);
};

/** What stands below a section is another's. */
function npmLines(lines: readonly string[]): readonly string[] {
  const section = lines.findIndex((line) => /^\s*\[/.test(line));
  return lines.slice(0, section === -1 ? undefined : section).flatMap((line) => {
    const [, key = "", value = ""] = /^\s*(@?[\w.:-]+(?:\/[\w.-]+)?)\s*=\s*(?!\s)(.*)$/.exec(line.trimEnd()) ?? [];
    const kept = cleanedBy(/^@[\w.~-]+:registry$/.test(key) ? address : NPM.get(key), value);
    return kept === undefined ? [] : [`${key}=${kept}`];
  });
}

/** A line that is indented goes on with the value before it, past comments. */
function pipLines(lines: readonly string[]): readonly string[] {
  let open: Cleaned | undefined;
  return lines.flatMap((line) => {
    const [, indent, key, value = ""] = /^(\s*)(?:([\w-]+)\s*[=:]\s*)?(?!\s)(.*)$/.exec(line.trimEnd()) ?? [];
    if (/^\s*(?:[#;]|$)/.test(line)) return [];
    if (indent !== "") return under("    ", open?.(line.trim()));
    const cleaned = PIP.get(key?.toLowerCase().replaceAll("_", "-").replace(/^--/, "") ?? "");
    const isList = cleaned === hosts || cleaned === addressesWithoutCredentials;
    const kept = value === "" && isList ? "" : cleaned?.(value);
    // What goes on with a value that goes is no value of its own.
    open = kept !== undefined && isList ? cleaned : undefined;
    return cleaned === undefined ? under("", /^\[[a-z-]{1,30}\]$/.exec(line.trim())?.[0]) : under(`${key} = `, kept);
  });
}

const under = (before: string, kept: string | undefined): readonly string[] =>
  kept === undefined ? [] : [`${before}${kept}`.trimEnd()];

const withoutEnd = (line: string): string => line.replace(/(?<! ) +$/, "");

/** Maps of maps, by their indentation: what stands below a line that goes, goes too. */
function yarnLines(lines: readonly string[]): readonly string[] {
  const kept: string[] = [];
  let goneFrom = Number.POSITIVE_INFINITY;
  let map = "";
  for (const line of lines) {
    if (line.trim() === "" || /^\s*#/.test(line)) continue;
    const indent = line.length - line.trimStart().length;
    if (indent > goneFrom) continue;
    const clean = yarnLine(line, map);
    goneFrom = clean === undefined ? indent : Number.POSITIVE_INFINITY;
    if (clean === undefined) continue;
    if (indent === 0) map = clean;
    kept.push(`${" ".repeat(indent)}${clean}`);
  }
  return kept;
}

/** @param map  the line without indentation that it stands below */
function yarnLine(line: string, map: string): string | undefined {
  const [, key = "", value = ""] =
    /^ *("[^"\\]*"|'[^'\\]*'|[\w@.-]+(?:\/\/[\w.:/-]+)?|\/\/[\w.:/-]+):(?: +(?! )(.*))?$/.exec(withoutEnd(line)) ?? [];
  const name = unquoted(key) ?? "";
  if (value === "") {
    if (!line.startsWith(" ")) return /^(?:npmScopes|npmRegistries)$/.test(name) ? `${name}:` : undefined;
    const isKnown =
      map === "npmScopes:" ? /^@?[\w.-]{1,60}$/.test(name) : map === "npmRegistries:" && address(name) === name;
    return isKnown ? `${key}:` : undefined;
  }
  const kept = cleanedBy(YARN.get(name), value.replace(/(?<! ) +#.*$/, ""));
  return kept === undefined ? undefined : `${name}: ${asScalar(kept)}`;
}

/** `key value`, either in quotes or not. What is indented is another's. */
function yarn1Lines(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => {
    const [, quoted, bare, value = ""] = /^(?:"([^"\\]+)"|([\w.-]+)) (.*)$/.exec(withoutEnd(line)) ?? [];
    const key = quoted ?? bare ?? "";
    const kept = cleanedBy(/^@[\w.~-]+:registry$/.test(key) ? address : YARN_1.get(key), value);
    return kept === undefined ? [] : [`${JSON.stringify(key)} ${asScalar(kept)}`];
  });
}

/** Tables of where packages come from and how; the names behind a dot are the person's own. */
const TABLE =
  /^\[{1,2}((?:index|pip|virtualenvs|virtualenvs\.options|installer|solver|install|install\.scopes|pypi|(?:pypi|repositories)\.[\w-]{1,60}))\]{1,2}$/;
const TOML_VALUE = /^(?:"[^"\\]*"|'[^']*'|true|false|\d{1,9})$/;
const TOML_PIECES = /\{[^{}]*\}|"[^"\\]*"|'[^']*'|[\w.-]+/g;

/** What stands below a table that is not known goes. */
function tomlLines(lines: readonly string[]): readonly string[] {
  let isKnown = true;
  return statements(lines).flatMap((line) => {
    const [, key, value = ""] = /^("@[\w.-]+"|[\w-]+)\s*=\s*(?!\s)(.*)$/.exec(line) ?? [];
    if (key !== undefined) return under(`${key} = `, isKnown ? tomlValue(key, value) : undefined);
    if (!line.startsWith("[")) return [];
    const [, name] = TABLE.exec(line) ?? [];
    isKnown = name !== undefined && !isRandom(name.split(".")[1] ?? "", LABEL_MIN);
    return isKnown ? [line] : [];
  });
}

/** Lists of several lines as one. There is no way on behind a text of several lines. */
function statements(lines: readonly string[]): readonly string[] {
  const end = lines.findIndex((line) => /"""|'''/.test(line));
  const whole: string[] = [];
  let isOpen = false;
  for (const line of lines.slice(0, end === -1 ? undefined : end).map(withoutComment)) {
    if (isOpen) whole.push(`${whole.pop()} ${line}`);
    else whole.push(line);
    isOpen = isOpen ? !line.endsWith("]") : /^[\w-]+\s*=\s*\[(?!.*\]$)/.test(line);
  }
  return whole;
}

/** Only in front of the first quote is it surely none of a text; what stands behind the last is one. */
function withoutComment(line: string): string {
  const start = line.replace(/^([^"'#]*)#.*$/, "$1");
  const quote = Math.max(0, start.lastIndexOf('"'), start.lastIndexOf("'"));
  return (start.slice(0, quote) + start.slice(quote).replace(/(["'\]},]\s*)#.*$/s, "$1")).trim();
}

function tomlValue(key: string, value: string): string | undefined {
  if (TOML_VALUE.test(value)) {
    const kept = cleanedBy(key.startsWith('"@') ? address : TOML.get(key), value);
    return kept === undefined ? undefined : asScalar(kept);
  }
  if (/^\[.*\]$/.test(value)) {
    const pieces = [...value.slice(1, -1).matchAll(TOML_PIECES)].flatMap(([piece]) => tomlValue(key, piece) ?? []);
    return pieces.length === 0 ? undefined : `[${pieces.join(", ")}]`;
  }
  if (!/^\{.*\}$/.test(value) || !/^(?:index|registry|"@.*")$/.test(key)) return undefined;
  const pairs = [...value.slice(1, -1).matchAll(/(?<![\w-])([\w-]+)\s*=\s*("[^"\\]*"|'[^']*'|\w+)\s*(?:,|$)/g)].flatMap(
    ([, name = "", one = ""]) => {
      const kept = tomlValue(name, one);
      return kept === undefined ? [] : [`${name} = ${kept}`];
    },
  );
  return pairs.length === 0 ? undefined : `{ ${pairs.join(", ")} }`;
}

/** In quotes, unless it is a switch or a number. */
const asScalar = (value: string): string => JSON.stringify(value).replace(/^"(true|false|null|\d+)"$/, "$1");
