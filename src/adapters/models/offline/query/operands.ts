import { describedThing, isIn } from "../described.ts";
import { describedRows } from "../described-rows.ts";
import { stemOf } from "../file-names.ts";
import type { Folder, Thing } from "../folder.ts";
import { type Looking, settled } from "../looking.ts";
import { holdsWord } from "../reading/word-forms.ts";
import { KINDS, keysOf } from "./kinds.ts";
import { holdsQuality, WRITTEN } from "./qualities.ts";
import { callouts } from "./relations.ts";
import { programs } from "./rows/estate.ts";
import type { Edges } from "./rows/found.ts";
import { projectNames } from "./rows/project.ts";
import { placeOf } from "./scopes.ts";
import type { Group, Kind, Noun, Row } from "./shape.ts";

/** What the other side of a clause means in this folder. */
export interface Operand {
  readonly matches: (endpoint: string) => boolean;
  /** As it is called here. */
  readonly said: string;
  /** What words were taken for, to be said first. */
  readonly taken?: string;
}

export interface OperandWish {
  readonly folder: Folder;
  /** What was spoken of before, the nearest first. */
  readonly before: readonly Group[];
  /** What the edges have at that side. */
  readonly kinds: readonly Kind[];
  readonly isOfText: boolean;
  readonly endpoints: Edges["edges"];
  readonly side: "from" | "to";
}

/** What a noun means among things of these kinds; undefined where nothing is called or described so. */
export function* operandOf(noun: Noun, wish: OperandWish): Looking<Operand | undefined> {
  const kinds = noun.kinds.filter((kind) => wish.kinds.includes(kind));
  const wished = kinds.length > 0 ? { ...wish, kinds } : wish;
  if (noun.stands === "for-before") return yield* ofBefore(noun, wished);
  if (wish.isOfText) return ofText(noun);
  if (noun.kinds.length > 0 && kinds.length === 0) return undefined;
  if (noun.names.length > 0) return yield* ofNames(noun.names, wished);
  if (noun.words.length > 0) return yield* ofWords(noun, wished);
  if (noun.kinds.length === 0) return noun.quantity === "any" ? { matches: () => true, said: "anything" } : undefined;
  return yield* ofAll(noun, wished);
}

function* ofBefore({ text }: Noun, { before, kinds, folder }: OperandWish): Looking<Operand | undefined> {
  const fitting = before.filter(({ kind, rows }) => kinds.includes(kind) && rows.length > 0);
  const isOne = /^(?:its?|that one|ele|ela|dele|dela)$/i.test(text);
  const group = (isOne ? fitting.find(({ isMany }) => !isMany) : undefined) ?? fitting[0];
  if (!group) return undefined;
  const keys = new Set(group.rows.flatMap(({ name }) => keysOf(name, group.kind)));
  if (group.kind === "screen") yield* addMaps(keys, folder);
  const names = group.rows.map(({ name }) => name);
  // A file of the name that its dataset has as a qualifier is meant, too.
  const isItsFile = (endpoint: string): boolean =>
    group.kind === "dataset" && names.some((name) => holdsQualifier(name, new Set([endpoint.toUpperCase()])));
  return {
    matches: (endpoint) => keysOf(endpoint, group.kind).some((key) => keys.has(key)) || isItsFile(endpoint),
    said: shortList(names),
  };
}

const SHOWN_MAX = 4;
const shortList = (names: readonly string[]): string =>
  names.length > SHOWN_MAX
    ? `${names.slice(0, SHOWN_MAX).join(", ")} and ${names.length - SHOWN_MAX} more`
    : names.join(" or ");

/** Words that stand in a text. */
function ofText({ words, names, kinds }: Noun): Operand | undefined {
  const wanted = [...words, ...names, ...kinds.filter((kind) => kind !== "field")];
  if (wanted.length === 0) return undefined;
  return {
    matches: (endpoint) => wanted.every((word) => startsWord(endpoint, word)),
    said: wanted.map((word) => `"${word}"`).join(" and "),
  };
}

/** A word in any of its forms in a text, or written out or shortened in a name. */
function startsWord(text: string, word: string): boolean {
  const stem = word.toLowerCase().replace(/s$/, "");
  const [holder = "", ...said] = text.split(" ");
  const name = holder.split("/").at(-1) ?? holder;
  return (
    new RegExp(`\\b${stem.replace(/[^\w-]/g, "\\$&")}`, "i").test(said.join(" ")) || (name !== "" && isIn(stem, name))
  );
}

