import type { FlowStep } from "../flow-index.ts";
import type { Forms, Twofold } from "./trial-forms.ts";

const DEPTH_MAX = 12;
const STATES_MAX = 20_000;

/** Statements after which the receiver holds the value itself; of a calculation it holds another. */
export const KEEPS: ReadonlySet<string> = new Set([
  ...["move", "read-into", "write-from", "pass", "string", "unstring", "sql", "exec"],
]);

/** Steps after which the value is in other programs, byte for byte. */
export const OUTSIDE: ReadonlySet<string> = new Set(["pass", "exec"]);

/** An item that has the value. */
export interface State extends Twofold {
  readonly id: string;
  /** The program that has put it there; undefined for an item that grows, which it does in every program. */
  readonly path: string | undefined;
  readonly depth: number;
  /** The item that is the value itself, of which `id` is a group or another name. */
  readonly of: string;
  /** The item that grew, from which it comes. */
  readonly origin: string;
}

/** The items that have the value and were not looked at yet, each once for the bytes of it that it has. */
export class States {
  private readonly seen = new Set<string>();
  private readonly waiting: State[] = [];

  add(state: State): void {
    const { id, path = "", after, before, depth } = state;
    const held = JSON.stringify([after, before]);
    const [key, everywhere] = [`${id} ${path} ${held}`, `${id}  ${held}`];
    if (depth > DEPTH_MAX || this.seen.size >= STATES_MAX || this.seen.has(key) || this.seen.has(everywhere)) return;
    this.seen.add(key);
    this.waiting.push(state);
  }

  /** In the order of their steps. */
  *[Symbol.iterator](): Generator<State> {
    for (let state = this.waiting.shift(); state; state = this.waiting.shift()) yield state;
  }
}

/** Does a statement move only some bytes of the item? */
export const isPartSent = ({ use }: FlowStep): boolean => (use.part & 1) !== 0;

/** Does what fills a group no longer bring all of it? A called program may know the first bytes only. */
export const isShorter = ({ before }: State, { use }: FlowStep, { oldFrom, newFrom, oldTo, newTo }: Forms): boolean =>
  newTo.bytes < newFrom.bytes && (before ? oldTo.bytes >= oldFrom.bytes : use.kind !== "pass");
