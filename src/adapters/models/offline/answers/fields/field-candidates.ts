import { firstNames } from "../../cut-lists.ts";
import { isIn, joinsIn } from "../../described.ts";
import { stemOf } from "../../file-names.ts";
import type { Folder, Thing } from "../../folder.ts";
import type { Looking } from "../../looking.ts";
import { callouts } from "../../query/relations.ts";
import { linesOf } from "../../query/rows/found.ts";
import { type MapField, readMaps } from "../../query/rows/screens.ts";
import { formsOf } from "../../reading/word-forms.ts";
import { type CitedLine, isComment } from "../../result-text.ts";
import { listed } from "../answer.ts";

/** Fields that everyday words may mean, by their names alone. */
export interface FieldCandidates {
  /** Words that their names hold, and those that no name holds. */
  readonly held: readonly string[];
  readonly dropped: readonly string[];
  /** In copybooks, which programs share. */
  readonly shared: readonly CandidateField[];
  /** In programs, which are their own. */
  readonly own: readonly CandidateField[];
  readonly onMaps: readonly MapField[];
  readonly isWhole: boolean;
}

export interface CandidateField extends CitedLine {
  readonly name: string;
}

const SOURCES = "*.{cbl,cob,cobol,cpy,copy,CBL,COB,CPY,COPY}";
const FIELD = /^.{6} +(?:0[2-9]|[1-4]\d) +([A-Z][\w-]*)/i;
const COPYBOOK = /\.(?:cpy|copy)$/i;
/** What is said of a field and stands in few names: "the holder name" is called HOLDER. */
const SAYS_LITTLE =
  /^(?:names?|numbers?|codes?|ids?|fields?|values?|texts?|columns?|nomes?|numeros?|números?|campos?)$/i;
const SHORT_CHARS = 3;

/** The fields of copybooks, programs and maps whose names hold the words, written out or shortened; undefined where there is none. */
export function* fieldCandidates(words: readonly string[], folder: Folder): Looking<FieldCandidates | undefined> {
  const telling = words.filter((word) => !SAYS_LITTLE.test(word));
  const [first] = telling;
  if (first === undefined || !folder.paths.some((path) => /\.(?:cpy|copy|cbl|cob|cobol)$/i.test(path)))
    return undefined;
  const pattern = `^.{6} +(?:0[2-9]|[1-4]\\d) +\\S*(?:${formsOf(first)}|\\b${shortForms(first)}(?:[-. ]|$))`;
  const { lines, isWhole } = yield* linesOf([{ pattern, glob: SOURCES }]);
  const fields = lines.flatMap((line): CandidateField[] => {
    const name = isComment(line.path, line.text) ? undefined : FIELD.exec(line.text)?.[1];
    return name === undefined ? [] : [{ ...line, name }];
  });
  const maps = yield* readMaps(folder);
  const named = maps.fields.filter(({ name }) => name !== "");
  const all = chosen(words, fields, named);
  const { held, fields: kept, onMaps } = all ?? chosen(telling, fields, named) ?? NOTHING;
  if (kept.length + onMaps.length === 0) return undefined;
  // What a map generates changes with the map.
  const ofMaps = new Set(
    onMaps.flatMap(({ name }) => [..."LFAIOCPHV"].map((letter) => `${name}${letter}`.toUpperCase())),
  );
  const declared = kept.filter(({ name }) => !ofMaps.has(name.toUpperCase()));
  return {
    held,
    dropped: words.filter((word) => !held.includes(word)),
    shared: declared.filter(({ path }) => COPYBOOK.test(path)),
    own: declared.filter(({ path }) => !COPYBOOK.test(path)),
    onMaps,
    isWhole: isWhole && maps.isWhole,
  };
}

interface Chosen {
  readonly held: readonly string[];
  readonly fields: readonly CandidateField[];
  readonly onMaps: readonly MapField[];
}

const NOTHING: Chosen = { held: [], fields: [], onMaps: [] };

function chosen(
  words: readonly string[],
  fields: readonly CandidateField[],
  onMaps: readonly MapField[],
): Chosen | undefined {
  const holds = ({ name }: { readonly name: string }): boolean => words.every((word) => nameHolds(name, word));
  // A map has no room for hyphens.
  const orders = [words, words.toReversed()];
  const isOnMap = (field: MapField): boolean => holds(field) || orders.some((order) => joinsIn(order, field.name));
  const kept = { held: words, fields: fields.filter(holds), onMaps: onMaps.filter(isOnMap) };
  return kept.fields.length > 0 ? kept : undefined;
}

/** Its letters in their order, of which any but the first may be left out. */
const shortForms = (word: string): string => {
  const [initial = "", ...others] = word.toLowerCase().replace(/[^a-z]/g, "");
  return `${initial}${others.map((letter) => `${letter}?`).join("")}`;
};

/** Whether a name holds a word, written out or shortened: by its beginning or without vowels, so that PAD is no password. */
export function nameHolds(name: string, word: string): boolean {
  return name.split(/[-_.]+/).some((part) => {
    const said = part.toLowerCase().replace(/\d+$/, "");
    const isBegun = word.toLowerCase().startsWith(said);
    return isIn(word, said) && (said.length > SHORT_CHARS || isBegun || !/[aeiou]/.test(said.slice(1)));
  });
}

/** The one field that programs share, where there is one; what else is called so stands beside it. */
export function onlyShared({ shared, own }: FieldCandidates, written: string): Thing | undefined {
  const [first] = shared;
  if (!first || new Set(shared.map(({ name }) => name)).size !== 1) return undefined;
  const others = [...new Set(own.map(({ name }) => name))].filter((name) => name !== first.name);
  return { written, name: first.name, kind: "data-item", places: shared, others };
}

/** What was taken for what. */
export function candidatesText({ held, dropped }: FieldCandidates): string {
  const said = held.join(" ");
  return dropped.length === 0
    ? `These are the fields whose names hold "${said}", written out or shortened; which of them is meant, no line says.`
    : `These are the fields whose names hold "${said}", written out or shortened, and not "${dropped.join(" ")}"; which of them is meant, no line says.`;
}

/** Every field in copybooks with the programs that copy it, and in programs. */
export function* fieldLists({ shared, own }: FieldCandidates, folder: Folder): Looking<readonly string[]> {
  const copies = (yield* callouts(["copies", "includes"], folder))?.edges ?? [];
  const rows = shared.map((field) => {
    const stem = stemOf(field.path).toUpperCase();
    const users = [...new Set(copies.filter(({ to }) => to.toUpperCase() === stem).map(({ from }) => from))];
    const copied = users.length === 0 ? "no program copies it" : `copied by ${firstNames(users, USERS_MAX)}`;
    return `${fieldText(field)}; ${copied} — ${field.path}:${field.line}`;
  });
  return [
    listed("Fields of copybooks with the programs that copy them", rows),
    listed(
      "Fields of programs themselves",
      own.map((field) => `${fieldText(field)} — ${field.path}:${field.line}`),
    ),
  ];
}

const USERS_MAX = 5;

const fieldText = ({ name, text }: CandidateField): string =>
  [name, /\bPIC(?:TURE)?\s+(?:IS\s+)?\S+/i.exec(text)?.[0].replace(/\.$/, "")].filter(Boolean).join(" ");

/** Fields of maps that are called so: what is typed or shown there is as wide as the map says. */
export const mapFieldsText = ({ onMaps }: FieldCandidates): string =>
  listed(
    "Fields of screens (BMS) that are called so",
    onMaps.map(({ screen, name, path, line }) => `${screen}/${name} — ${path}:${line}`),
  );
