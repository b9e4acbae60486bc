import { headerLines } from "../../../../../../engines/citadel/queries/sources/header-lines.ts";
import { type Looking, lookAll } from "../../../looking.ts";
import type { Row } from "../../../query/shape.ts";
import { type CitedLine, readNumbered } from "../../../result-text.ts";

/** So far a program says at its beginning what it is. */
const LINES_MAX = 60;
const PURPOSE =
  /^(?:function|purpose|description|abstract|objective|remarks|what it does|funcao|objetivo|descricao)\s*[:.=-]\s*/i;
const OF_OTHER =
  /^(?:program|programa|module|application|type|layer|system|author|source|installation|environment|language|copybook)\b[\w -]*[:.=]/i;

/** What each program says of itself in its first comments, by its path; nothing of one that says nothing. */
export function* purposesOf(rows: readonly Row[]): Looking<ReadonlyMap<string, CitedLine>> {
  const paths = [...new Set(rows.map(({ path }) => path))];
  const found = yield* lookAll(paths.map((path) => ({ name: "read_file", input: { path, limit: LINES_MAX } })));
  return new Map(
    paths.flatMap((path, index) => {
      const lines = readNumbered(found[index]?.failed === false ? found[index].text : "", path);
      const declared = rows.find((row) => row.path === path)?.line ?? 1;
      const told = purposeIn(lines.map(({ text }) => text).join("\n"), declared);
      return told ? [[path, { path, ...told }] as const] : [];
    }),
  );
}

/** The words of a purpose, over the lines that it goes on. @param declared  the line that names the program */
export function purposeIn(source: string, declared: number): Omit<CitedLine, "path"> | undefined {
  const text = source.split("\n").map((line) => line.slice(0, LAST_COLUMN));
  const said = headerLines(text.join("\n"), { start: declared, end: declared + LINES_MAX }).filter(
    (one) => !TURNED_OFF.test(one.text),
  );
  const at = Math.max(
    said.findIndex(({ text }) => PURPOSE.test(text)),
    said.some(({ text }) => PURPOSE.test(text)) ? 0 : said.findIndex(({ text }) => !OF_OTHER.test(text)),
  );
  const first = said[at];
  if (!first || OF_OTHER.test(first.text)) return undefined;
  const next = said[at + 1];
  const goesOn = next?.line === first.line + 1 && !OF_OTHER.test(next.text) && !/[.!]$/.test(first.text);
  const purpose = first.text.replace(PURPOSE, "");
  return { line: first.line, text: goesOn ? `${purpose} ${next.text}` : purpose };
}

/** What stands behind is a sequence number. */
const LAST_COLUMN = 72;
const TURNED_OFF = /\b(?:SELECT|ASSIGN TO|ORGANIZATION IS|FILE STATUS|ACCESS MODE)\b/;
