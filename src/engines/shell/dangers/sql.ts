import { isLiteral, type ShellWord } from "../words.ts";
import { type Danger, type DangerContext, danger, unresolved } from "./danger.ts";

const DROPS =
  /\b(drop|truncate)\s+(database|schema|table|keyspace|collection|index|user|role|view|tablespace|owned|measurement|series|bucket|if\b|\w+)|\bdropDatabase\b|\.(drop|dropDatabase|dropIndexes|deleteMany|remove)\s*\(|\bflush(all|db)\b|\bshutdown\b|\bdebug\s+segfault\b|\bconfig\s+(set|rewrite)\b|\bdetach\s+delete\b|\b(script|function)\s+flush\b/i;
/** A shell escape, or a statement that reads code or files of its own. */
const ESCAPES =
  /(^(?:-[a-zA-Z]*|--[\w-]+=)?|[\s;])(\\!|\\copy|\\i\b|\\o\b|\\g\s*\||\.(shell|system|read|import|output|once|load)\b|system\s|source\s|copy\s[\s\S]*\bprogram\b|into\s+outfile|load_extension)/i;
const WITHOUT_WHERE = /\b(delete\s+from|update)\s+[\s\S]+/i;

/** Whether a database client is told to drop, truncate or empty something, or gets text that nobody can see. */
export function sqlDanger(words: readonly ShellWord[], context: DangerContext): Danger | undefined {
  if (words.length === 1 && /^(--version|-V|--help|-\?)$/.test(words[0]?.text ?? "")) return undefined;
  if (!words.every(isLiteral)) return unresolved("what the database is told is not known before it runs");
  if (words.some((word) => /^(-f|--file|-f.+|--file=.+|--eval-file|-i|\.read)$/.test(word.text)))
    return unresolved("what the file tells the database is not known before it runs");
  if (context.input.kind === "unknown") return unresolved("what the database is told is not known before it runs");
  const text = [...words.map((word) => word.text), context.input.kind === "text" ? context.input.text : ""];
  const spoken = text.join(" ");
  if (DROPS.test(spoken)) return danger("D9", "it drops or empties something in a database");
  if (text.some((each) => ESCAPES.test(each)))
    return unresolved("the database client starts a program or reads other files here");
  return text.some(changesEveryRow) ? danger("D9", "it changes every row of a table") : undefined;
}

function changesEveryRow(text: string): boolean {
  const bare = text.replace(/'[^']*'|--[^\n]*|\/\*[\s\S]*?\*\//g, " ");
  return bare
    .split(";")
    .some(
      (statement) =>
        WITHOUT_WHERE.test(statement) &&
        !/\bwhere\b/i.test(statement) &&
        /\b(delete\s+from\s+\S|update\s+\S+\s+set\b)/i.test(statement),
    );
}
