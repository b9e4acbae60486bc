import { stemOf } from "../../file-names.ts";
import { type Folder, listFiles } from "../../folder.ts";
import { isCut, type Looking, look } from "../../looking.ts";
import { isComment, readSearchedFiles } from "../../result-text.ts";
import type { Kind, Row } from "../shape.ts";
import { linesOf, placeOfRow, type Rows, wholeReport } from "./found.ts";

const COBOL = "*.{cbl,cob,cobol,CBL,COB}";
const JCL = "*.{jcl,JCL,jcllib}";

/** Programs by their PROGRAM-ID, whose name may stand on the line below. */
export function* programs(): Looking<Rows> {
  const pattern = String.raw`PROGRAM-ID\.`;
  const found = yield* look("search_code", { pattern, glob: COBOL, ignore_case: true, limit: 500, context: 1 });
  const rows = readSearchedFiles(found.failed ? "" : found.text).flatMap(({ path, rows: lines }) =>
    lines.flatMap((text, index): Row[] => {
      const [, line = "", said = ""] = /^(\d+):(.*)$/.exec(text) ?? [];
      if (line === "" || isComment(path, said)) return [];
      const [, below] = /^\d+-(.*)$/.exec(lines[index + 1] ?? "") ?? [];
      const name =
        programName(said, { isFirst: true }) ??
        (below === undefined ? undefined : programName(below, { isFirst: false }));
      return name === undefined ? [] : [{ kind: "program", name, path, line: Number(line), text: name }];
    }),
  );
  return { rows, isWhole: !isCut(found) };
}

/** Those of the programs that the question does not leave out. */
export function* keptPrograms({ keeps }: Folder): Looking<readonly Row[]> {
  return (yield* programs()).rows.filter(({ path }) => keeps?.(path) ?? true);
}

/** Columns 73 to 80 hold sequence numbers. */
const LAST_COLUMN = 72;

function programName(text: string, { isFirst }: { readonly isFirst: boolean }): string | undefined {
  const code = text.slice(0, LAST_COLUMN);
  const said = isFirst ? (/PROGRAM-ID\.?\s*(.*)/i.exec(code)?.[1] ?? "") : code.replace(/^\d{6}/, "");
  return /^\s*['"]?([A-Za-z#@$][\w#@$-]*)/.exec(said)?.[1];
}

export function* jobs(): Looking<Rows> {
  return yield* declared("job", String.raw`^//\S+ +JOB\b`, JCL, /^\/\/(\S+)/);
}

function* declared(kind: Kind, pattern: string, glob: string, name: RegExp): Looking<Rows> {
  const { lines, isWhole } = yield* linesOf([{ pattern, glob }]);
  const rows = lines.flatMap(({ path, line, text }): Row[] => {
    const own = isComment(path, text) ? undefined : name.exec(text)?.[1];
    return own === undefined ? [] : [{ kind, name: own, path, line, text: `${own} ${text}` }];
  });
  return { rows, isWhole };
}

/** Steps as `JOB/STEP`, in the order of their lines. */
export function* steps(): Looking<Rows> {
  const { lines, isWhole } = yield* linesOf([{ pattern: String.raw`^//\S+ +(?:JOB|EXEC)\b`, glob: JCL }]);
  let job = "";
  let file = "";
  const rows = lines.flatMap(({ path, line, text }): Row[] => {
    const [, name = "", verb = "", what = ""] = /^\/\/(\S+) +(JOB|EXEC)\b *(\S*)/i.exec(text) ?? [];
    if (path !== file) job = "";
    file = path;
    if (/^job$/i.test(verb)) job = name;
    if (!/^exec$/i.test(verb)) return [];
    return [
      {
        kind: "step",
        name: `${job === "" ? path : job}/${name}`,
        path,
        line,
        note: `EXEC ${what.replace(/,$/, "")}`,
        text,
      },
    ];
  });
  return { rows, isWhole };
}

export function* copybooks({ keeps }: Folder): Looking<Rows> {
  const { paths, isWhole } = yield* listFiles("**/*.{cpy,CPY,copy,COPY,inc,dcl}");
  const kept = paths.filter((path) => keeps?.(path) ?? true);
  return { rows: kept.map((path) => fileRow("copybook", path)), isWhole };
}

/** The name of the program that a step runs, in capitals. */
export const programRunBy = ({ note = "" }: Row): string | undefined =>
  /\bPGM=([\w$#@]+)/i.exec(note)?.[1]?.toUpperCase();

function fileRow(kind: Kind, path: string): Row {
  return { kind, name: stemOf(path), path, line: 1, text: path };
}

/** Transactions with the program that each starts, and screens with who uses them. */
export function* transactions(folder: Folder): Looking<Rows> {
  const found = yield* wholeReport("citadel_screens", { path: "." }, folder);
  const rows = rowsUnder(found?.sections ?? [], "Transactions").flatMap((row): Row[] => {
    const place = placeOfRow(row);
    const [, name, program] = /^(\S+) -> (.*)$/.exec(place?.said ?? "") ?? [];
    return place && name
      ? [{ kind: "transaction", name, path: place.path, line: place.line, note: `-> ${program}`, text: row }]
      : [];
  });
  // The same definition may stand in a list of several groups.
  const unique = [...new Map(rows.map((row) => [`${row.name} ${row.note}`, row])).values()];
  return { rows: unique, isWhole: found?.isWhole ?? true };
}

export const rowsUnder = (
  sections: readonly { readonly title: string; readonly rows: readonly string[] }[],
  title: string,
): readonly string[] => sections.filter((section) => section.title === title).flatMap(({ rows }) => rows);

/** Paragraphs that nothing reaches; which others there are is told by program. */
export function* deadParagraphs(folder: Folder): Looking<Rows> {
  const found = yield* wholeReport("citadel_get_dead_code", { path: "." }, folder);
  const rows = rowsUnder(found?.sections ?? [], "Unreachable paragraphs and sections").flatMap((row): Row[] => {
    const place = placeOfRow(row);
    const [, name, reason] = /^(\S+) \([^)]*\): (.*)$/.exec(place?.said ?? "") ?? [];
    return place && name
      ? [{ kind: "paragraph", name, path: place.path, line: place.line, note: reason, text: row }]
      : [];
  });
  return { rows, isWhole: found?.isWhole ?? false };
}
