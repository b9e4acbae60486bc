import { RELATIONS } from "./lexicon.ts";
import type { Token } from "./tokens.ts";

/** One piece of what a question says; any of its meanings may be the one. */
export interface Unit {
  readonly meanings: readonly string[];
  /** How much it counts beside its rarity. */
  readonly weight: number;
}

/** What a token is in this folder, where that is known. */
export type Slot = "NAME" | "FILE" | "FOLDER" | "TOPIC";

const BE = /^(?:is|are|was|were|be|been|being|gets?|e|sao|foi|eram?|esta|estao|ser|sendo)$/;
const BY = /^(?:by|por|pelo|pela|pelos|pelas)$/;
const INSIDE = /^(?:in|inside|within|of|em|no|na|nos|nas|dentro|do|da)$/;
const PASSIVE = /(?:ed|en|read|set|sent|built|run|ad[oa]s?|id[oa]s?|it[oa]s?)$/;
const SLOT_WEIGHT = 2;
/** It may only say where. */
const FOLDER_WEIGHT = 0.5;
const DIRECTION_WEIGHT = 1.5;

/**
 * What a part says, in units: what its words mean, which slots it fills, and for each relation between a verb and a name
 * whether the name acts (`call:by`) or is acted on (`call:of`).
 * @param slots  of the tokens at these indexes
 */
export function readUnits(tokens: readonly Token[], slots: ReadonlyMap<number, Slot>): readonly Unit[] {
  const units = tokens.flatMap((token, index) => [
    ...meaningOf(token, slots.get(index)),
    ...directionOf(tokens, index, slots),
  ]);
  const keys = units.map(({ meanings }) => meanings.join("|"));
  return units.filter((_, index) => keys.indexOf(keys[index] ?? "") === index);
}

function meaningOf({ kind, concepts }: Token, slot: Slot | undefined): readonly Unit[] {
  switch (slot) {
    case "TOPIC":
      return [{ meanings: ["TOPIC"], weight: 1 }];
    case "FOLDER":
      return [{ meanings: ["FILE"], weight: FOLDER_WEIGHT }];
    case "FILE":
      return [{ meanings: ["FILE", "NAME"], weight: SLOT_WEIGHT }];
    case "NAME":
      return [{ meanings: ["NAME"], weight: SLOT_WEIGHT }];
    case undefined:
      return kind === "word" ? [{ meanings: concepts, weight: 1 }] : [];
  }
}

/** What the verb at an index does with the name nearest to it. */
function directionOf(tokens: readonly Token[], verbIndex: number, slots: ReadonlyMap<number, Slot>): readonly Unit[] {
  const relations = tokens[verbIndex]?.concepts.filter((concept) => RELATIONS.has(concept)) ?? [];
  const nameIndex = nearestName(slots, verbIndex);
  if (relations.length === 0 || nameIndex === undefined || slots.has(verbIndex)) return [];
  const role = isActing(tokens, verbIndex, nameIndex) ? "by" : "of";
  return [{ meanings: relations.map((relation) => `${relation}:${role}`), weight: DIRECTION_WEIGHT }];
}

function nearestName(slots: ReadonlyMap<number, Slot>, verbIndex: number): number | undefined {
  return [...slots]
    .filter(([, slot]) => slot !== "TOPIC")
    .map(([index]) => index)
    .sort((one, other) => Math.abs(one - verbIndex) - Math.abs(other - verbIndex))[0];
}

/** Whether the name does what the verb says, told by where it stands, by the passive and by what stands between. */
function isActing(tokens: readonly Token[], verbIndex: number, nameIndex: number): boolean {
  const verb = tokens[verbIndex]?.word ?? "";
  const between = tokens
    .slice(Math.min(verbIndex, nameIndex) + 1, Math.max(verbIndex, nameIndex))
    .map(({ word }) => word);
  if (between.some((word) => BY.test(word))) return true;
  const isPassive =
    PASSIVE.test(verb) && tokens.slice(Math.max(0, verbIndex - 6), verbIndex).some(({ word }) => BE.test(word));
  if (nameIndex < verbIndex) return !isPassive;
  // "used in X" tells where, "uses of X" of what; "written to X" is done to it.
  return (
    (isPassive || verbIndex === 0 || PASSIVE.test(verb)) &&
    between.some((word) => INSIDE.test(word)) &&
    !/s$/.test(verb)
  );
}