function* ofNames(
  names: readonly string[],
  { kinds, endpoints, side, folder }: OperandWish,
): Looking<Operand | undefined> {
  const wanted = new Set(names.map((name) => name.toUpperCase()));
  if (kinds.includes("screen")) yield* addMaps(wanted, folder);
  const isWanted = (name: string): boolean => kinds.some((kind) => isCalled(name, kind, wanted));
  const isKnown =
    endpoints.some((edge) => isWanted(edge[side])) || (yield* rowsOf(kinds, folder)).some(({ name }) => isWanted(name));
  return isKnown ? { matches: isWanted, said: names.join(" or ") } : undefined;
}

/** A mapset is meant by its maps, and a map by its mapset. */
function* addMaps(keys: Set<string>, folder: Folder): Looking<void> {
  for (const { name } of yield* rowsOf(["screen"], folder))
    if (keysOf(name, "screen").some((key) => keys.has(key))) for (const key of keysOf(name, "screen")) keys.add(key);
}

const isCalled = (name: string, kind: Kind, wanted: ReadonlySet<string>): boolean =>
  kind === "dataset" ? holdsQualifier(name, wanted) : keysOf(name, kind).some((key) => wanted.has(key));

/** A dataset is often named by some of its qualifiers. */
const holdsQualifier = (name: string, wanted: ReadonlySet<string>): boolean =>
  [...wanted].some((one) => `.${name.toUpperCase()}.`.includes(`.${one}.`));

function* rowsOf(kinds: readonly Kind[], folder: Folder): Looking<readonly Row[]> {
  const rows: Row[] = [];
  for (const kind of kinds) rows.push(...(yield* KINDS[kind].rows?.(folder, {}) ?? settled(NOTHING)).rows);
  return rows;
}

const NOTHING = { rows: [], isWhole: true };

/** Words that are a name, or describe what is meant. */
function* ofWords(noun: Noun, wish: OperandWish): Looking<Operand | undefined> {
  const { kinds, endpoints, side, folder } = wish;
  const called = telling(
    noun.words,
    endpoints.map((edge) => edge[side]),
  );
  const spelled = new Set(["", "-", "_", " ", "."].map((sign) => noun.words.join(sign).toUpperCase()));
  const isSpelled = (name: string): boolean => kinds.some((kind) => keysOf(name, kind).some((key) => spelled.has(key)));
  const rows = yield* rowsOf(kinds, folder);
  const exact = [...endpoints.map((edge) => edge[side]), ...rows.map(({ name }) => name)].find(isSpelled);
  if (exact !== undefined)
    return {
      matches: (endpoint) => kinds.some((kind) => isCalled(endpoint, kind, spelled)),
      said: noun.words.join(" "),
    };
  const thing = yield* describedThing(called, [...kinds], folder);
  const others = thing ? namesOf(thing, kinds) : [];
  const meant = yield* ofQualities(others, noun, kinds);
  const named = rows.filter((row) => called.every((word) => isIn(word, row.name))).map((row) => row.name);
  const nearest = meant.length > 0 ? meant : named;
  const all =
    nearest.length > 0 || !kinds.includes("screen") ? nearest : yield* screensDescribed(noun.words, rows, folder);
  const [first] = all;
  if (first === undefined) return undefined;
  // Copybooks that declare a record of the same name are all meant, and so is a file of the name that its dataset has as a qualifier.
  const isMeant = (one: string): boolean =>
    thing?.kind === "data-item" || one === first || holdsQualifier(first, new Set([one.toUpperCase()]));
  const taken = all.filter(isMeant);
  const rest = all.filter((one) => !isMeant(one));
  const name = taken.join(" or ");
  const keys = new Set(kinds.flatMap((kind) => taken.flatMap((one) => keysOf(one, kind))));
  const more = rest.length === 0 ? "" : `; others that it may mean: ${shortList(rest)}`;
  return {
    matches: (endpoint) => kinds.some((kind) => keysOf(endpoint, kind).some((key) => keys.has(key))),
    said: name,
    taken: `I took "${noun.text}" as ${name}${more}.`,
  };
}

