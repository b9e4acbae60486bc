import { hash } from "node:crypto";
import { join, relative } from "node:path";
import { parseEnv } from "node:util";
import { statIfThere } from "../../adapters/folder-entries.ts";
import { linkedFiles } from "../../adapters/linked-files.ts";
import { type PlainFile, readPlainFile } from "../../adapters/read-plain-file.ts";
import { gitElsewhere } from "../../adapters/workspace/git/git-elsewhere.ts";
import { gitPrograms } from "../../adapters/workspace/git/git-programs.ts";
import { isObject } from "../../base/is-object.ts";
import { contentHash } from "./content-hash.ts";
import { filesOfServer, type NamedFiles, type NamingPlace } from "./named-files.ts";
import { namedModel, toldModel } from "./named-model.ts";
import { OWN_FOLDER, OWN_NAMES } from "./own-names.ts";
import { MEMBERS_MAX, membersIn, plainJson } from "./plain-json.ts";
import { settingFolders, trustRoot } from "./trust-root.ts";

/** One thing in a folder that would configure us or start a program. */
export interface TrustItem {
  /** Relative to the folder that is trusted. */
  readonly path: string;
  /** What it is, for the question: one line each. */
  readonly what: readonly string[];
  readonly sha256: string;
  readonly gitPrograms?: readonly string[];
}

/** Servers of the Model Context Protocol. */
export const SERVERS_FILE = ".mcp.json";
/** What is read of another agent's folder. */
const CLAUDE_FOLDERS = ["skills", "agents", "commands"];
/** What is read of other agents' settings where it stands: a model, and where its provider is reached. */
export const AGENTS_FILE = join(".agent", "codentis.toml");
/** More are not read one by one. */
const FILES_MAX = 1000;
const OURS: ReadonlySet<string> = new Set(Object.values(OWN_NAMES));

/** Everything that trusting the folder would let count, in a stable order. Reads files, starts nothing. */
export function trustItems(cwd: string): readonly TrustItem[] {
  const root = trustRoot(cwd);
  const paths = [
    join(cwd, ".env"),
    ...settingFolders(cwd).flatMap((folder) => [
      join(folder, SERVERS_FILE),
      ...linkedFiles(join(folder, OWN_FOLDER), { within: root, left: OURS }),
    ]),
    join(cwd, AGENTS_FILE),
    ...CLAUDE_FOLDERS.flatMap((name) => linkedFiles(join(cwd, ".claude", name), { within: root })),
  ];
  const items = paths.slice(0, FILES_MAX).flatMap((path) => itemOf(path, { cwd, root }) ?? []);
  items.push(...othersItem(paths.slice(FILES_MAX), root));
  const programs = gitPrograms(cwd);
  const elsewhere = gitElsewhere(cwd);
  const ofGit = [...programs, ...elsewhere];
  if (ofGit.length > 0) {
    const what = [
      ...programs.map((program) => `git would start: ${program}`),
      ...elsewhere.map((place) => `git would read elsewhere: ${place}`),
    ];
    items.push({ path: "git configuration", what, sha256: hash("sha256", ofGit.join("\n")), gitPrograms: ofGit });
  }
  return items;
}

/** The item of one file, named as in {@link trustItems}; undefined where it is not there. */
export const trustItemOf = (path: string, cwd: string, file?: PlainFile): TrustItem | undefined =>
  itemOf(path, { cwd, root: trustRoot(cwd) }, file);

/**
 * What is kept of a file that somebody says yes to: of its text, and of the files that its servers are started from.
 * @param name  relative to the folder that is trusted
 */
export function hashOfText(name: string, text: string, { cwd, root }: ItemPlace): string {
  const sha256 = hash("sha256", text);
  const files = name.endsWith(SERVERS_FILE) ? filesOfServers(text, { cwd, roots: [root] }) : [];
  return files.length === 0 ? sha256 : hash("sha256", JSON.stringify([sha256, files]));
}

