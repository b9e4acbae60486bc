import { stemOf } from "../../../file-names.ts";
import type { Looking } from "../../../looking.ts";
import { transactions } from "../../../query/rows/estate.ts";
import { linesOf } from "../../../query/rows/found.ts";
import type { CitedLine } from "../../../result-text.ts";
import { answered, cited } from "../../answer.ts";
import { askedWords } from "../dossiers/asked-words.ts";
import { caseOf, caseText } from "../dossiers/case-rows.ts";
import { keysOf, menuLines } from "../dossiers/doing.ts";
import { describedPrograms } from "../dossiers/meant-programs.ts";
import { whole } from "../dossiers/whole-rows.ts";
import { ranked } from "../outcomes.ts";
import type { Dossier } from "./dossier.ts";
import { codeLines } from "./program-lines.ts";

const PEOPLE =
  "(?:(?:an?|any|every|the|each) )?(?:(?:normal|regular|ordinary|plain|non-?admin|admin\\w*) )?(?:users?|admin\\w*|clerks?|operators?|anybody|anyone|everybody|everyone|somebody|someone)";
const FORMS: readonly RegExp[] = [
  /^\W*(?:and )?who (?:can|may|could|is (?:allowed|able|permitted) to|has (?:the )?(?:right|permission|access) to) (.+)$/,
  /^\W*(?:and )?(?:which|what) (?:(?:kind|type|sort)s? of )?(?:users?|people|roles?) (?:can|may|could|are (?:allowed|able|permitted) to) (.+)$/,
  new RegExp(String.raw`^\W*(?:and )?(?:can|may|could) ${PEOPLE} ((?!see|be )[a-z]+ .+)$`),
  /^(.*\b(?:confirm\w*|are you sure|second step)\b.*)$/,
];
const ONLY_ASKS =
  /^(?:confirm\w*|confirmation|step|ask|asks|asked|before|sure|there|really|press|key|prompt|admin\w*|normal|regular|allowed|menu|page|option)$/;
const OF_SOURCES =
  /\b(?:code|copybook|compile|build|git|commit|licen\w+|repository|pull request|test|tests|run|job|batch|table|dataset|file)\b/;
const TESTS_USER =
  "\\b(?:IF|WHEN|AND|OR)\\b.*\\b[\\w-]*(?:USRTYP|USR-?TYP|USER-?TYPE|-ADMIN\\b|ROLE\\b|AUTH-LEVEL|USR-LEVEL)";
const CONFIRMS = /\bconfirm|\bpress\b.*\b(?:pf|f)\s?\d|\bsure\b|\(?y\/n\)?/i;
const OUTCOMES_MAX = 50;
const ROWS_MAX = 6;

/** "Who can delete a user, and does it ask for confirmation": the menu that leads there, whether the program looks at who it is, and what confirms. */
export const WHO_MAY: Dossier = {
  asks: (said) => actionIn(said) !== undefined,
  tells: /\b(?:confirm\w*|ask|sure|check|where|how|menu|key)\b/,
  *answer(said, own, context) {
    const { folder } = context;
    const action = actionIn(said.split(/[?;]/)[0] ?? said) ?? "";
    const words = askedWords(action, ONLY_ASKS);
    if (words.length < 2 || !folder.tools.has("citadel_screens")) return undefined;
    const meant = yield* describedPrograms({ words }, context);
    const [path, ...others] = meant?.paths ?? [];
    const [name = ""] = meant?.names ?? [];
    if (!meant || path === undefined || others.length > 0) return undefined;
    const started = (yield* transactions(folder)).rows.filter(({ note }) => note?.split(/\s+/)[1] === name);
    if (started.length === 0) return undefined;
    const { lines } = yield* codeLines([{ pattern: TESTS_USER, path }]);
    const tests = lines.filter(({ text }) => !/\b(?:SPACES?|LOW-VALUES?)\b/i.test(text));
    const cases = (yield* ranked("message", meant, { limit: OUTCOMES_MAX })).map(caseOf);
    const confirming = cases.filter(({ says, when }) => when !== "" && says.some((text) => CONFIRMS.test(text)));
    const isOfConfirm = CONFIRMS.test(own);
    return {
      answer: {
        ...answered(
          meant.taken,
          ...started.map((row) => `- transaction ${row.name} ${row.note} — ${row.path}:${row.line}`),
          ...(yield* menuRows(name)),
          tests.length === 0
            ? `No condition of ${name} tests who the user is: whoever gets to it may do it.`
            : whole(`Where ${name} tests who the user is`, tests.map(cited), ROWS_MAX),
          confirming.length === 0
            ? isOfConfirm
              ? `No message of ${name} asks for a confirmation.`
              : undefined
            : whole("What it says to have it confirmed", confirming.map(caseText), ROWS_MAX),
          whole("Keys that it tests", yield* keysOf(path), ROWS_MAX),
        ),
        obeyed: "all",
      },
      groups: [{ kind: "program", rows: [{ kind: "program", name, path, line: 1 }] }, ...context.before],
    };
  },
};

function actionIn(said: string): string | undefined {
  const text = said.replace(/[?!.\s]+$/, "");
  const action = FORMS.map((form) => form.exec(text)?.[1]).find((one) => one !== undefined);
  return action === undefined || OF_SOURCES.test(action) ? undefined : action;
}

/** The option of a menu that leads there, with the kind of user that its table gives it, and what shows that table. */
function* menuRows(name: string): Looking<readonly string[]> {
  const lines = yield* menuLines(name);
  const last = lines.at(-1);
  if (!last) return [];
  const { lines: kinds } = yield* codeLines([{ pattern: "\\bPIC +X(?:\\(0*1\\))? +VALUE +'[A-Z]'", path: last.path }]);
  const kind = kinds.find(({ line }) => line > last.line && line - last.line <= KIND_LINES);
  const { lines: users } = yield* linesOf([
    { pattern: `^.{6} +COPY +'?${stemOf(last.path)}\\b`, glob: "*.{cbl,cob,CBL,COB}" },
  ]);
  const named = [...lines, ...(kind ? [kind] : [])].map((line: CitedLine) => `- on a menu: ${cited(line)}`);
  return [...named, ...users.slice(0, USERS_MAX).map((line) => `- shown by: ${cited(line)}`)];
}

const KIND_LINES = 2;
const USERS_MAX = 2;
