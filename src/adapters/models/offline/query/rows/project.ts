import { type Entry, entriesOf, type Manifest, readManifests, scriptsOf } from "../../answers/manifests.ts";
import type { Folder } from "../../folder.ts";
import type { Looking } from "../../looking.ts";
import type { CitedLine } from "../../result-text.ts";
import type { Row } from "../shape.ts";
import type { Rows } from "./found.ts";

/** For what a package is needed. */
export type Need = "development" | "optional" | "peer" | "runtime";

export interface Dependency extends Entry {
  readonly need: Need;
  /** The name of the extra or group that it stands in; empty where it stands in none. */
  readonly group: string;
}

/** All that a manifest declares to be needed, each with what for. */
export function dependenciesOf(manifest: Manifest): readonly Dependency[] {
  if (/requirements[\w.-]*\.txt$/.test(manifest.path)) return requirements(manifest);
  if (/\.toml$/.test(manifest.path)) return ofTables(manifest.lines);
  const needs: readonly (readonly [section: RegExp, need: Need])[] = [
    [/^(?:dependencies|require)$/, "runtime"],
    [/^(?:devDependencies|require-dev)$/, "development"],
    [/^optionalDependencies$/, "optional"],
    [/^peerDependencies$/, "peer"],
  ];
  return needs.flatMap(([section, need]) =>
    entriesOf(manifest, section).map((entry) => ({ ...entry, need, group: "" })),
  );
}

function requirements({ path, lines }: Manifest): readonly Dependency[] {
  const group = /(dev|test|docs?|lint)/.exec(path)?.[1] ?? "";
  return lines.flatMap(({ line, text }) =>
    /^[A-Za-z]/.test(text)
      ? [{ ...named(text.trim(), path, line), need: group === "" ? "runtime" : "development", group }]
      : [],
  );
}

/** `anyio>=4` is a name and a range. */
function named(said: string, path: string, line: number): Entry {
  const match = /^([\w.@/-]+(?:\[[^\]]*\])?)\s*(.*)$/.exec(said);
  return { key: match?.[1] ?? said, value: match?.[2] ?? "", path, line };
}

/** In which tables packages are listed, and what each of their keys is. */
const TABLES: readonly (readonly [table: RegExp, isList: boolean, need: Need])[] = [
  [/^project$/, true, "runtime"],
  [/^project\.optional-dependencies$/, true, "optional"],
  [/^dependency-groups$|^tool\.pdm\.dev-dependencies$/, true, "development"],
  [/^(?:tool\.poetry\.)?dependencies$/, false, "runtime"],
  [/dev-dependencies$|^tool\.poetry\.group\.[\w-]+\.dependencies$/, false, "development"],
];

