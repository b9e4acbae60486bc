import type { Folder } from "../../folder.ts";
import type { Looking } from "../../looking.ts";
import { isComment } from "../../result-text.ts";
import type { Edge, Row } from "../shape.ts";
import { type Edges, isOfCode, linesOf, placeOfRow, type Rows, wholeReport } from "./found.ts";

const MODERN = "*.{ts,tsx,mts,js,jsx,mjs,py,java,go,rs,kt,cs,rb,php,swift}";
const CLASS = String.raw`^\s*(?:(?:export|public|private|protected|internal|abstract|default|final|sealed|static|data|open) )*class +\w+`;
const FUNCTION = String.raw`^\s*(?:(?:export|public|private|protected|static|default|async|pub) )*(?:function\*?|def|fn|func|fun) +\w+\s*[(<\[]|^(?:export )?const \w+(?:: [^=]+)? = (?:async )?(?:<[^>]*>)?\([^)]*\)?.*=>`;

/** What the question restricts a search to. */
export interface Near {
  /** A file or folder. */
  readonly path?: string | undefined;
}

export function* classes(near: Near): Looking<Rows> {
  const { lines, isWhole } = yield* linesOf([{ pattern: CLASS, glob: MODERN, ...near }]);
  const rows = lines.flatMap(({ path, line, text }): Row[] => {
    const name = /\bclass +(\w+)/.exec(text)?.[1];
    if (name === undefined || isComment(path, text) || !isOfCode(path)) return [];
    return [{ kind: "class", name, path, line, note: headOf(text, name), text, qualities: exported(text) }];
  });
  const errors = errorsAmong(rows);
  return {
    rows: rows.map((row) => (errors.has(row.name) ? { ...row, qualities: [...(row.qualities ?? []), "error"] } : row)),
    isWhole,
  };
}

const exported = (text: string): readonly string[] => (/^\s*export\b|^\s*public\b/.test(text) ? ["exported"] : []);

