import { isEstate } from "../answers/answer.ts";
import { type Looking, settled } from "../looking.ts";
import { type Context, type Draft, type Found, keepBefore, keepNamed, newDraft } from "./draft.ts";
import { keepChosen } from "./keep-chosen.ts";
import { keepQuality, setAsideCalled, tellRunners } from "./keep-quality.ts";
import { isQualityAlone, keepRelated } from "./keep-related.ts";
import { KINDS } from "./kinds.ts";
import { type Place, placeOf } from "./scopes.ts";
import { isOfData, type Kind, type Query } from "./shape.ts";

/** The rows that a query selects; undefined where look-ups cannot tell which those are. */
export function* runQuery(query: Query, context: Context): Looking<Found | undefined> {
  for (const kind of headKinds(query, context)) {
    const found = KINDS[kind].rows === undefined ? undefined : yield* ofKind(kind, query, context);
    if (found) return found;
  }
  return undefined;
}

function headKinds({ head, clauses }: Query, { before, folder }: Context): readonly Kind[] {
  if (head.kinds.length === 0) return before.slice(0, head.stands === undefined ? 0 : 1).map(({ kind }) => kind);
  if (!head.kinds.includes("dataset") || !head.kinds.includes("file")) return head.kinds;
  // A file is one of data where something is done to it, and one of source elsewhere.
  const isData =
    folder.tools.has("citadel_crud") &&
    (head.qualities.includes("vsam") || clauses.some(({ relation }) => isOfData(relation)));
  return isData ? ["dataset"] : ["file"];
}

/** Rows of one kind, by all that restricts them. */
function* ofKind(kind: Kind, query: Query, context: Context): Looking<Found | undefined> {
  const { folder } = context;
  const read = yield* placesOf(query, context);
  if (!read) return undefined;
  const near = read.places.find(({ place, isLeftOut }) => !isLeftOut && place.path !== undefined)?.place.path;
  const rows = KINDS[kind].rows?.(folder, near === undefined ? {} : { path: near });
  const draft = newDraft(yield* rows ?? settled({ rows: [], isWhole: true }), read.unread);
  const isBefore = query.head.stands === "for-before";
  if (
    isEverydayWord(draft, kind, folder) ||
    (isBefore && !keepBefore(draft, kind, context)) ||
    !keepNamed(draft, query)
  )
    return undefined;
  keepPlaced(draft, read.places);
  const total = draft.rows.length;
  // What stands in such a place is called otherwise: the fields of a copybook, the paragraphs of a program.
  if (total === 0 && read.places.length > 0 && OF_PLACES.test(kind)) return undefined;
  // That nothing is named for it does not say that there is none.
  if (total === 0 && query.scopes.some(({ preposition, isLeftOut }) => preposition === "about" && !isLeftOut))
    return undefined;
  // Whether what is named is so, is shown by its own line.
  const considered = isBefore || query.head.words.length > 0 ? draft.rows : [];
  const isKept = (yield* keepAll(draft, kind, query, context)) && (yield* keepChosen(draft, kind, query, folder));
  return isKept ? { kind, total, considered, ...draft } : undefined;
}

/** Where there is no mainframe, there are steps, jobs and programs that no row is of. */
const isEverydayWord = ({ all }: Draft, kind: Kind, folder: Context["folder"]): boolean =>
  all.length === 0 && OF_MAINFRAME.test(kind) && !isEstate(folder);

const OF_MAINFRAME = /^(?:field|job|paragraph|program|screen|step|transaction)$/;
const OF_PLACES = /^(?:field|function|class|paragraph)$/;

function keepPlaced(draft: Draft, places: Places["places"]): void {
  for (const { place, isLeftOut } of places) {
    draft.rows = draft.rows.filter((row) => place.holds(row) !== isLeftOut);
    draft.said.push(isLeftOut ? `not ${place.said}` : place.said);
  }
}

/** Keeps what all clauses and qualities select; false where one of them is not known of such rows. */
function* keepAll(draft: Draft, kind: Kind, query: Query, context: Context): Looking<boolean> {
  // Of paragraphs only those that nothing reaches are known.
  if (kind === "paragraph" && !query.clauses.some(({ isNegated }) => isNegated)) return false;
  const related = query.clauses.filter((clause) => !isQualityAlone(clause));
  for (const clause of related) if (!(yield* keepRelated(draft, kind, clause, context))) return false;
  const qualities = qualitiesOf(query);
  for (const quality of qualities) if (!(yield* keepQuality(draft, kind, quality))) return false;
  if (kind === "program" && qualities.includes("batch")) {
    const isOfUnrun = related.some(
      ({ relation, role, isNegated }) => relation === "run" && role === "suffers" && isNegated,
    );
    if (isOfUnrun) yield* setAsideCalled(draft, context.folder);
    yield* tellRunners(draft, context.folder);
  }
  return true;
}

/** The qualities of the head, and those that clauses say of it. */
function qualitiesOf({ head, clauses }: Query): readonly string[] {
  const said = clauses
    .filter(isQualityAlone)
    .flatMap(({ other, isNegated }) => other.qualities.map((one) => (isNegated ? `!${one}` : one)));
  // What a project installs are no scripts for those that work on it.
  const isInstalled = clauses.some(({ relation }) => relation === "install") && head.kinds.includes("command");
  return [...head.qualities, ...said, ...(isInstalled ? ["installed"] : [])];
}

interface Places {
  readonly places: readonly { readonly place: Place; readonly isLeftOut: boolean }[];
  /** What is left out that nothing here is called. */
  readonly unread: readonly string[];
}

function* placesOf({ scopes }: Query, { folder }: Context): Looking<Places | undefined> {
  const places: { readonly place: Place; readonly isLeftOut: boolean }[] = [];
  const unread: string[] = [];
  for (const scope of scopes) {
    const place = yield* placeOf(scope, folder);
    if (!place && !scope.isLeftOut) return undefined;
    if (place) places.push({ place, isLeftOut: scope.isLeftOut });
    else unread.push(scope.noun.text);
  }
  return { places, unread };
}
