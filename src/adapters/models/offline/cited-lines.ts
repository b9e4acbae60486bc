/** One line of code that an answer rests on. */
export interface CitedLine {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

const CITED = /^(\S(?:.*?\S)?):(\d+):\s?(.*)$/;

/** Reads the `path:line: text` lines of a search result; other lines are left out. */
export function readCitedLines(text: string): CitedLine[] {
  return text.split("\n").flatMap((row) => {
    const match = CITED.exec(row);
    return match?.[1] && match[2] ? [{ path: match[1], line: Number(match[2]), text: match[3] ?? "" }] : [];
  });
}

export function cite({ path, line, text }: CitedLine): string {
  return `- ${path}:${line}  ${text.trim()}`;
}

export type Role = "definition" | "call" | "import" | "mention";

/** What a line does with a name, told by the words around it. Comments are mentions. */
export function roleOf({ path, text }: CitedLine, name: string): Role {
  const code = text.trim();
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const has = (before: string, after = ""): boolean =>
    new RegExp(`${before}["'\`]?${escaped}["'\`]?${after}`, "i").test(code);
  if (isComment(path, text)) return "mention";
  if (
    has(DEFINING) ||
    has("^", "(?:\\s+SECTION)?\\s*\\.\\s*$") ||
    has("^(?://)?", "\\s+(?:JOB|PROC|DFH\\w+)\\b") ||
    has("^\\d{2}\\s+", "\\b")
  )
    return "definition";
  if (has("^(?:[\\w<>\\[\\],*&]+\\s+)+", "\\s*\\([^;]*\\)\\s*(?:throws [\\w, ]+)?\\{")) return "definition";
  if (has("\\b(?:COPY|INCLUDE|import|from|require\\(|using|use)\\s*", "")) return "import";
  if (has(CALLING) || has("(?<![\\w-])", "\\s*\\(")) return "call";
  return "mention";
}

const DEFINING =
  "(?:\\b(?:function|class|interface|type|enum|struct|trait|impl|def|fn|func|const|let|var|record|namespace|module|DEFINE \\w+\\(|TABLE|VIEW|PROCEDURE)\\s+|PROGRAM-ID\\.?\\s+|#define\\s+)(?:\\([^)]*\\)\\s*)?";
const CALLING =
  "(?:\\b(?:PERFORM|CALL|GO\\s+TO|THRU|THROUGH|EXEC|new|PROGRAM\\(|TRANSID\\(|PGM=|PROC=|RUN PROGRAM\\(|START)\\s*(?:PGM=|PROC=)?)";

function isComment(path: string, text: string): boolean {
  const code = text.trim();
  if (/\.(?:cbl|cob|cobol|cpy)$/i.test(path)) return text[6] === "*" || text[6] === "/" || code.startsWith("*");
  if (/\.(?:jcl|prc|proc)$/i.test(path)) return code.startsWith("//*");
  return /^(?:\/\/|\/\*|\*|#(?!\w)|--|<!--)/.test(code);
}
