import { firstNames } from "../../../cut-lists.ts";
import { describedThing } from "../../../described.ts";
import { isScreenFile, stemOf } from "../../../file-names.ts";
import type { Looking } from "../../../looking.ts";
import { readNames } from "../../../names.ts";
import type { Context } from "../../../query/draft.ts";
import { readUses } from "../../../query/rows/data.ts";
import { programRunBy, programs, steps } from "../../../query/rows/estate.ts";
import { linesOf } from "../../../query/rows/found.ts";
import { readTokens } from "../../../reading/tokens.ts";
import { type CitedLine, isComment } from "../../../result-text.ts";
import { cited } from "../../answer.ts";
import { askedWords } from "../dossiers/asked-words.ts";
import { whole } from "../dossiers/whole-rows.ts";
import type { Dossier } from "../operations/dossier.ts";
import { type MeantRecord, recordsMeant } from "./record-meant.ts";
import { told } from "./told.ts";

const RECORD = String.raw`(?:records?|copy ?books?|(?:record |data )?layouts?|structures?)`;
const OF = String.raw`(?:the |our |an? |that |this )?((?:[a-z]+[ -]){1,3})${RECORD}`;
const OF_BEHIND = String.raw`(?:the )?${RECORD} (?:for|of) (?:the |an? )?((?:[a-z]+ ?){1,3})`;
const USES =
  /\b(?:who|what|which (?:[a-z]+ )*?(?:programs?|jobs?|modules?|sources?|files?|ones?))\b(?: all| else| of them)?(?: (?:do|does|would|will|must|are))?(?: be)? (?:hit|impacted|touched|broken|concerned|uses?|using|cop(?:y|ies)|includ\w+|needs?|depends?(?: on)?|shares?|works? with|affected|recompil\w+)\b/;
const CHANGES =
  /\b(?:add|insert|put|extend|widen|lengthen|enlarge|change|chang\w+|grow|new)\b.*\b(?:field|column|length|record|layout|copybook)\b/;
const ASKS_CHANGE =
  /\b(?:what|which|where|who|how many|anything)\b.*\b(?:change|touch|adapt|adjust|affect\w*|recompil\w*|rebuil\w*|break\w*|edit|update|impact\w*|consider|need\w*)\b/;
const ROWS_MAX = 14;
const STEPS_MAX = 8;

/** "Which programs use the customer record", "I want to add a field to it, what has to change": who copies the layout, and where records of it are kept. */
export const RECORD_USERS: Dossier = {
  isOfStory: true,
  asks: (said) => recordWords(said).length > 0 && (asksUsers(said) || asksChange(said)),
  tells: /\b(?:which|what|who|where|jobs?|programs?|change|recompil\w*|break\w*|wrong)\b/,
  *answer(said, own, context) {
    const { things } = yield* readNames(readTokens(own), context.folder, { alsoWords: false, isHowTo: false });
    // What is named is looked up by its name.
    if (things.some(({ kind, written, name }) => /^(?:copybook|program|job|dataset)/.test(kind) && written === name))
      return undefined;
    const words = recordWords(said);
    const { taken, others } = yield* recordsMeant(words, context);
    if (taken.length === 0) return undefined;
    const users = yield* usersOf(taken);
    const copying = users.filter(({ path }) => !/\.(?:cpy|copy)$/i.test(path));
    const paths = new Set(copying.map(({ path }) => path));
    const stepRows = yield* stepsRunning(paths);
    const ownWords = taken[0]?.name.split("-").slice(0, 1) ?? [];
    const kept = (yield* dataOf(words, context)) || (yield* dataOf(ownWords, context));
    const rows = copying.map((line) => `${stemOf(line.path)}: ${cited(line)}`);
    const { answer, groups } = told(context, [
      takenText(words, taken, others),
      rows.length === 0
        ? "No program here copies it."
        : whole(`Programs that copy it${asksChange(said) ? ", to be compiled again with it" : ""}`, rows, ROWS_MAX),
      whole("Steps of jobs that run them", stepRows, STEPS_MAX),
      kept,
      asksChange(said) ? yield* alsoShowing(words, paths) : "",
    ]);
    // What is told besides of what happened is for the reader.
    return { answer: { ...answer, isOfForm: !/[.!;:]\s+\S/.test(said) }, groups };
  },
};

const asksUsers = (said: string): boolean => USES.test(said);
const asksChange = (said: string): boolean => CHANGES.test(said) && ASKS_CHANGE.test(said);

