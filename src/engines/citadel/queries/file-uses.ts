import { type FileFacts, USE_COLUMNS } from "../model.ts";

/** A use of a data item: name, file (null for the program's own), line, access, and where the item is declared. */
export type UseRow = readonly [
  item: string,
  file: string | null,
  line: number,
  access: "r" | "w" | "rw",
  declaredIn: string | null,
  declaredLine: number | null,
];

/** What a program does to a file: the SELECT's name, `open input`, `read` …, where, and the name it is assigned to. */
export type FileOperationRow = readonly [
  select: string,
  operation: string,
  file: string | null,
  line: number,
  assign: string,
];

/** The rows that `waymark code uses --json` prints for one program file. */
export interface FileUses {
  readonly path: string;
  readonly uses: readonly UseRow[];
  readonly operations: readonly FileOperationRow[];
}

const ACCESS = ["r", "r", "w", "rw"] as const;

/**
 * Every use of a data item and every operation on a file in a program file, in the order of the source.
 * @param names  only of these items, upper case; all when absent
 * @returns      undefined for a file that holds no program, such as a copybook, which is read in the programs that copy it
 */
export function fileUses(facts: FileFacts, names?: ReadonlySet<string>): FileUses | undefined {
  if (!facts.dataFlow || facts.symbols.every(({ kind }) => !PROGRAMS.has(kind))) return undefined;
  return { path: facts.path, uses: useRows(facts, names), operations: names ? [] : operationRows(facts) };
}

const PROGRAMS: ReadonlySet<string> = new Set(["program", "function", "class", "method"]);

function useRows(facts: FileFacts, names: ReadonlySet<string> | undefined): UseRow[] {
  const { path, dataFlow } = facts;
  const rows: UseRow[] = [];
  const seen = new Set<string>();
  const own = (file: string | undefined): string | null => (file === undefined || file === path ? null : file);
  for (let at = 0; dataFlow && at < dataFlow.uses.length; at += USE_COLUMNS) {
    const [, file = 0, line = 0, index = 0, how = 0] = dataFlow.uses.slice(at, at + USE_COLUMNS);
    const item = dataFlow.items[index];
    if (!item || (names && !names.has(item.name.toUpperCase()))) continue;
    const access = ACCESS[how & 3] ?? "r";
    // Code that is copied twice stands in one place.
    const key = `${file}:${line}:${index}:${access}`;
    if (seen.has(key)) continue;
    seen.add(key);
    rows.push([item.name, own(dataFlow.files[file]), line, access, own(item.file), item.line]);
  }
  return rows;
}

function operationRows(facts: FileFacts): FileOperationRow[] {
  const assigned = new Map<string, string>();
  for (const { kind, key, detail } of facts.symbols)
    if (kind === "file") assigned.set(key, String(detail?.["ddname"] ?? detail?.["assign"] ?? ""));
  const rows: FileOperationRow[] = [];
  for (const { name, to, file, line, detail } of facts.references) {
    const verb = detail?.["verb"];
    const assign = to === undefined ? undefined : assigned.get(to);
    if (assign === undefined || typeof verb !== "string") continue;
    const mode = typeof detail?.["mode"] === "string" ? ` ${detail["mode"]}` : "";
    rows.push([name, `${verb}${mode}`.toLowerCase(), file ?? null, line, assign]);
  }
  return rows;
}