/** Whether an item stands for files that are not read one by one. */
export const isOfMore = (name: string): boolean => /^\d+ more files$/.test(name);

interface ItemPlace {
  readonly cwd: string;
  readonly root: string;
}

function itemOf(path: string, place: ItemPlace, file: PlainFile = readPlainFile(path)): TrustItem | undefined {
  if (file.kind === "missing") return undefined;
  const text = file.kind === "text" ? file.text : `(${file.why})`;
  const shown = relative(place.root, path);
  return {
    path: shown,
    what: [
      kindOf(shown),
      ...(shown.endsWith(SERVERS_FILE) ? serversIn(text) : programsIn(text)),
      ...addressesIn(shown, text),
      ...named(modelsIn(shown, text).map(toldModel)),
    ],
    sha256: file.kind === "text" ? hashOfText(shown, text, place) : `${contentHash(path)}`,
  };
}

function kindOf(path: string): string {
  if (path.endsWith(SERVERS_FILE)) return "servers of tools";
  if (path.endsWith(AGENTS_FILE)) return "settings of another agent";
  if (path.endsWith(".env")) return "variables for this session";
  const folder = /(?:^|\/)\.(?:waymark|claude)\/([^/]+)\//.exec(path)?.[1];
  if (/(?:^|\/)\.waymark\/config\.json$/.test(path)) return "settings";
  return folder === undefined ? "configuration" : folder.replace(/s$/, "");
}

/** What is named of one file; what is more is told as that. */
const NAMED_MAX = 100;
const NAMED_CHARS_MAX = 2_000;

const named = (list: readonly string[]): readonly string[] => [
  ...list.slice(0, NAMED_MAX).map((text) => shortened(text)),
  ...(list.length > NAMED_MAX ? [`and ${list.length - NAMED_MAX} more: read the file`] : []),
];

const shortened = (text: string): string =>
  text.length > NAMED_CHARS_MAX
    ? `${text.slice(0, NAMED_CHARS_MAX)}… (${text.length} characters: read the file)`
    : text;

/** Settings that name a program, and where a provider would be reached with the person's own key; as those who use them read them. */
function programsIn(text: string): readonly string[] {
  const value = plainJson(text);
  if (value === undefined) return named(commandsInText(text));
  const members = membersIn(value);
  const programs = members.flatMap(({ name, value }) =>
    /command|helper|program|hook/i.test(name) && typeof value === "string" ? [`${name}: ${JSON.stringify(value)}`] : [],
  );
  const addresses = members.flatMap(({ name, value }) =>
    name === "baseUrl" && typeof value === "string" ? [`requests would go to: ${value}`] : [],
  );
  const more = members.length >= MEMBERS_MAX ? [`and what stands behind ${MEMBERS_MAX} others: read the file`] : [];
  return [...named(programs), ...named(addresses), ...more];
}

/** Front matter of agents, and what else is no JSON. */
function commandsInText(text: string): readonly string[] {
  const found = text.matchAll(/"(\w{0,80}(?:command|helper|program|hook)\w{0,80})"\s*:\s*("(?:[^"\\\n]|\\.){1,400})/gi);
  return [...found].map(([, name, value]) => `${name}: ${value}"`);
}

/** What its servers would start or reach. What cannot be read starts nothing either. */
function serversIn(text: string): readonly string[] {
  try {
    return named(serversOf(text).map(([name, server]) => `${name} ${whatServes(server)}`));
  } catch {
    return named(commandsInText(text));
  }
}

/** @throws {TypeError} where it is no object that could have any */
function serversOf(text: string): readonly (readonly [name: string, server: Readonly<Record<string, unknown>>])[] {
  const { mcpServers } = plainJson(text) as { mcpServers?: Record<string, Readonly<Record<string, unknown>>> };
  return Object.entries(mcpServers ?? {});
}

