import type { Estate } from "../../graph/estate.ts";
import { usageNamed } from "../../languages/cobol/data/clauses.ts";
import { readPicture } from "../../languages/cobol/data/picture.ts";
import type { Line } from "../answer.ts";
import { type FlowIndex, itemNode } from "../flow-index.ts";
import { type Form, formOf, isSameForm, withShape } from "./held-value.ts";
import { longerRecords } from "./longer-records.ts";
import { stepsOutside } from "./steps-outside.ts";
import { Trial } from "./trial.ts";
import type { Changed } from "./trial-forms.ts";

export interface WhatIf {
  /** Statements that would lose something, and layouts that share the bytes. */
  readonly broken: readonly Line[];
  /** Moves to the items from what cannot hold as much. */
  readonly smaller: readonly Line[];
  /** Ids of the items that would have to grow as well. */
  readonly grown: ReadonlySet<string>;
  /** The items have that PICTURE: what is told is lost today. */
  readonly isToday: boolean;
  /** Records that would be longer, with what moves in them. */
  readonly records: readonly Line[];
}

/**
 * What some items with another PICTURE would break: statements that lose digits, characters or a sign because what held all
 * of the value no longer does, or that move to the items what then no longer fits; and layouts that then no longer agree. The value is
 * followed through everything that holds all of it; what is too small is followed as if it had grown as well. Of items that
 * have that PICTURE already, as after the change, it is what they lose today.
 * @param to  `PIC X(12)`, `S9(9)V99 COMP-3` …
 * @returns   undefined when that is no PICTURE
 */
export function whatIf(estate: Estate, flows: FlowIndex, ids: readonly string[], to: string): WhatIf | undefined {
  const [picture = "", ...usage] = to
    .trim()
    .replace(/^PIC(?:TURE)?\s+(?:IS\s+)?/i, "")
    .toUpperCase()
    .split(/\s+/);
  const shape = readPicture(picture);
  if (shape.category === "none" || !/^[SVPXANG9ZBCRDE0*+\-$,./()\d]+$/.test(picture)) return undefined;
  const named = usage.filter((word) => word !== "USAGE" && word !== "IS").at(0);
  const other = named === undefined ? undefined : usageNamed(named);
  if (named !== undefined && other === undefined) return undefined;
  const forms = ids.flatMap((id) => {
    const declared = formOf(itemNode(estate, id));
    return declared ? [[id, declared, withShape(declared, shape, other)] as const] : [];
  });
  const isToday = forms.length > 0 && forms.every(([, declared, form]) => isSameForm(declared, form));
  const changed = forms.map(([id, before, form]) => ({ id, before: isToday ? undefined : before, form }));
  const trial = tried(estate, flows, changed);
  return {
    broken: [...trial.findings.broken.values()],
    smaller: [...trial.findings.smaller.values()],
    grown: trial.followed,
    isToday,
    records: isToday ? [] : longerRecords(estate, trial.forms.grown, [...ids, ...trial.followed]),
  };
}

/** Statements that lose something since some items changed; by their ids, how they were declared before. */
export function brokenBy(estate: Estate, flows: FlowIndex, before: ReadonlyMap<string, Form>): Iterable<Line> {
  const changed = [...before].flatMap(([id, was]) => {
    const form = formOf(itemNode(estate, id));
    return form ? [{ id, before: was, form }] : [];
  });
  return tried(estate, flows, changed).findings.broken.values();
}

const tried = (estate: Estate, flows: FlowIndex, changed: readonly Changed[]): Trial =>
  new Trial(estate, flows, changed, (id) => stepsOutside(estate, flows, id));