/** The screens on which the words stand, or of the one program of which they are said. */
function* screensDescribed(words: readonly string[], rows: readonly Row[], folder: Folder): Looking<readonly string[]> {
  const titled = rows.filter(({ text = "" }) => words.every((word) => holdsWord(text, word)));
  if (titled.length === 1) return titled.map(({ name }) => name);
  const known = (yield* programs()).rows;
  const described = yield* describedRows({ kind: "program", noun: "program", words }, known, { folder, before: [] });
  const [best, ...others] = described.filter(({ held }) => held.size === words.length);
  if (!best || others.length > 0) return [];
  const shown = (yield* callouts(["sends", "receives"], folder))?.edges ?? [];
  const sent = new Set(
    shown
      .filter(({ from }) => keysOf(from, "program").includes(best.row.name.toUpperCase()))
      .flatMap(({ to }) => keysOf(to, "screen")),
  );
  return rows.filter(({ name }) => keysOf(name, "screen").some((key) => sent.has(key))).map(({ name }) => name);
}

/** What a thing is called among things of these kinds: a record is known by its copybook. */
function namesOf({ name, kind, places, others = [] }: Thing, kinds: readonly Kind[]): readonly string[] {
  if (kind !== "data-item" || !kinds.includes("copybook")) return [name, ...others];
  return [...new Set(places.filter(({ path }) => /\.(?:cpy|copy)$/i.test(path)).map(({ path }) => stemOf(path)))];
}

/** Words that no name holds tell none from the others; all where none is held. */
function telling(words: readonly string[], names: readonly string[]): readonly string[] {
  const held = words.filter((word) => names.some((name) => isIn(word, name)));
  return held.length > 0 ? held : words;
}

function* ofQualities(
  names: readonly string[],
  { qualities }: Noun,
  kinds: readonly Kind[],
): Looking<readonly string[]> {
  const [kind] = kinds;
  if (kind === undefined) return names;
  let left = names.map((name): Row => ({ kind, name, path: "", line: 1 }));
  for (const quality of qualities) {
    const holds = yield* holdsQuality(quality, kind, left);
    if (holds) left = left.filter(holds);
  }
  return left.map(({ name }) => name);
}

/** All of a kind: "any job", "the online programs", "transactions". */
function* ofAll(noun: Noun, wish: OperandWish): Looking<Operand | undefined> {
  const names: { readonly name: string; readonly kind: Kind }[] = [];
  for (const kind of wish.kinds) {
    let rows: readonly Row[] = (yield* KINDS[kind].rows?.(wish.folder, {}) ?? settled(NOTHING)).rows;
    for (const quality of noun.qualities) {
      const holds = yield* holdsQuality(quality, kind, rows);
      const place = holds
        ? undefined
        : yield* placeOf({ noun: { ...noun, kinds: [] }, isLeftOut: false, preposition: "in" }, wish.folder);
      if (!holds && !place) return undefined;
      rows = rows.filter(holds ?? place?.holds ?? (() => true));
    }
    names.push(...rows.map(({ name }) => ({ name, kind })));
  }
  const keys = new Set(names.flatMap(({ name, kind }) => keysOf(name, kind)));
  return {
    matches: (endpoint) => wish.kinds.some((kind) => keysOf(endpoint, kind).some((key) => keys.has(key))),
    said: [
      ...(noun.quantity === "any" ? ["any"] : []),
      ...noun.qualities.map((one) => WRITTEN[one] ?? one),
      wish.kinds.map((kind) => (noun.quantity === "any" ? KINDS[kind].noun : KINDS[kind].nouns)).join(" or "),
    ].join(" "),
  };
}

/** Whether a noun is the project itself: by its name, or as "it" where nothing was spoken of before. */
export function* isProject(noun: Noun, folder: Folder, before: readonly Group[]): Looking<boolean> {
  if (noun.stands === "for-before") return before.length === 0;
  if (noun.kinds.length > 0) return false;
  const said = [...noun.words, ...noun.names].join(" ").toLowerCase();
  if (said === "") return noun.quantity === "any";
  const names = yield* projectNames(folder);
  return [...names].some((name) => name === said || name.split("/").at(-1) === said) || holdsTitle(said, folder);
}

const holdsTitle = (said: string, { paths }: Folder): boolean =>
  paths.some((path) => /^(?:src\/)?[^/]+\/__init__\.py$/.test(path) && holdsWord(path, said));
