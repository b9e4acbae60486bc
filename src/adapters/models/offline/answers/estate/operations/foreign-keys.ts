import type { Looking } from "../../../looking.ts";
import type { Context } from "../../../query/draft.ts";
import { linesOf } from "../../../query/rows/found.ts";
import type { CitedLine } from "../../../result-text.ts";
import { answered } from "../../answer.ts";
import { nameHolds } from "../../fields/field-candidates.ts";
import { askedWords } from "../dossiers/asked-words.ts";
import { whole } from "../dossiers/whole-rows.ts";
import { fileLines } from "../file-lines.ts";
import type { Dossier } from "./dossier.ts";
import { COBOL_GLOB, codeLines } from "./program-lines.ts";

const DELETES = "(?:delet\\w*|remov\\w*|drop\\w*|apag\\w*|remover|eliminar)";
const IN_USE =
  "(?:still|in use|used by|has|have|with|referenced|belong\\w*|depend\\w*|child\\w*|exist\\w*|ainda|tem|usad\\w*|em uso)";
const ASKS = new RegExp(
  String.raw`\b(?:foreign keys?|referential|on delete|chaves? estrangeiras?)\b|\b${DELETES}\b.{3,60}\b(?:that|which|still|if|while|when|que|se)\b.{0,30}\b${IN_USE}\b`,
);
/** What is deleted: another table than that of the key tells nothing of it. */
const DELETED = new RegExp(String.raw`\b${DELETES} (.{2,40}?) (?:that|which|what|still|if|while|when|que|se|ainda)\b`);
const DDL = "*.{ddl,DDL,sql,SQL,ctl,CTL,db2,dcl}";
const KEYS_MAX = 6;
const HANDLED_MAX = 8;

/** What SQL answers where rows of another table still belong to one that is deleted. */
const RULES: Readonly<Record<string, string>> = {
  RESTRICT: "the row is not deleted as long as rows belong to it (SQLCODE -532)",
  "NO ACTION": "the row is not deleted as long as rows belong to it (SQLCODE -532)",
  CASCADE: "the rows that belong to it are deleted as well",
  "SET NULL": "the rows that belong to it stay, and no longer name it",
};

/** "Can I delete a type that a category still uses": the foreign keys with what they do, and where programs handle the answer. */
export const FOREIGN_KEYS: Dossier = {
  asks: (said) => ASKS.test(said),
  tells: /\b(?:what|message|happens|error|code|where|and)\b/,
  *answer(said, _own, context) {
    const words = askedWords(DELETED.exec(said)?.[1] ?? "");
    const keys = (yield* foreignKeys(context)).filter(({ table }) => words.every((word) => nameHolds(table, word)));
    if (keys.length === 0) return undefined;
    const rules = [...new Set(keys.map(({ rule }) => rule))];
    const handled = yield* handling();
    return {
      answer: {
        ...answered(
          ...rules.map((rule) => `ON DELETE ${rule}: ${RULES[rule] ?? "the definition below says what happens"}.`),
          ...keys.slice(0, KEYS_MAX).map(({ text }) => text),
          whole("Where programs handle SQLCODE -532", handled, HANDLED_MAX),
        ),
        obeyed: "all",
      },
      groups: context.before,
    };
  },
};

interface ForeignKey {
  /** To which the rows of the key belong. */
  readonly table: string;
  readonly rule: string;
  readonly text: string;
}

/** Each definition over its lines, once: the same may stand in a file of its own and in a job. */
function* foreignKeys({ folder }: Context): Looking<readonly ForeignKey[]> {
  const { lines } = yield* linesOf([{ pattern: "\\bFOREIGN +KEY\\b|\\bREFERENCES\\b", glob: DDL }]);
  const starts = lines.filter(({ path, text }) => /\bFOREIGN +KEY\b/i.test(text) && (folder.keeps?.(path) ?? true));
  const found = new Map<string, ForeignKey>();
  for (const { path, line } of starts) {
    const all = yield* fileLines(path);
    const after = all.slice(line - 1, line - 1 + KEY_LINES_MAX);
    const end = after.findIndex((text) => /ON +DELETE/i.test(text));
    const text = after.slice(0, end < 0 ? 2 : end + 1).join(" ");
    const rule = /ON +DELETE +(RESTRICT|CASCADE|NO +ACTION|SET +NULL)/i.exec(text)?.[1]?.toUpperCase() ?? "NO ACTION";
    const table = /\bREFERENCES +(?:\w+\.)?(\w+)/i.exec(text)?.[1] ?? "";
    const said = text.replace(/\s+/g, " ").trim();
    if (!found.has(said)) found.set(said, { table, rule, text: `${path}:${line}-${line + Math.max(end, 0)}  ${said}` });
  }
  return [...found.values()];
}

const KEY_LINES_MAX = 5;

/** The branches of programs for it, with what they show. */
function* handling(): Looking<readonly string[]> {
  const { lines } = yield* codeLines([{ pattern: "-532\\b", glob: COBOL_GLOB }]);
  const rows: string[] = [];
  for (const line of lines) rows.push(yield* branchAt(line));
  return rows;
}

const BRANCH_LINES = 12;

function* branchAt({ path, line, text }: CitedLine): Looking<string> {
  const lines = (yield* fileLines(path)).slice(line, line + BRANCH_LINES).map((one) => one.slice(6, 72));
  const end = lines.findIndex((one) => /^ *WHEN\b|^ *END-EVALUATE/i.test(one));
  const literals = lines
    .slice(0, end < 0 ? undefined : end)
    .flatMap((one) => [...one.matchAll(/'([^']*\p{L}{3}[^']*)'/gu)].map(([, said = ""]) => `"${said.trim()}"`));
  return `${path}:${line}  ${text.trim()}${literals.length === 0 ? "" : ` -> ${literals.join(" ")}`}`;
}
