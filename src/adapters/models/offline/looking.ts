import type { Steps } from "../../../base/steps.ts";

/** What a look-up gave back. */
export interface Found {
  readonly text: string;
  readonly failed: boolean;
}

/** A call that would find a fact. */
export interface Wanted {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/**
 * Work that asks for facts as it goes: it yields the calls that it needs at once, is given what they found in the same
 * order, and returns what it made of them.
 */
export type Looking<Value> = Generator<readonly Wanted[], Value, readonly Found[]>;

const ROUNDS_MAX = 120;

/** What needs no fact. */
export function* settled<Value>(value: Value): Looking<Value> {
  yield [];
  return value;
}

/** Asks for one fact. */
export function* look(name: string, input: Readonly<Record<string, unknown>>): Looking<Found> {
  const [found] = yield [{ name, input }];
  return found ?? NOTHING;
}

/** Asks for several facts at once. */
export function* lookAll(wanted: readonly Wanted[]): Looking<readonly Found[]> {
  if (wanted.length === 0) return [];
  return yield wanted;
}

/** Whether a search gave only the first of what it found. */
export const isCut = ({ text }: Found): boolean => /^\(shown \d+ of /m.test(text);

/** What work makes, and whether a search that it rests on was cut. */
export function* watched<Value>(work: Looking<Value>): Looking<{ readonly value: Value; readonly wasCut: boolean }> {
  let wasCut = false;
  let state = work.next();
  while (!state.done) {
    const found = yield state.value;
    wasCut ||= state.value.some(({ name }, index) => name === "search_code" && isCutAt(found[index]));
    state = work.next(found);
  }
  return { value: state.value, wasCut };
}

const isCutAt = (found: Found | undefined): boolean => found !== undefined && isCut(found);

/** Does several pieces of work side by side: what they ask for in the same round is asked at once. */
export function* together<Value>(works: readonly Looking<Value>[]): Looking<readonly Value[]> {
  const states = works.map((work) => work.next());
  while (states.some(({ done }) => !done)) {
    const wanted = states.map((state) => (state.done ? [] : state.value));
    const found = yield wanted.flat();
    let from = 0;
    for (const [index, work] of works.entries()) {
      const count = wanted[index]?.length ?? 0;
      if (!states[index]?.done) states[index] = work.next(found.slice(from, from + count));
      from += count;
    }
  }
  return states.flatMap((state) => (state.done ? [state.value] : []));
}

const NOTHING: Found = { text: "", failed: true };

export type Pursued<Value> =
  | { readonly kind: "done"; readonly value: Value }
  | { readonly kind: "wants"; readonly calls: readonly Wanted[] };

/**
 * Runs work again from its beginning with the facts that are known by now. Because it depends on nothing else it takes the
 * same way each time and goes one round further.
 * @param known  what a call found; undefined where it was not made yet
 */
export function* pursue<Value>(
  begin: () => Looking<Value>,
  known: (call: Wanted) => Found | undefined,
): Steps<Pursued<Value>> {
  const work = begin();
  let state = work.next();
  for (let round = 0; !state.done; ) {
    if (state.value.length > 0) round++;
    const answers = state.value.map((call) => (round <= ROUNDS_MAX ? known(call) : NOTHING));
    const calls = state.value.filter((_, index) => answers[index] === undefined);
    if (calls.length > 0) return { kind: "wants", calls };
    yield;
    state = work.next(answers.flatMap((answer) => answer ?? []));
  }
  return { kind: "done", value: state.value };
}

/** The same for the same call, whatever the order of its input. */
export function callKey({ name, input }: Wanted): string {
  const text = `${name} ${JSON.stringify(Object.entries(input).sort(([one], [other]) => (one < other ? -1 : 1)))}`;
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(36);
}

/** Each call once, under its key; what is above the bound is wanted again when these are known. */
export function wantedCalls(calls: readonly Wanted[], most: number): readonly (readonly [string, Wanted])[] {
  return [...new Map(calls.map((call) => [callKey(call), call]))].slice(0, most);
}
