import { escapeRegExp } from "../../../../../../base/glob.ts";
import { COBOL_PROGRAMS, stemOf } from "../../../file-names.ts";
import type { Folder } from "../../../folder.ts";
import type { Looking } from "../../../looking.ts";
import { inEnglish } from "../../../portuguese/as-english.ts";
import type { QueryAnswer } from "../../../query/answer-query.ts";
import type { Context } from "../../../query/draft.ts";
import { readUses, type Use } from "../../../query/rows/data.ts";
import { linesOf } from "../../../query/rows/found.ts";
import { plain } from "../../../reading/tokens.ts";
import { type CitedLine, isComment } from "../../../result-text.ts";
import { answered, cited } from "../../answer.ts";
import { mostCopied } from "../../fields/field-bounds.ts";
import { fieldCandidates } from "../../fields/field-candidates.ts";
import { definitionOf } from "../keys.ts";
import { whole } from "./whole-rows.ts";
import { wordingsOf } from "./wordings.ts";

const KEPT = "(?:stored|kept|saved|held|persisted|recorded|registered|written down)";
const FORMS: readonly RegExp[] = [
  new RegExp(
    String.raw`\b(?:where|in (?:which|what) (?:\w+ )?(?:file|data ?set|table|record|field)s?) (?:is|are|does|do|gets?) (.+?) (?:get |being |be )?${KEPT}\b`,
  ),
  /\b(?:which|what) (?:\w+ )?(?:files?|data ?sets?|tables?|records?) (?:holds?|contains?|stores?|keeps?|has|have) (.+)$/,
];
const STATEMENT_LINES = 8;
const ROWS_MAX = 8;

/** "Where are the passwords stored": the field that is called so, its record, and the data that programs read into that record or write from it. */
export function* answerStored(part: string, { folder, before }: Context): Looking<QueryAnswer | undefined> {
  if (!folder.tools.has("citadel_crud")) return undefined;
  const said = plain(inEnglish(part)).replace(/[?!.\s]+$/, "");
  const what = FORMS.map((form) => form.exec(said)?.[1]).find((one) => one !== undefined);
  if (what === undefined) return undefined;
  for (const words of wordingsOf(what, "")) {
    const found = yield* fieldCandidates(words, folder);
    const [field] = found && found.dropped.length === 0 ? yield* mostCopied(found, words, folder) : [];
    const record = field && (yield* recordOf(field));
    const uses = field && record ? yield* usesOf(record, field.path, folder) : [];
    const [first] = uses;
    if (!field || !record || !first) continue;
    const rows = uses.map(
      ({ user, access, data, kind, path, line }) => `${data} (${kind}): ${user} ${access} — ${path}:${line}`,
    );
    const answer = answered(
      `I took "${words.join(" ")}" as ${field.name}, in the record ${record.name}:`,
      `- ${cited(field)}`,
      `- ${cited(record)}`,
      whole(
        "Data that programs read into that record or write from it (C creates, R reads, U updates, D deletes)",
        rows,
        ROWS_MAX,
      ),
      yield* definitionOf({ written: "", name: first.data, kind: "dataset", places: [] }),
    );
    const named = { kind: "dataset" as const, name: first.data, path: first.path, line: first.line };
    return { answer: { ...answer, obeyed: "all" }, groups: [{ kind: "dataset", rows: [named] }, ...before] };
  }
  return undefined;
}

/** The record that a field is a part of. */
function* recordOf({ path, line }: CitedLine): Looking<(CitedLine & { readonly name: string }) | undefined> {
  const { lines } = yield* linesOf([{ pattern: "^.{6} +01 +[A-Z]", path }]);
  const own = lines.findLast((one) => one.line <= line && !isComment(path, one.text));
  const name = own && /^.{6} +01 +([\w-]+)/i.exec(own.text)?.[1];
  return own && name !== undefined ? { ...own, name } : undefined;
}

/** What is done to data by statements that name the record, or to files that are declared with its copybook; each data set once. */
function* usesOf({ name }: { readonly name: string }, copybook: string, folder: Folder): Looking<readonly Use[]> {
  const all = (yield* readUses(folder))?.uses ?? [];
  const { lines } = yield* linesOf([
    { pattern: `^.{6}[^*].*\\b(?:INTO|FROM|SET)\\b[ (]*${escapeRegExp(name)}\\b`, glob: COBOL_PROGRAMS },
    { pattern: `^.{6}[^*].*\\b(?:REWRITE|WRITE) +${escapeRegExp(name)}\\b`, glob: COBOL_PROGRAMS },
  ]);
  const declared = yield* filesDeclaredWith(copybook);
  const isNear = ({ path, line }: { readonly path: string; readonly line: number }): boolean =>
    lines.some((one) => one.path === path && Math.abs(one.line - line) <= STATEMENT_LINES);
  const isOf = (use: Use): boolean =>
    [use, ...use.also].some(isNear) ||
    declared.some(({ path, dd }) => use.path === path && new RegExp(`\\bDD ${escapeRegExp(dd)}\\b`).test(use.kind));
  const found = all.filter((use) => !use.isOfJob && isOf(use));
  // What the definitions are known of comes first.
  const rankOf = ({ kind }: Use): number => Number(!kind.startsWith("dataset"));
  const unique = [...new Map(found.map((use) => [`${use.data} ${use.user}`, use])).values()];
  return unique.toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** DD names of the files whose records a copybook declares. */
function* filesDeclaredWith(copybook: string): Looking<readonly { readonly path: string; readonly dd: string }[]> {
  const { lines } = yield* linesOf([
    { pattern: `^.{6}[^*].*\\bCOPY +['"]?${escapeRegExp(stemOf(copybook))}\\b`, glob: COBOL_PROGRAMS },
    { pattern: "^.{6} *FD +[A-Z]", glob: COBOL_PROGRAMS },
    { pattern: "^.{6} *SELECT +\\S+ +ASSIGN +(?:TO +)?\\S+", glob: COBOL_PROGRAMS },
  ]);
  return lines.flatMap(({ path, line, text }) => {
    if (!/\bCOPY\b/i.test(text)) return [];
    const above = lines.findLast(
      (one) => one.path === path && one.line < line && line - one.line < STATEMENT_LINES && /\bFD +\S/i.test(one.text),
    );
    const file = above && /\bFD +([\w-]+)/i.exec(above.text)?.[1];
    const select = lines.find(
      (one) =>
        one.path === path &&
        file !== undefined &&
        new RegExp(`\\bSELECT +${escapeRegExp(file)}\\b`, "i").test(one.text),
    );
    const dd = select && /\bASSIGN +(?:TO +)?(?:\S*-)?([\w$#@]+)/i.exec(select.text)?.[1];
    return dd === undefined ? [] : [{ path, dd }];
  });
}
