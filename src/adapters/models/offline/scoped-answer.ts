import type { Answer, Asked, Intent } from "./answers/answer.ts";
import { fileOf, type Thing } from "./folder.ts";
import { led } from "./honest-answer.ts";
import { ofKeptFiles } from "./kept-files.ts";
import type { Looking } from "./looking.ts";
import { answeredFor, answersOf, namesakes } from "./namesakes.ts";
import { unknownName } from "./unknown-name.ts";

const THINGS_MAX = 3;

/**
 * The answer of an intent to what is asked in a place: of a thing that is declared there it is that one, elsewhere only what stands
 * there counts. What knows no places says so.
 */
export function* answerIn(intent: Intent, asked: Asked): Looking<Answer> {
  const { scope } = asked;
  const place = scope && placeOf(scope);
  if (!place) return yield* answerNamesakes(intent, asked);
  const own = asked.things.map((thing) => declaredIn(thing, place));
  if (intent.isOfDeclaration === true && own.every((thing) => thing !== undefined))
    return yield* answerNamesakes(intent, { ...asked, things: own });
  const keeps = (path: string): boolean => isWithin(path, place);
  const work = answerNamesakes(intent, { ...asked, folder: { ...asked.folder, keeps } });
  const { value, isRestricted } = yield* ofKeptFiles(work, { said: `in ${scope.name}`, keeps });
  if (isRestricted) return led(`As asked: in ${place}.`, value);
  return led(
    `I could not narrow this to "${scope.written}": what follows is ${intent.means}, without regard to that.`,
    {
      ...value,
      isUnnarrowed: true,
    },
  );
}

const placeOf = (scope: Thing): string | undefined =>
  scope.kind === "folder" || scope.kind === "file" ? scope.name : fileOf(scope);

const isWithin = (path: string, place: string): boolean => path === place || path.startsWith(`${place}/`);

/** A thing with the places where it is declared there; undefined where it is declared elsewhere alone. */
function declaredIn(thing: Thing, place: string): Thing | undefined {
  const places = thing.places.filter(({ path }) => isWithin(path, place));
  return places.length > 0 && thing.kind !== "text" ? { ...thing, places } : undefined;
}

/** For each file of a name that several have. */
function* answerNamesakes(intent: Intent, asked: Asked): Looking<Answer> {
  const at = asked.things.findIndex((thing) => namesakes(thing).length > 0);
  const files = asked.things.slice(at, at + 1).flatMap(namesakes);
  const isOfThings = intent.needs === "name" || intent.needs === "file" || intent.usesThings === true;
  if (at < 0 || !isOfThings) return yield* answerIntent(intent, asked);
  const answers: Answer[] = [];
  for (const file of answeredFor(files)) {
    const things = asked.things.map((thing, index) => (index === at ? file : thing));
    answers.push(yield* answerIntent(intent, { ...asked, things }));
  }
  return answersOf(files, answers);
}

/** Of several things, each is answered for. */
function* answerIntent(intent: Intent, asked: Asked): Looking<Answer> {
  const { things } = asked;
  const isOfThings = intent.needs === "name" || intent.needs === "file";
  const missing = things.filter(({ kind }) => kind === "unknown");
  if (isOfThings && intent.isOfTwo && missing[0]) return yield* unknownName(missing[0], asked.folder);
  if (!isOfThings || intent.isOfTwo) return yield* intent.answer(asked);
  const answers: Answer[] = [];
  for (const thing of things.slice(0, THINGS_MAX))
    answers.push(
      thing.kind === "unknown"
        ? yield* unknownName(thing, asked.folder)
        : yield* intent.answer({ ...asked, things: [thing] }),
    );
  const [only] = answers;
  if (only && answers.length === 1) return only;
  return {
    text: [
      ...new Set(answers.map(({ text }) => text)),
      ...(things.length > THINGS_MAX ? [`I answer for the first ${THINGS_MAX} of ${things.length} names.`] : []),
    ].join("\n\n"),
    isAnswer: answers.some(({ isAnswer }) => isAnswer),
  };
}
