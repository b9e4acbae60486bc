import { type FactsBuilder, type ReferenceExtra, unitKey } from "../facts-builder.ts";
import { itemPlaces, recordPlaces } from "../procedure/argument-places.ts";
import type { FileControl, Program } from "../program.ts";
import { lineIn } from "../structure.ts";
import { T, type TokenBuffer } from "../words/tokens.ts";
import { LAST_SCOPE_WORD, W } from "../words/words.ts";
import { ddName } from "./environment.ts";

/** Symbols of a program's files with the records that lie in their areas. */
export function fileSymbols(builder: FactsBuilder, program: Program, programKey: string): void {
  const { buffer } = builder;
  for (const control of program.files) {
    const file = builder.fileOf(control.row);
    const records = recordPlaces(builder, program, control.name);
    builder.symbol({
      key: builder.uniqueKey(`${programKey}/file:${control.name.toUpperCase()}`, buffer.line[control.row] as number),
      kind: "file",
      name: control.name,
      owner: programKey,
      ...(file !== undefined && { file }),
      start: buffer.line[control.row] as number,
      end: Math.max(
        buffer.line[control.row] as number,
        lineIn(buffer, control.endRow, buffer.source[control.row] as number),
      ),
      detail: {
        assign: control.assign,
        ddname: ddName(control.assign),
        organization: control.organization,
        ...(control.access !== "" && { access: control.access }),
        ...(control.recordKey !== "" && { recordKey: control.recordKey }),
        ...(control.status !== "" && { status: control.status }),
        ...(records.length > 0 && { records }),
      },
    });
  }
}

const FILE_EDGES: Readonly<Record<string, "opens" | "closes" | "reads" | "writes" | "updates" | "deletes">> = {
  OPEN: "opens",
  CLOSE: "closes",
  READ: "reads",
  WRITE: "writes",
  REWRITE: "updates",
  DELETE: "deletes",
  START: "reads",
  RETURN: "reads",
  RELEASE: "writes",
};

interface VisibleFile {
  readonly control: FileControl;
  readonly key: string;
}

/** The files that a program's statements can name: its own, and those of the programs around it. */
function visibleFiles(program: Program, programKey: string): Map<number, VisibleFile> {
  const files = new Map<number, VisibleFile>();
  for (let at: Program | undefined = program; at; at = at.outer) {
    const owner = at === program ? programKey : at.key;
    for (const control of at.files)
      if (!files.has(control.word))
        files.set(control.word, { control, key: `${owner}/file:${control.name.toUpperCase()}` });
  }
  return files;
}

/** SORT and MERGE read the files after USING and write those after GIVING. */
const SORTED_EDGES: Readonly<Record<string, "reads" | "writes">> = { USING: "reads", GIVING: "writes" };

/** What the program's statements do to files. */
export function fileFacts(builder: FactsBuilder, program: Program, programKey: string): void {
  const { buffer } = builder;
  const files = visibleFiles(program, programKey);
  for (const use of program.uses) {
    const kind = SORTED_EDGES[use.mode] ?? FILE_EDGES[use.verb];
    if (!kind) continue;
    const word = buffer.word[use.target] as number;
    const record = program.items[(program.byName.get(word) ?? program.inherited.get(word))?.[0] ?? -1];
    const file = files.get(word) ?? (record && files.get(buffer.lexicon.internText(record.file)));
    const [area] = itemPlaces(builder, program, areaRow(buffer, use.row));
    const detail = {
      verb: use.verb,
      ...(use.mode !== "" && { mode: use.mode }),
      ...(record && { record: record.name }),
      ...(area && { area }),
    };
    // Each file of OPEN and CLOSE has its own line.
    const lineRow = use.verb === "OPEN" || use.verb === "CLOSE" ? use.target : use.row;
    const from = unitKey(program, use.unit, programKey);
    const name = file?.control.name ?? buffer.text(use.target);
    builder.reference(kind, from, name, { row: use.row, targets: ["file"], lineRow }, found(file, detail));
  }
}

function found(file: VisibleFile | undefined, detail: Readonly<Record<string, unknown>>): ReferenceExtra {
  if (!file) return { resolved: "unresolved", reason: "no SELECT names this file", detail };
  return { to: file.key, resolved: "exact", detail: { ...detail, ddname: ddName(file.control.assign) } };
}

const STATEMENT_TOKENS_MAX = 40;

/** The row of the operand after INTO or FROM in the file statement at `row`, in a list of its own; empty when it has none. */
function areaRow(buffer: TokenBuffer, row: number): number[] {
  for (let at = row + 1; at < Math.min(buffer.count, row + STATEMENT_TOKENS_MAX); at += 1) {
    const word = buffer.word[at] as number;
    if (word === W.INTO || word === W.FROM) return [at + 1];
    if (buffer.kind[at] === T.PERIOD || (word > 0 && word <= LAST_SCOPE_WORD && word !== W.NEXT)) break;
  }
  return [];
}
