import type { Folder } from "../../../folder.ts";
import type { Looking } from "../../../looking.ts";
import { inEnglish } from "../../../portuguese/as-english.ts";
import { keptPrograms, programRunBy, steps, transactions } from "../../../query/rows/estate.ts";
import { asksYesOrNo } from "../../../reading/question-form.ts";
import { plain } from "../../../reading/tokens.ts";
import { writtenOut } from "../../../reading/written-out.ts";
import { type Answer, answered, isEstate } from "../../answer.ts";
import { type ProgramText, programTexts, stretch } from "../constructs/cobol-text.ts";
import { whole } from "../dossiers/whole-rows.ts";
import { type Actor, actorsMeant, doingWords, takenActor } from "./actor-meant.ts";
import { nearestStretches } from "./nearest-stretches.ts";

const STARTS_MAX = 2;

/**
 * "Is there any check before a user is deleted": the lines of the program that does what the question speaks of which hold most of what is asked of
 * it. Nothing where no program is known by what it does, or none of its lines holds enough.
 */
export function* answerActor(part: string, folder: Folder): Looking<Answer | undefined> {
  if (!isEstate(folder)) return undefined;
  const said = writtenOut(plain(inEnglish(part)));
  if ((yield* keptPrograms(folder)).some(({ name }) => new RegExp(`(?<![\\w-])${name}(?![\\w-])`, "i").test(part)))
    return undefined;
  const actors = yield* actorsMeant(said, folder);
  const [actor, ...others] = actors;
  // Of several that are described alike, none is known to be meant.
  if (!actor || others.length > 0) return undefined;
  const [program] = yield* programTexts([actor.program.path]);
  const nearest = program && nearestStretches(program, said, { words: doingWords(said), known: actor.pair });
  if (!program || !nearest) return undefined;
  const inOrder = nearest.stretches.toSorted((one, other) => one.stretch.from - other.stretch.from);
  const answer = answered(
    takenActor(said, actor),
    asksYesOrNo(part) ? NEAREST_TO_WHETHER : NEAREST,
    ...inOrder.map(({ lines }) => linesText(program, lines)),
    ...(yield* startedBy(actor, folder)),
  );
  return { ...answer, isOfPassages: true };
}

const NEAREST = "What of it comes nearest to what is asked:";
const NEAREST_TO_WHETHER =
  "What of it comes nearest to what is asked; whether that means yes or no is for you to read:";

/** Lines of a program below their place; with their numbers where others stand between them. */
function linesText(program: ProgramText, lines: readonly number[]): string {
  const [from = 1] = lines;
  const to = lines.at(-1) ?? from;
  if (to - from + 1 === lines.length) return stretch(program, from, to, lines.length);
  const shown = lines.map((line) => ({ line, text: program.code[line - 1] ?? "" }));
  const indent = Math.min(...shown.map(({ text }) => text.search(/\S|$/)));
  return [
    `${program.path}:${from}-${to}:`,
    ...shown.map(({ line, text }) => `  ${line}  ${text.slice(indent).trimEnd()}`),
  ].join("\n");
}

/** The transaction or the steps that start it. */
function* startedBy({ program }: Actor, folder: Folder): Looking<readonly string[]> {
  const name = program.name.toUpperCase();
  const running = (yield* steps()).rows.filter((row) => programRunBy(row) === name);
  const started = (yield* transactions(folder)).rows.filter(
    ({ note }) => note?.split(/\s+/)[1]?.toUpperCase() === name,
  );
  const rows = [...started, ...running].slice(0, STARTS_MAX);
  return [
    whole(
      "What starts it",
      rows.map((row) => `${row.name} — ${row.path}:${row.line}`),
    ),
  ];
}
