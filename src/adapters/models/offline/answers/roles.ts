import { escapeRegExp } from "../../../../base/glob.ts";
import type { Looking } from "../looking.ts";
import { wordPattern } from "../named-thing.ts";
import { type CitedLine, isComment } from "../result-text.ts";
import { cited, listed, search } from "./answer.ts";

export type Role = "definition" | "call" | "import" | "mention";

export type Roles = Readonly<Record<Role, readonly CitedLine[]>>;

const HEADINGS: Record<Role, string> = {
  definition: "Declared",
  call: "Called",
  import: "Imported or copied",
  mention: "Mentioned",
};

/** The lines that hold a name, by what each does with it. */
export function* linesByRole(name: string): Looking<Roles> {
  const { lines } = yield* search(wordPattern(name));
  const roles: Record<Role, CitedLine[]> = { definition: [], call: [], import: [], mention: [] };
  for (const line of lines) roles[roleOf(line, name)].push(line);
  return roles;
}

export function rolesText(roles: Roles, wanted: readonly Role[]): string {
  return wanted
    .map((role) => listed(HEADINGS[role], roles[role].map(cited), roles[role].length, 10))
    .filter((text) => text !== "")
    .join("\n");
}

/** What a line does with a name, told by the words around it. Comments are mentions. */
export function roleOf({ path, text }: CitedLine, name: string): Role {
  const code = text.trim();
  const escaped = escapeRegExp(name);
  const has = (before: string, after = ""): boolean =>
    new RegExp(`${before}["'\`]?${escaped}["'\`]?${after}`, "i").test(code);
  if (isComment(path, text) || /\.(?:md|rst|adoc|txt)$/i.test(path)) return "mention";
  if (
    has(DEFINING) ||
    has("^", "(?:\\s+SECTION)?\\s*\\.\\s*$") ||
    has("^(?://)?", "\\s+(?:JOB|PROC|DFH\\w+)\\b") ||
    has("^\\d{2}\\s+", "\\b")
  )
    return "definition";
  if (
    has("^(?:[\\w<>\\[\\],*&]+\\s+)+", "\\s*\\([^;]*\\)\\s*(?:throws [\\w, ]+)?\\{") &&
    !/^(?:return|await|if|while|for)\b/.test(code)
  )
    return "definition";
  if (has("\\b(?:COPY|INCLUDE|import|from|require\\(|using|use)\\s*", "") || /^\s*(?:import|from)\b/.test(code))
    return "import";
  if (has(CALLING) || has("(?<![\\w-])", "\\s*\\(")) return "call";
  return "mention";
}

const DEFINING =
  "(?:\\b(?:function|class|interface|type|enum|struct|trait|impl|def|fn|func|const|let|var|record|namespace|module|DEFINE \\w+\\(|TABLE|VIEW|PROCEDURE)\\s+|PROGRAM-ID\\.?\\s+|#define\\s+)(?:\\([^)]*\\)\\s*)?";
const CALLING =
  "(?:\\b(?:PERFORM|CALL|GO\\s+TO|THRU|THROUGH|EXEC|new|PROGRAM\\(|TRANSID\\(|PGM=|PROC=|RUN PROGRAM\\(|START)\\s*(?:PGM=|PROC=)?)";
