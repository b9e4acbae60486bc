/** What a query found, before it is shown: every line says where it is proved. */
export interface Answer {
  readonly title: string;
  /** Single values: `Language: cobol`. */
  readonly values: readonly (readonly [label: string, value: string | number])[];
  readonly sections: readonly Section[];
  /** What is said when there is nothing to list, and remarks about what is approximate. */
  readonly notes: readonly string[];
}

/** One list of an answer. */
export interface Section {
  readonly heading: string;
  readonly lines: readonly Line[];
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

export type QueryResult =
  | { readonly kind: "answer"; readonly answer: Answer }
  | { readonly kind: "failure"; readonly message: string };

export const answer = (title: string, parts: Partial<Omit<Answer, "title">>): QueryResult => ({
  kind: "answer",
  answer: { title, values: parts.values ?? [], sections: parts.sections ?? [], notes: parts.notes ?? [] },
});

export const failure = (message: string): QueryResult => ({ kind: "failure", message });

/** The answer as Markdown. A section longer than the page says "20 of 214 shown". */
export function renderAnswer(result: Answer, page: Page = FIRST_PAGE): string {
  const out: string[] = [`# ${result.title}`, ""];
  for (const [label, value] of result.values) out.push(`${label}: ${value}`);
  if (result.values.length > 0) out.push("");
  for (const section of result.sections) {
    const shown = section.lines.slice(page.offset, page.offset + page.limit);
    const isCut = shown.length < section.lines.length;
    out.push(
      `## ${section.heading} (${isCut ? `${shown.length} of ${section.lines.length} shown${page.offset > 0 ? `, from ${page.offset + 1}` : ""}` : section.lines.length})`,
    );
    for (const line of shown) out.push(renderLine(line));
    out.push("");
  }
  out.push(...result.notes);
  return `${out.join("\n").trimEnd()}\n`;
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