/** What only says which of several is spoken of. */
const TELLS_NOTHING =
  /^(?:length|field|size|add|change|input|output|main|common|shared|master|data|file|wrong|new|changed?|layout|copybook|record|and|into|came)$/;

function recordWords(said: string): readonly string[] {
  const found = new RegExp(OF_BEHIND).exec(said)?.[1] ?? new RegExp(OF).exec(said)?.[1] ?? "";
  const behind = found.split(/\b(?:the|of|to|in|by|a|an|uses?|using|cop(?:y|ies)|on|for|with|has|have)\b/).at(-1) ?? "";
  return askedWords(behind, TELLS_NOTHING);
}

function takenText(words: readonly string[], taken: readonly MeantRecord[], others: readonly MeantRecord[]): string {
  const [first, ...more] = taken;
  const rest = firstNames(
    others.map(({ name, path, shown }) => `${name} (${path}:${shown.line})`),
    3,
  );
  const also = others.length === 0 ? "" : ` Others of a like name, not counted here: ${rest}.`;
  if (!first) return "";
  const places = [first, ...more].map(({ name, shown }) => `${name} (${cited(shown)})`).join("; and as ");
  return `I took "${words.join(" ")}" as ${places}.${more.length > 0 ? " Both are layouts of it." : ""}${also}`;
}

function* usersOf(records: readonly MeantRecord[]): Looking<readonly CitedLine[]> {
  const stems = [...new Set(records.map(({ path }) => stemOf(path)))];
  const { lines } = yield* linesOf([{ pattern: `^.{6}[^*].*\\bCOPY +['"]?(?:${stems.join("|")})\\b` }]);
  const code = lines.filter(({ path, text }) => !isComment(path, text));
  const unique = [...new Map(code.map((line) => [`${line.path} ${line.text.trim()}`, line])).values()];
  return unique.map((line) => ({ ...line, text: line.text.slice(6, 72) }));
}

function* stepsRunning(paths: ReadonlySet<string>): Looking<readonly string[]> {
  const { rows } = yield* programs();
  const names = new Set(rows.filter(({ path }) => paths.has(path)).map(({ name }) => name.toUpperCase()));
  return (yield* steps()).rows
    .filter((row) => names.has(programRunBy(row) ?? ""))
    .map(({ name, note, path, line }) => `${name}: ${note} — ${path}:${line}`);
}

/** The data set that is called as the record is, with the steps of jobs that use it. */
function* dataOf(words: readonly string[], { folder }: Context): Looking<string> {
  const thing = yield* describedThing(words, ["dataset"], folder);
  if (!thing) return "";
  const { uses } = (yield* readUses(folder)) ?? { uses: [] };
  const rows = uses
    .filter(({ data, isOfJob }) => isOfJob && data === thing.name)
    .map(
      ({ user, program, access, path, line }) =>
        `${user}${program === undefined ? "" : ` (${program})`}: ${access} — ${path}:${line}`,
    );
  const title = `Steps of jobs that use ${thing.name}, by its name its data set (C creates, R reads, U updates, D deletes)`;
  return whole(title, [...new Set(rows)], STEPS_MAX);
}

/** Where it shows besides: maps of the programs, and types of other languages that are called so. */
function* alsoShowing(words: readonly string[], paths: ReadonlySet<string>): Looking<string> {
  const { lines: sent } = yield* linesOf(
    [...paths].map((path) => ({ pattern: "MAPSET *\\(|\\bCOPY +['\"]?[A-Z0-9]+", path })),
  );
  const named = new Set(
    sent.flatMap(({ text }) =>
      [...text.toUpperCase().matchAll(/['" (]([A-Z][A-Z0-9]{3,7})\b/g)].map(([, name = ""]) => name),
    ),
  );
  const type = words.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`).join("");
  const { lines } = yield* linesOf([
    { pattern: "^\\w+ +DFHMSD\\b", glob: "*.{bms,BMS}" },
    {
      pattern: `^(?:export +)?(?:interface|type|class|struct|record) +${type}\\b`,
      glob: "*.{ts,tsx,js,py,java,go,cs}",
      ignore_case: false,
    },
  ]);
  const shown = lines.filter(({ path, text }) =>
    isScreenFile(path) ? named.has((/^\w+/.exec(text)?.[0] ?? "").toUpperCase()) : true,
  );
  return whole("Where it shows besides, if the field is to be seen there", shown.map(cited), STEPS_MAX);
}
