import { type Looking, look } from "../../../looking.ts";
import { inEnglish } from "../../../portuguese/as-english.ts";
import type { QueryAnswer } from "../../../query/answer-query.ts";
import type { Context } from "../../../query/draft.ts";
import { readUses } from "../../../query/rows/data.ts";
import { transactions } from "../../../query/rows/estate.ts";
import { linesOf } from "../../../query/rows/found.ts";
import { plain } from "../../../reading/tokens.ts";
import { type CitedLine, isComment, readSearchedFiles } from "../../../result-text.ts";
import { type Answer, answered, cited } from "../../answer.ts";
import { passages } from "../../passages.ts";
import { ranked } from "../outcomes.ts";
import { askedWords } from "./asked-words.ts";
import { caseOf, caseText } from "./case-rows.ts";
import { describedPrograms } from "./meant-programs.ts";
import { whole } from "./whole-rows.ts";

const WHO = "(?:i|we|you|one|somebody|someone|anybody|people|users?|admins?|clerks?|operators?|customers?|tellers?|it)";
const FORMS: readonly RegExp[] = [
  new RegExp(
    String.raw`^\W*(?:and )?how (?:do|does|can|could|would|should|to) (?:(?:an? |the |some )?(?:\w+ )?${WHO} )?(.+)$`,
  ),
  new RegExp(
    String.raw`^\W*(?:and )?(?:on|in|with|through|from) (?:which|what) (?:screen|transaction|program) (?:do|does|can|could) (?:(?:an? |the )?(?:\w+ )?${WHO} )?(.+)$`,
  ),
];
/** What is done with sources, and not with the application. */
const OF_SOURCES =
  /\b(?:compile|build|install|deploy|test|debug|link|bind|configure|set up|setup|download|clone|commit|release|contribute|change the code|code|copybook|modify|extend|develop)\b/;
const MESSAGES_MAX = 8;
const KEYS_MAX = 8;
const DATA_MAX = 6;
const OUTCOMES_MAX = 50;

/** "How do I pay a bill", "how does an admin delete a user": the program of the application that does it, how one gets there, its keys and its messages. */
export function* answerDoing(part: string, context: Context): Looking<QueryAnswer | undefined> {
  const { folder, before } = context;
  if (!folder.tools.has("citadel_screens")) return undefined;
  const said = plain(inEnglish(part)).replace(/[?!.\s]+$/, "");
  const what = FORMS.map((form) => form.exec(said)?.[1]).find((one) => one !== undefined);
  if (what === undefined || OF_SOURCES.test(what)) return undefined;
  const words = askedWords(what.split(/ - |[,;:]/)[0] ?? what).filter(
    (word) => !/^(?:menu|page|somebod|admin|transaction|limit)$/.test(word) || /transaction/.test(word),
  );
  const meant = words.length < 2 ? undefined : yield* describedPrograms({ words }, context);
  const [path] = meant?.paths ?? [];
  const [name = ""] = meant?.names ?? [];
  if (!meant || path === undefined || meant.paths.length !== 1) return undefined;
  const started = (yield* transactions(folder)).rows.filter(({ note }) => note?.split(/\s+/)[1] === name);
  if (started.length === 0) return undefined;
  const uses = (yield* readUses(folder))?.uses.filter((use) => !use.isOfJob && use.path === path) ?? [];
  const data = [...new Map(uses.map((use) => [`${use.data} ${use.access}`, use])).values()];
  const cases = (yield* ranked("message", meant, { limit: OUTCOMES_MAX }))
    .map(caseOf)
    .filter(({ when, says }) => when !== "" && says.length > 0);
  const found = yield* passages(part, folder);
  const answer: Answer = answered(
    meant.taken,
    ...started.map((row) => `- transaction ${row.name} ${row.note} — ${row.path}:${row.line}`),
    ...(yield* menuLines(name)).map((line) => `- on a menu: ${cited(line)}`),
    whole("Keys that it tests", yield* keysOf(path), KEYS_MAX),
    whole("What it says, and when", cases.map(caseText), MESSAGES_MAX),
    whole(
      "What it does to data (C creates, R reads, U updates, D deletes)",
      data.map((use) => `${use.access} ${use.data} (${use.kind}) — ${use.path}:${use.line}`),
      DATA_MAX,
    ),
    found.isAnswer ? found.text : "",
  );
  const row = { kind: "program" as const, name, path, line: 1 };
  return { answer: { ...answer, obeyed: "all" }, groups: [{ kind: "program", rows: [row] }, ...before] };
}

/** Where its name stands as a literal of a table, with the label before it. */
export function* menuLines(name: string): Looking<readonly CitedLine[]> {
  const { lines } = yield* linesOf([{ pattern: `^.{6}[^*]* PIC .*VALUE +'${name} *'`, glob: "*.{cpy,CPY,cbl,CBL}" }]);
  const own = lines
    .filter(({ path, text }) => !isComment(path, text) && /\bFILLER\b|\b\d\d +PIC\b/i.test(text))
    .slice(0, 1);
  const above: CitedLine[] = [];
  for (const { path, line } of own) {
    const near = (yield* linesOf([{ pattern: "^.{6}[^*].*'[^']*[A-Za-z]{2}", path }])).lines;
    const label = near.findLast((one) => one.line < line && line - one.line <= LABEL_LINES);
    above.push(...(label ? [label] : []));
  }
  return [...above, ...own].map((line) => ({ ...line, text: line.text.slice(6, 72) }));
}

const LABEL_LINES = 4;

/** The keys that a program tests, each with the statement behind. */
export function* keysOf(path: string): Looking<readonly string[]> {
  const found = yield* look("search_code", {
    pattern: "^.{6}[^*]*\\b(?:WHEN|IF)\\b.*(?:DFH(?:ENTER|PF\\d+|PA\\d|CLEAR)|-AID-(?:ENTER|PFK?\\d+|CLEAR))",
    path,
    context: 1,
    ignore_case: true,
    limit: 60,
  });
  if (found.failed) return [];
  return readSearchedFiles(found.text).flatMap(({ rows }) =>
    rows.flatMap((row, index) => {
      const [, line, text = ""] = /^(\d+):(.*)$/.exec(row) ?? [];
      if (line === undefined || isComment(path, text)) return [];
      const behind =
        /^\d+-(.*)$/
          .exec(rows[index + 1] ?? "")?.[1]
          ?.slice(7, 72)
          .trim() ?? "";
      return [`${path}:${line}  ${text.slice(7, 72).trim()} ${behind}`];
    }),
  );
}