/** A server that is started from another file is another server. */
function filesOfServers(text: string, place: NamingPlace): NamedFiles {
  if (!isObject(plainJson(text))) return [];
  return serversOf(text).flatMap(([, server]) => (isObject(server) ? filesOfServer(server, place) : []));
}

/** The same of one server that stands in no file of ours yet. */
export const whatServerDoes = (server: Readonly<Record<string, unknown>>): string => shortened(whatServes(server));

/** All that decides what is started or reached, and which of the person's variables it is given. */
function whatServes(server: Readonly<Record<string, unknown>>): string {
  const { command, args = [], env, url, cwd, headers } = server;
  const given = [...new Set(JSON.stringify(server).match(/\$\{[A-Za-z_]\w*/g))].map((name) => `${name}}`);
  const shown = JSON.stringify({ env, headers });
  const unseen = given.filter((name) => !shown.includes(name) && !String(url).includes(name));
  const rest = unseen.length === 0 ? "" : `, given ${unseen.join(", ")}`;
  if (command === undefined)
    return `would be reached at: ${url}${headers ? ` with ${JSON.stringify(headers)}` : ""}${rest}`;
  const place = cwd === undefined ? "" : ` in ${JSON.stringify(cwd)}`;
  return `would be started: ${[command, ...[args].flat()].join(" ")}${env ? ` with ${JSON.stringify(env)}` : ""}${place}${rest}`;
}

/** What variables are called that say where a provider, or what else we go to, would be reached. */
const ADDRESS_NAME = /_(?:BASE_URL|API_BASE|API_URL|AUTH_URL|HOST|ENDPOINT)$|^(?:SEARXNG_URL|WAYMARK_\w+_URL)$/;

/** Read as those who use them read them. */
function addressesIn(path: string, text: string): readonly string[] {
  const inToml = [...text.matchAll(/^\s{0,20}base_url\s{0,20}=\s{0,20}["']([^"'\n]{1,200})/gm)].map(
    ([, address]) => address,
  );
  const variables = Object.entries(parseEnv(text)).flatMap(([name, value]) => (ADDRESS_NAME.test(name) ? [value] : []));
  const found = path.endsWith(AGENTS_FILE) ? inToml : variables;
  return named(found.map((address) => `requests would go to: ${address}`));
}

const MODEL_SETTING = /^(?:provider|model|judgeModel|minionModel|fallbackModels)$/;
const MODEL_VARIABLE = /_(?:MODELS?|PROVIDER)$/;

/** Which models would read what is worked on: with another provider it goes to another company. */
function modelsIn(path: string, text: string): readonly string[] {
  if (path.endsWith(".md")) return [namedModel(text) ?? []].flat();
  if (/(?:^|\/)\.env$/.test(path))
    return Object.entries(parseEnv(text)).flatMap(([name, value = ""]) => (MODEL_VARIABLE.test(name) ? [value] : []));
  if (path.endsWith(AGENTS_FILE))
    return [...text.matchAll(/^\s{0,20}(?:provider|model)\s{0,20}=\s{0,20}["']([^"'\n]{1,200})/gm)].flatMap(
      ([, name]) => name ?? [],
    );
  const members = /(?:^|\/)\.waymark\/config\.json$/.test(path) ? membersIn(plainJson(text)) : [];
  const models = members.flatMap(({ name, value }) => (MODEL_SETTING.test(name) ? [value].flat() : []));
  return [...new Set(models.filter((one) => typeof one === "string"))];
}

/** Of files beyond those that are read and shown: that none came, went or was written since. */
function othersItem(paths: readonly string[], root: string): readonly TrustItem[] {
  if (paths.length === 0) return [];
  const seen = paths.map((path) => {
    const stat = statIfThere(path);
    return [relative(root, path), stat?.size, stat?.mtimeMs];
  });
  return [
    { path: `${paths.length} more files`, what: ["configuration"], sha256: hash("sha256", JSON.stringify(seen)) },
  ];
}
