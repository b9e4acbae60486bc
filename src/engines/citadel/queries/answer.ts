/** What a query found, before it is shown: every line says where it is proved. */
export interface Answer<Listed extends Lines = readonly Line[]> {
  readonly title: string;
  /** Single values: `Language: cobol`. */
  readonly values: readonly (readonly [label: string, value: string | number])[];
  readonly sections: readonly Section<Listed>[];
  /** What is said when there is nothing to list, and remarks about what is approximate. */
  readonly notes: readonly string[];
}

/** One list of an answer. */
export interface Section<Listed extends Lines = readonly Line[]> {
  readonly heading: string;
  readonly lines: Listed;
  /** How many things are listed, where not each line is one; all lines else. */
  readonly items?: number;
}

/** A list in which the deeper lines tell of the line above: what is counted are those at the edge. */
export const sectionOfItems = (heading: string, lines: readonly Line[]): Section => ({
  heading,
  lines,
  items: lines.filter(({ depth = 0 }) => depth === 0).length,
});

/** Lines as far as they are shown: those of a whole estate are made when they are asked for. */
export interface Lines {
  readonly length: number;
  /** Those from one place, from 0, to before another. */
  slice(from?: number, to?: number): readonly Line[];
}

/** One finding with its proof: `file` relative to the root, `line` from 1. */
export interface Line {
  readonly text: string;
  readonly file?: string;
  readonly line?: number;
  /** Deeper lines belong to the line above. */
  readonly depth?: number;
}

/** A request for a part of long lists; each section is cut on its own and says how much it has. */
export interface Page {
  readonly offset: number;
  readonly limit: number;
}

export const FIRST_PAGE: Page = { offset: 0, limit: 100 };

export type QueryResult<Listed extends Lines = readonly Line[]> =
  | { readonly kind: "answer"; readonly answer: Answer<Listed> }
  | { readonly kind: "failure"; readonly message: string };

export const answer = <Listed extends Lines = readonly Line[]>(
  title: string,
  parts: Partial<Omit<Answer<NoInfer<Listed>>, "title">>,
): QueryResult<Listed> => ({
  kind: "answer",
  answer: { title, values: parts.values ?? [], sections: parts.sections ?? [], notes: parts.notes ?? [] },
});

export const failure = (message: string): { readonly kind: "failure"; readonly message: string } => ({
  kind: "failure",
  message,
});

/** An answer with all of its lines. */
export const withLines = (result: QueryResult<Lines>): QueryResult => {
  if (result.kind === "failure") return result;
  const sections = result.answer.sections.map((section) => ({ ...section, lines: section.lines.slice() }));
  return { kind: "answer", answer: { ...result.answer, sections } };
};

/**
 * The answer as Markdown. A section longer than the page says "20 of 214 shown", the last line where the rest begins; one
 * that ended on an earlier page is left out.
 */
export const renderAnswer = (result: Answer<Lines>, page: Page = FIRST_PAGE): string =>
  [...answerParts(result, page)].join("");

/** The same in pieces of whole lines, as they are made. */
export function* answerParts(result: Answer<Lines>, page: Page): Generator<string> {
  let held = "";
  for (const part of untrimmedParts(result, page)) {
    const text = held + part;
    const shown = text.trimEnd();
    held = text.slice(shown.length);
    if (shown !== "") yield shown;
  }
  yield "\n";
}

function* untrimmedParts(result: Answer<Lines>, page: Page): Generator<string> {
  const values = result.values.map(([label, value]) => `${label}: ${value}\n`);
  yield [`# ${result.title}\n\n`, ...values, values.length > 0 ? "\n" : ""].join("");
  for (const section of result.sections) {
    const shown = section.lines.slice(page.offset, page.offset + page.limit);
    if (shown.length === 0 && section.lines.length > 0) continue;
    yield `## ${section.heading} (${countOf(section, shown.length, page)})\n${shown.map((line) => `${renderLine(line)}\n`).join("")}\n`;
  }
  const next = page.offset + page.limit;
  const isLast = result.sections.every(({ lines }) => lines.length <= next);
  yield [...result.notes, ...(isLast ? [] : [`There is more: offset ${next} shows what follows.`])].join("\n");
}

/** A page is a number of lines, so a list that is cut is told in lines. */
function countOf({ lines, items }: Section<Lines>, shown: number, { offset }: Page): string {
  if (shown === lines.length) return String(items ?? lines.length);
  const from = offset > 0 ? `, from ${offset + 1}` : "";
  return `${shown} of ${lines.length} shown${from}`;
}

function renderLine(line: Line): string {
  const place = line.file === undefined ? "" : ` — ${line.file}${line.line === undefined ? "" : `:${line.line}`}`;
  return `${"  ".repeat(line.depth ?? 0)}- ${line.text}${place}`;
}

/** Orders lines by file, then line, then text. */
export function byPlace(left: Line, right: Line): number {
  return (
    compare(left.file ?? "", right.file ?? "") || (left.line ?? 0) - (right.line ?? 0) || compare(left.text, right.text)
  );
}

export const compare = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);
