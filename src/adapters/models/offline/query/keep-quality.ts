import { firstNames } from "../cut-lists.ts";
import type { Folder } from "../folder.ts";
import type { Looking } from "../looking.ts";
import type { Draft } from "./draft.ts";
import { indexed } from "./keep-related.ts";
import { holdsQuality, SAID, WRITTEN } from "./qualities.ts";
import { callouts, executions } from "./relations.ts";
import type { Kind } from "./shape.ts";

/** "Batch, not online" says one thing twice. */
const OPPOSITES: Readonly<Record<string, string>> = { online: "batch", batch: "online" };

/** Keeps the rows that have a quality; false where none is known of such rows. */
export function* keepQuality(draft: Draft, kind: Kind, quality: string): Looking<boolean> {
  const holds = yield* holdsQuality(quality, kind, draft.rows);
  if (!holds) return false;
  draft.rows = draft.rows.filter(holds);
  const plain = quality.replace(/^!/, "");
  const isNegated = quality.startsWith("!");
  if (kind !== "program" && (plain === "online" || plain === "batch")) return true;
  const words = plain
    .split("|")
    .map((one) => SAID[one] ?? WRITTEN[one] ?? one)
    .join(" or ");
  // What is not online is batch, and said so: "not with EXEC CICS, so online" would say the contrary.
  const opposite = isNegated ? SAID[OPPOSITES[plain] ?? ""] : undefined;
  if (SAID[plain] === undefined && !isNegated) draft.adjectives.push(words);
  else if (opposite === undefined) draft.said.push(isNegated ? `not ${words}` : words);
  else if (!draft.said.includes(opposite)) draft.said.push(opposite);
  return true;
}

/** Which step of a job runs each of the batch programs: one that none runs may be called by others, or be dead. */
export function* tellRunners(draft: Draft, folder: Folder): Looking<void> {
  const found = yield* executions(folder);
  const runs = indexed(
    (found?.edges ?? []).filter(({ from }) => from.includes("/")),
    "to",
    "program",
  );
  draft.rows = draft.rows.map((row) => {
    const runners = [...new Set((runs.get(row.name.toUpperCase()) ?? []).map(({ from }) => from))];
    return {
      ...row,
      note: runners.length === 0 ? "no step of a job runs it" : `run by ${firstNames(runners, RUNNERS_MAX)}`,
    };
  });
}

const RUNNERS_MAX = 3;

/** What another program calls is a routine of it, and no program that a job would run. */
export function* setAsideCalled(draft: Draft, folder: Folder): Looking<void> {
  const found = yield* callouts(["calls", "links"], folder);
  const calls = indexed(found?.edges ?? [], "to", "program");
  const callerOf = (name: string): string | undefined =>
    calls.get(name.toUpperCase())?.find(({ from }) => (from.split("/")[0] ?? "").toUpperCase() !== name.toUpperCase())
      ?.from;
  const called = draft.rows.filter(({ name }) => callerOf(name) !== undefined);
  draft.rows = draft.rows.filter((row) => !called.includes(row));
  const said = called.map(({ name }) => `${name} (by ${callerOf(name)})`).join(", ");
  if (called.length > 0)
    draft.besides.push(`Other programs call these, so they are no batch programs of their own: ${said}.`);
}
