/** A fact with the line that shows it. */
export interface CitedLine {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** A list of code intelligence, with how much there is of it in all. */
export interface Section {
  readonly title: string;
  readonly total: number;
  readonly rows: readonly string[];
}

export interface CodeReport {
  /** "Lines: 73" and its like. */
  readonly facts: ReadonlyMap<string, string>;
  readonly sections: readonly Section[];
  /** What stands below the lists. */
  readonly notes: readonly string[];
}

const MATCHED = /^(\d+):(.*)$/;
/** A line that matched, or one beside it. */
const SHOWN = /^\d+[:-]/;
/** What was told of the call; the path of a file below it may look like one of its lines. */
const TOLD = /^\(.*\)$/;
const NUMBERED = /^\s*(\d+)\t(.*)$/;
const HEADING = /^## (.*?)(?: \((?:(\d+) of )?(\d+)(?: shown(?:, from \d+)?)?\))?$/;

/** What a search found in one file. */
export interface SearchedFile {
  readonly path: string;
  /** Its lines as they were printed: matches, what stands around them, and the notes below the last file. */
  readonly rows: readonly string[];
}

/** Parts the result of a search by its files: each stands behind a blank line, its path right above its lines; above the first is what was told of the call. */
export function readSearchedFiles(text: string): readonly SearchedFile[] {
  return text.split("\n\n").flatMap((block): SearchedFile[] => {
    const rows = block.split("\n");
    const first = rows.findIndex((row, index) => SHOWN.test(row) && index > 0 && !TOLD.test(rows[index - 1] ?? ""));
    const path = rows[first - 1];
    return path === undefined ? [] : [{ path, rows: rows.slice(first) }];
  });
}

/** Reads the lines that a search matched. */
export function readCitedLines(text: string): readonly CitedLine[] {
  return readSearchedFiles(text).flatMap(({ path, rows }) =>
    rows.flatMap((row): CitedLine[] => {
      const [, line, said = ""] = MATCHED.exec(row) ?? [];
      return line === undefined ? [] : [{ path, line: Number(line), text: said }];
    }),
  );
}

/** How many matches a search had, where it showed fewer. */
export function totalOf(text: string, shown: number): string {
  return /\(shown \d+ of ((?:more than )?\d+) matches/.exec(text)?.[1] ?? String(shown);
}

/** Reads the numbered lines of a file. */
export function readNumbered(text: string, path: string): readonly CitedLine[] {
  return text.split("\n").flatMap((row) => {
    const match = NUMBERED.exec(row);
    return match ? [{ path, line: Number(match[1]), text: match[2] ?? "" }] : [];
  });
}

/** Reads the paths of a listing; notes are left out. */
export function readPaths(text: string): readonly string[] {
  return text.split("\n").filter((row) => row !== "" && !/^[([…]|^No file matches |: |\.\.\. /.test(row));
}

/** Reads an answer of code intelligence into its lists. */
export function readReport(text: string): CodeReport {
  const facts = new Map<string, string>();
  const sections: { title: string; total: number; rows: string[] }[] = [];
  const notes: string[] = [];
  for (const row of text.split("\n")) {
    const heading = HEADING.exec(row);
    const open = sections.at(-1);
    const fact = /^([A-Z][\w ]{1,40}): (.+)$/.exec(row);
    if (heading) sections.push({ title: heading[1] ?? "", total: Number(heading[3] ?? 0), rows: [] });
    else if (/^\s*- /.test(row) && open) open.rows.push(row.replace(/^- /, ""));
    else if (fact?.[1] && fact[2] && !open) facts.set(fact[1], fact[2]);
    else if (row !== "" && !row.startsWith("# ")) notes.push(row);
  }
  return { facts, sections, notes };
}

/** A passage as `find_passages` prints it. */
export interface FoundPassage {
  readonly path: string;
  readonly from: number;
  readonly to: number;
  readonly titles: string;
  /** Percent of the question that stands in it. */
  readonly coverage: number;
  readonly score: number;
  /** Words of the question that stand in it, and those that do not. */
  readonly held: readonly string[];
  readonly missing: readonly string[];
  /** What it was found by: words; a message that it says; what holds such a message; what leads there. */
  readonly found: "words" | "says" | "uses" | "leads to";
  readonly lines: readonly CitedLine[];
  /** The last line of what it is quoted from, where that goes on below. */
  readonly goesOnTo?: number;
  /** The lines that say most of the question, where all around them is quoted. */
  readonly densest?: { readonly from: number; readonly to: number };
  /** Where what its quotation names is defined. */
  readonly values: readonly FoundValue[];
}

/** A line without those around it. */
export interface SingleLine extends CitedLine {
  /** Of the function, paragraph or section that it stands in. */
  readonly name?: string;
}

/** Where a name of a quotation is given a value, or what it does is done. */
export interface FoundValue extends CitedLine {
  readonly name: string;
}

const PASSAGE =
  /^## (\S.*?):(\d+)-(\d+)(?: {2}(.*))?\n(?:\((\d+) % of the question, score ([\d.]+); holds ([^;)]*)(?:; not ([^)]*))?\)|\((says|uses|leads to) (.*)\))\n/;
const GOES_ON = /^\(goes on to line (\d+)\)$/m;
const DENSEST = /^\(most of it in lines (\d+)-(\d+)\)$/m;
const VALUE = /^\((\S+) is defined at (\S.*?):(\d+): (.*)\)$/gm;

/** Reads ranked passages, the best first. */
export function readPassages(text: string): readonly FoundPassage[] {
  return text.split(/^(?=## )/m).flatMap((block): FoundPassage[] => {
    const [head = "", path, from, to, titles = "", coverage, score, held = "", missing = "", found, text = ""] =
      PASSAGE.exec(block) ?? [];
    if (path === undefined) return [];
    const end = GOES_ON.exec(block)?.[1];
    const [, first, last] = DENSEST.exec(block) ?? [];
    return [
      {
        ...(end === undefined ? {} : { goesOnTo: Number(end) }),
        ...(first === undefined ? {} : { densest: { from: Number(first), to: Number(last) } }),
        path,
        from: Number(from),
        to: Number(to),
        titles,
        found: found === "says" || found === "uses" || found === "leads to" ? found : "words",
        coverage: Number(coverage ?? WHOLE),
        score: Number(score ?? 0),
        held: found === undefined ? listOf(held) : [text],
        missing: listOf(missing),
        lines: readNumbered(block.slice(head.length), path),
        values: [...block.matchAll(VALUE)].map(([, name = "", place = "", line, said = ""]) => ({
          name,
          path: place,
          line: Number(line),
          text: said,
        })),
      },
    ];
  });
}

/** Reads the single lines that stand below ranked passages, the best first. */
export function readSingleLines(text: string): readonly SingleLine[] {
  const [, section = ""] = /^## Single lines\n((?:\S.*\n?)*)/m.exec(text) ?? [];
  return section.split("\n").flatMap((row): SingleLine[] => {
    const [, path, line, name, said = ""] = /^(\S.*?):(\d+)(?: \(in ([^():]+)\))?: (.*)$/.exec(row) ?? [];
    return path === undefined ? [] : [{ path, line: Number(line), text: said, ...(name ? { name } : {}) }];
  });
}

const WHOLE = 100;

const listOf = (words: string): readonly string[] => (words === "" ? [] : words.split(", "));

/** Words of a question that nothing says which a search read. */
export const readUnsaid = (text: string): readonly string[] => listOf(/^\(nothing says (.+)\)$/m.exec(text)?.[1] ?? "");

/** What a search took misspelled words for. */
export function readTaken(text: string): readonly (readonly [said: string, meant: string])[] {
  const [, pairs = ""] = /^\(took (.+)\)$/m.exec(text) ?? [];
  return pairs.split(", ").flatMap((pair) => {
    const [said, meant] = pair.split(" as ");
    return said && meant ? [[said, meant] as const] : [];
  });
}

/** Whether a line of that file is a comment, by the signs of its language. */
export function isComment(path: string, text: string): boolean {
  const code = text.trim();
  if (/\.(?:cbl|cob|cobol|cpy)$/i.test(path)) return text[6] === "*" || text[6] === "/" || code.startsWith("*");
  if (/\.(?:jcl|prc|proc)$/i.test(path)) return code.startsWith("//*");
  return /^(?:\/\/|\/\*|\*|#(?!\w)|--|<!--|""")/.test(code);
}
