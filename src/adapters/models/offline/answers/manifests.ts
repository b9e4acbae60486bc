import { type Node, parseTree } from "jsonc-parser";
import { isAside } from "../aside.ts";
import type { Folder } from "../folder.ts";
import { type Looking, lookAll } from "../looking.ts";
import { type CitedLine, readNumbered } from "../result-text.ts";

/** A file that says what a project is, needs and can do. */
export interface Manifest {
  readonly path: string;
  readonly lines: readonly CitedLine[];
}

/** `key`: `value`, and where it stands. */
export interface Entry {
  readonly key: string;
  readonly value: string;
  readonly path: string;
  readonly line: number;
}

/** A command that the project declares. */
export interface Script extends Entry {
  /** How it is started. */
  readonly command: string;
}

const NAMES =
  /(?:^|\/)(?:package\.json|pyproject\.toml|setup\.(?:py|cfg)|requirements[\w.-]*\.txt|Pipfile|tox\.ini|noxfile\.py|pytest\.ini|Cargo\.toml|go\.mod|pom\.xml|build\.gradle(?:\.kts)?|[Mm]akefile|GNUmakefile|justfile|Gemfile|composer\.json|deno\.jsonc?|CMakeLists\.txt|Dockerfile|\.nvmrc|\.python-version|\.tool-versions)$/;
const READ_MAX = 8;
const LINES_MAX = 400;

/** Those that lie nearest to the root. */
export function* readManifests(folder: Folder): Looking<readonly Manifest[]> {
  const all = folder.paths.filter(
    (path) => NAMES.test(path) && !/(?:^|\/)(?:node_modules|vendor|fixtures?|testdata)\//.test(path),
  );
  const own = all.filter((path) => !isAside(path));
  const paths = (own.length > 0 ? own : all)
    .sort((one, other) => one.split("/").length - other.split("/").length)
    .slice(0, READ_MAX);
  const hidden = [".nvmrc", ".python-version", ".tool-versions"];
  const wanted = [...paths, ...(paths.length > 0 ? hidden : [])];
  const found = yield* lookAll(wanted.map((path) => ({ name: "read_file", input: { path, limit: LINES_MAX } })));
  return wanted.flatMap((path, index) => {
    const result = found[index];
    return result && !result.failed ? [{ path, lines: readNumbered(result.text, path) }] : [];
  });
}

/** The entries of an object of a JSON file, or of a table of a TOML or INI file. */
export function entriesOf({ path, lines }: Manifest, section: RegExp): readonly Entry[] {
  if (/\.jsonc?$/.test(path)) return jsonMembers(lines).filter(({ holder }) => section.test(holder));
  return tableEntries(lines, section);
}

interface JsonMember extends Entry {
  /** The key of the object that holds it; empty for one of the file itself. */
  readonly holder: string;
}

/** Every member of the objects of a file that is no object itself, however its lines are broken; of one that was cut those that are there. */
function jsonMembers(lines: readonly CitedLine[]): readonly JsonMember[] {
  const text = lines.map((line) => line.text).join("\n");
  const root = parseTree(text, [], { allowTrailingComma: true });
  return root === undefined ? [] : membersBelow(root, "", { text, lines });
}

function membersBelow(
  node: Node,
  holder: string,
  file: { readonly text: string; readonly lines: readonly CitedLine[] },
): readonly JsonMember[] {
  return (node.children ?? []).flatMap((child) => {
    const [name, value] = child.type === "property" ? (child.children ?? []) : [];
    if (name === undefined || value === undefined) return membersBelow(child, holder, file);
    const key = String(name.value);
    const { path, line } = file.lines[file.text.slice(0, name.offset).split("\n").length - 1] ?? { path: "", line: 1 };
    const below = membersBelow(value, key, file);
    if (value.type === "object") return below;
    const said = value.children
      ? file.text.slice(value.offset, value.offset + value.length).replace(/\s+/g, " ")
      : String(value.value);
    return [{ holder, key, value: said, path, line }, ...below];
  });
}

function tableEntries(lines: readonly CitedLine[], section: RegExp): readonly Entry[] {
  const entries: Entry[] = [];
  let isInside = false;
  for (const { path, line, text } of lines) {
    const head = /^\s*\[+([^\]]+)\]+\s*$/.exec(text);
    if (head) isInside = section.test((head[1] ?? "").replace(/"/g, ""));
    else if (isInside) {
      const entry = /^\s*"?([\w.-]+)"?\s*=\s*(.+?)\s*$/.exec(text);
      if (entry?.[1] && entry[2]) entries.push({ key: entry[1], value: unquoted(entry[2]), path, line });
    }
  }
  return entries;
}

/** Single fields at the top of a file: of TOML those of `[project]`, `[package]`. */
export function fieldsOf(manifest: Manifest): readonly Entry[] {
  const { path, lines } = manifest;
  if (!/\.jsonc?$/.test(path)) return tableEntries(lines, /^(?:project|package|metadata|tool\.poetry)$/);
  return jsonMembers(lines).filter(({ holder }) => holder === "");
}

/** Commands that a project declares: scripts of npm, targets of make and just. */
export function scriptsOf(manifests: readonly Manifest[]): readonly Script[] {
  return manifests.flatMap((manifest): readonly Script[] => {
    const at = manifest.path.includes("/") ? ` (in ${manifest.path.slice(0, manifest.path.lastIndexOf("/"))})` : "";
    if (/package\.json$/.test(manifest.path))
      return entriesOf(manifest, /^scripts$/).map((entry) => ({ ...entry, command: `${npmCommand(entry.key)}${at}` }));
    if (/composer\.json$/.test(manifest.path))
      return entriesOf(manifest, /^scripts$/).map((entry) => ({ ...entry, command: `composer ${entry.key}${at}` }));
    if (/[Mm]akefile$|justfile$/.test(manifest.path)) return targetsOf(manifest, at);
    if (/\.toml$/.test(manifest.path))
      return entriesOf(
        manifest,
        /(?:tool\.(?:poe\.tasks|hatch\.envs\.[\w.]+\.scripts|pdm\.scripts|taskipy\.tasks))$/,
      ).map((entry) => ({ ...entry, command: `${entry.key}${at}` }));
    return [];
  });
}

const npmCommand = (name: string): string => (/^(?:test|start)$/.test(name) ? `npm ${name}` : `npm run ${name}`);

function targetsOf({ path, lines }: Manifest, at: string): readonly Script[] {
  const program = /justfile$/.test(path) ? "just" : "make";
  return lines.flatMap(({ line, text }, index) => {
    const key = /^([A-Za-z][\w-]*)(?: [\w=" ]+)?:(?!=)/.exec(text)?.[1];
    if (key === undefined) return [];
    return [{ key, value: (lines[index + 1]?.text ?? "").trim(), path, line, command: `${program} ${key}${at}` }];
  });
}

function unquoted(value: string): string {
  return value.replace(/^"(.*)"$/, "$1").replace(/\\"/g, '"');
}