function ofTables(lines: readonly CitedLine[]): readonly Dependency[] {
  const heads = lines.flatMap(({ text }, index) => (HEAD.test(text) ? [index] : []));
  return heads.flatMap((from, at) => {
    const table = HEAD.exec(lines[from]?.text ?? "")?.[1] ?? "";
    const [, isList, need] = TABLES.find(([form]) => form.test(table)) ?? [];
    const own = lines.slice(from + 1, heads[at + 1]).filter(({ text }) => !/^\s*#/.test(text));
    if (need === undefined) return [];
    return isList ? ofLists(own, table, need) : own.flatMap((line) => ofEntry(line, groupOf(table), need));
  });
}

/** A list of strings may begin a line with a bracket, too; a table has a name alone between its own. */
const HEAD = /^\[+([\w.-]+)\]+\s*(?:#.*)?$/;
const ENTRY = /^\s*"?([\w.-]+)"?\s*=\s*(.*)$/;

/** `name = [ "a>=1", … ]`, over one line or several. */
function ofLists(lines: readonly CitedLine[], table: string, need: Need): readonly Dependency[] {
  let list: string | undefined;
  return lines.flatMap(({ path, line, text }) => {
    const [, key, value = ""] = ENTRY.exec(text) ?? [];
    const opens = key !== undefined && list === undefined && opensList(table, key, value);
    if (opens) list = key;
    if (list === undefined) return [];
    const body = withoutRemark(opens ? value.slice(1) : text);
    const group = table === "project" ? "" : list;
    if (/\]\s*,?\s*$/.test(body.replace(/"[^"]*"/g, ""))) list = undefined;
    return saidIn(body).map((said) => ({ ...named(said, path, line), need, group }));
  });
}

/** An entry of a table; the version of Python is no package. */
function ofEntry({ path, line, text }: CitedLine, group: string, need: Need): readonly Dependency[] {
  const [, key, value = ""] = ENTRY.exec(text) ?? [];
  if (key === undefined || key === "python") return [];
  return [{ key, value: value.replace(/^"(.*)"$/, "$1"), path, line, need, group }];
}

const opensList = (table: string, key: string, value: string): boolean =>
  value.startsWith("[") && (table !== "project" || key === "dependencies");

const saidIn = (text: string): readonly string[] =>
  [...text.matchAll(/"([^"]+)"|'([^']+)'/g)].flatMap(([, one, other]) => one ?? other ?? []);

const withoutRemark = (text: string): string => text.replace(/^((?:[^"'#]|"[^"]*"|'[^']*')*)#.*$/, "$1");

const groupOf = (table: string): string => /group\.([\w-]+)\./.exec(table)?.[1] ?? "";

export function* dependencies(folder: Folder): Looking<Rows> {
  const manifests = yield* readManifests(folder);
  const rows = manifests.flatMap(dependenciesOf).map(
    ({ key, value, need, group, path, line }): Row => ({
      kind: "dependency",
      name: key,
      path,
      line,
      note: [value, group === "" ? need : `${need}, in "${group}"`].filter((one) => one !== "").join("; "),
      text: `${key} ${group}`,
      // Whoever uses the package has to bring a peer: it is needed at run time all the same.
      qualities: need === "peer" ? [need, "runtime"] : [need],
    }),
  );
  return { rows, isWhole: true };
}

/** Commands that the project installs, and scripts that it declares for those that work on it. */
export function* commands(folder: Folder): Looking<Rows> {
  const manifests = yield* readManifests(folder);
  const installed = manifests.flatMap(installedBy).map((entry) => commandRow(entry, entry.value, "installed"));
  const scripts = scriptsOf(manifests).map((script) =>
    commandRow(script, `\`${script.command}\` runs ${script.value}`, "script"),
  );
  return { rows: [...installed, ...scripts], isWhole: true };
}

function commandRow({ key, path, line }: Entry, note: string, quality: string): Row {
  return { kind: "command", name: key, path, line, note, text: `${key} ${note}`, qualities: [quality] };
}

function installedBy(manifest: Manifest): readonly Entry[] {
  const { path, lines } = manifest;
  if (/package\.json$/.test(path)) {
    const own = entriesOf(manifest, /^bin$/);
    return own.length > 0 ? own : soleBin(lines, path);
  }
  if (/\.toml$/.test(path)) return entriesOf(manifest, /^(?:project|tool\.poetry)\.(?:gui-)?scripts$/);
  if (!/setup\.(?:py|cfg)$/.test(path)) return [];
  const from = lines.findIndex(({ text }) => /console_scripts/.test(text));
  return lines.slice(from < 0 ? lines.length : from).flatMap(({ line, text }) => {
    const [, key, value] = /([\w.-]+)\s*=\s*([\w.]+:[\w.]+)/.exec(text) ?? [];
    return key !== undefined && value !== undefined ? [{ key, value, path, line }] : [];
  });
}

/** `"bin": "cli.js"` is a command of the package's own name. */
function soleBin(lines: readonly CitedLine[], path: string): readonly Entry[] {
  const name = lines.map(({ text }) => /^\s*"name"\s*:\s*"([^"]+)"/.exec(text)?.[1]).find((one) => one !== undefined);
  return lines.flatMap(({ line, text }) => {
    const value = /^\s*"bin"\s*:\s*"([^"]+)"/.exec(text)?.[1];
    return value !== undefined && name !== undefined ? [{ key: name.replace(/^@[^/]*\//, ""), value, path, line }] : [];
  });
}

/** How the project is called by its manifests. */
export function* projectNames(folder: Folder): Looking<ReadonlySet<string>> {
  const manifests = yield* readManifests(folder);
  const names = manifests.flatMap(({ lines }) =>
    lines.slice(0, 40).flatMap(({ text }) => /^\s*"?name"?\s*[:=]\s*"([^"]+)"/.exec(text)?.[1] ?? []),
  );
  return new Set(names.map((name) => name.toLowerCase()));
}