/** What stands behind the name in a declaration. */
function headOf(text: string, name: string): string | undefined {
  const rest = text
    .slice(text.indexOf(name) + name.length)
    .replace(/[{:]?\s*(?:#.*|\/\/.*)?$/, "")
    .trim();
  return rest === "" ? undefined : rest;
}

/** Classes that are named as errors, and what they are the base of. */
function errorsAmong(rows: readonly Row[]): ReadonlySet<string> {
  const isNamed = (name: string): boolean => /(?:Error|Exception)$/.test(name);
  const errors = new Set(rows.filter(({ name }) => isNamed(name)).map(({ name }) => name));
  for (let before = -1; before !== errors.size; ) {
    before = errors.size;
    for (const row of rows) if (basesOf(row).some((base) => errors.has(base) || isNamed(base))) errors.add(row.name);
  }
  return errors;
}

/** The names that a class is declared to extend or to implement. */
function basesOf({ text = "", name }: Row): readonly string[] {
  const rest = text.slice(text.indexOf(name) + name.length);
  const said =
    /^\s*(?:\[[^\]]*\])?\(([^)]*)\)?/.exec(rest)?.[1] ??
    /\b(?:extends|implements)\b(.*)/.exec(rest)?.[1] ??
    /^\s*:(.*)\{/.exec(rest)?.[1] ??
    "";
  return [...said.replace(/\[[^\]]*\]|<[^>]*>/g, "").matchAll(/(?:[\w.]+\.)?([A-Z]\w*)/g)].map(([, base = ""]) => base);
}

/** Which class is declared with which others as its base. */
export function* inheritance(near: Near): Looking<Edges> {
  const { rows, isWhole } = yield* classes(near);
  const edges = rows.flatMap((row) =>
    basesOf(row).map((base): Edge => ({ from: row.name, to: base, path: row.path, line: row.line })),
  );
  return { edges, isWhole };
}

/** Functions and methods: of a file as the parser lists them, elsewhere by the lines that declare them. */
export function* functions(folder: Folder, near: Near): Looking<Rows> {
  const parsed =
    near.path !== undefined && isOfCode(near.path)
      ? yield* wholeReport("citadel_get_functions", { path: near.path }, folder)
      : undefined;
  const listed = (parsed?.sections ?? []).flatMap(({ rows }) => rows.flatMap(parsedRow));
  if (listed.length > 0) return { rows: yield* withExports(listed, near), isWhole: parsed?.isWhole ?? true };
  const { lines, isWhole } = yield* linesOf([{ pattern: FUNCTION, glob: MODERN, ...near }]);
  const rows = lines.flatMap(({ path, line, text }): Row[] => {
    const name = /(?:function\*?|def|fn|func|fun|const) +(\w+)/.exec(text)?.[1];
    if (name === undefined || isComment(path, text) || !isOfCode(path)) return [];
    return [{ kind: "function", name, path, line, text, qualities: exported(text) }];
  });
  return { rows, isWhole };
}

function parsedRow(row: string): readonly Row[] {
  const place = placeOfRow(row);
  const [, name, kind] = /^(\S+) \((function|method|constructor|getter|setter)\)/.exec(place?.said ?? "") ?? [];
  if (!place || name === undefined || /^\s/.test(row)) return [];
  return [
    {
      kind: "function",
      name,
      path: place.path,
      line: place.line,
      ...(kind === "function" ? {} : { note: kind }),
      text: name,
    },
  ];
}

/** The parser does not say what is exported; the line of each does. */
function* withExports(rows: readonly Row[], near: Near): Looking<readonly Row[]> {
  const { lines } = yield* linesOf([{ pattern: String.raw`^\s*(?:export|public)\b`, ...near }]);
  const exporting = new Set(lines.map(({ line }) => line));
  return rows.map((row) => (exporting.has(row.line) ? { ...row, qualities: ["exported"] } : row));
}

/** The forms of a line that imports; what is imported stands behind. */
const IMPORTS: readonly string[] = [
  String.raw`^\s*(?:import|from)\b.*`,
  String.raw`^.*\}? from\s+['"].*`,
  String.raw`\brequire\(.*`,
];

/** Which file imports what: the module as it is written. @param names  of which alone the lines are wanted */
export function* imports(names: readonly string[], near: Near): Looking<Edges> {
  const about = names.length === 0 ? "" : `(?:${names.map((name) => name.replace(/[^\w/-]/g, "\\$&")).join("|")})`;
  const pattern = IMPORTS.map((form) => `${form}${about}`).join("|");
  const { lines, isWhole } = yield* linesOf([{ pattern, glob: MODERN, ...near }]);
  const edges = lines.flatMap(({ path, line, text }) =>
    modulesIn(text).map((to): Edge => ({ from: path, to, path, line, note: text.trim() })),
  );
  return { edges, isWhole };
}

function modulesIn(text: string): readonly string[] {
  const quoted = /\bfrom\s+['"]([^'"]+)['"]|^\s*import\s+['"]([^'"]+)['"]|\brequire\(\s*['"]([^'"]+)/.exec(text);
  const written = quoted?.[1] ?? quoted?.[2] ?? quoted?.[3];
  if (written !== undefined) return [written];
  const [, from, names] = /^\s*from\s+([\w.]+)\s+import\s+(.*)/.exec(text) ?? [];
  // "from package import module": either may be meant.
  if (from !== undefined) return [from, ...[...(names ?? "").matchAll(/\w+/g)].map(([name]) => `${from}.${name}`)];
  const plain = /^\s*import\s+(?:static )?([\w.*, ]+)/.exec(text)?.[1];
  return plain === undefined ? [] : plain.split(",").map((one) => one.trim().split(" ")[0] ?? "");
}

/** The files of a folder. */
export function filesOf({ paths, isWhole }: Folder): Rows {
  return { rows: paths.map((path): Row => ({ kind: "file", name: path, path, line: 1, text: path })), isWhole };
}
