import fc from "fast-check";
import { expect, test } from "vitest";
import { rounds } from "../../test/rounds.ts";
import {
  isHolderAlive,
  isThisProcess,
  type ProcessIdentity,
  parseIdentity,
  SILENT_MS_MAX,
  thisProcess,
  type View,
} from "./process-identity.ts";

const identity = fc.record({
  pid: fc.constantFrom(1, 7),
  startTime: fc.constantFrom("1", "2"),
  bootId: fc.constantFrom("", "one", "two"),
  namespace: fc.constantFrom("", "pid:[1]", "pid:[2]"),
  host: fc.constantFrom("here", "there"),
});
const NOW_MS = 1_000_000_000;
const MUCH_MS = 3 * SILENT_MS_MAX;
const rest = fc.record({
  isRunning: fc.boolean(),
  // A clock may have been set back since.
  signAgoMs: fc.option(fc.integer({ min: -MUCH_MS, max: MUCH_MS })),
  upForMs: fc.integer({ min: 0, max: MUCH_MS }),
});

interface Facts {
  readonly isRunning: boolean;
  readonly signAgoMs: number | null;
  readonly upForMs: number;
}

/** @returns the verdict, and what was asked for it */
function judge(holder: ProcessIdentity, here: ProcessIdentity, facts: Facts) {
  const asked: string[] = [];
  const noting = <Value>(what: string, value: Value): Value => {
    asked.push(what);
    return value;
  };
  const view: View = {
    here,
    isRunning: () => noting("kernel", facts.isRunning),
    signMs: () => noting("sign", facts.signAgoMs === null ? undefined : NOW_MS - facts.signAgoMs),
    nowMs: NOW_MS,
    upSinceMs: () => NOW_MS - facts.upForMs,
  };
  return { isAlive: isHolderAlive(holder, view), asked };
}

const check = (
  claim: (holder: Required<ProcessIdentity>, here: Required<ProcessIdentity>, facts: Facts) => void,
): void => fc.assert(fc.property(identity, identity, rest, claim), { numRuns: rounds(200) });

test("of a process of the same namespace and boot the kernel alone is asked", () =>
  check((holder, here, facts) => {
    const near = { ...holder, bootId: here.bootId, namespace: here.namespace, host: here.host };
    expect(judge(near, here, facts)).toEqual({ isAlive: facts.isRunning, asked: ["kernel"] });
  }));

test("in another namespace, on another boot or machine a number says nothing: the kernel is never asked", () =>
  check((holder, here, facts) => {
    const isFar = holder.namespace !== here.namespace || holder.bootId !== here.bootId;
    // Machines that tell neither are told apart by their names.
    const isNamedOtherwise = (here.bootId === "" || here.namespace === "") && holder.host !== here.host;
    fc.pre(isFar || isNamedOtherwise);
    expect(judge(holder, here, facts).asked).toEqual(["sign"]);
  }));

test("who cannot be seen and gives signs is never taken for dead, but by a machine of the same name that was started since", () =>
  check((holder, here, facts) => {
    const { isAlive, asked } = judge(holder, here, facts);
    const { signAgoMs, upForMs } = facts;
    fc.pre(asked[0] === "sign" && signAgoMs !== null && Math.abs(signAgoMs) <= SILENT_MS_MAX);
    const isBefore = holder.host === here.host && holder.bootId !== here.bootId && (signAgoMs ?? 0) > upForMs;
    expect(isAlive).toBe(!isBefore);
  }));

test("who cannot be seen and gives no sign is in nobody's way for longer than the silence", () =>
  check((holder, here, facts) => {
    const { isAlive, asked } = judge(holder, here, facts);
    fc.pre(asked[0] === "sign" && (facts.signAgoMs === null || Math.abs(facts.signAgoMs) > SILENT_MS_MAX));
    expect(isAlive).toBe(false);
  }));

test("what an older version noted is judged as it was: by the kernel in the same boot, dead in another", () =>
  check(({ pid, startTime, bootId }, here, facts) => {
    const isSame = bootId === here.bootId;
    expect(judge({ pid, startTime, bootId }, here, facts)).toEqual({
      isAlive: isSame && facts.isRunning,
      asked: isSame ? ["kernel"] : [],
    });
  }));

test("what is no identity is none, whatever it holds instead", () => {
  const texts = ["", "null", "7", "[]", '{"pid":"7"}', '{"pid":7,"host":7}', '{"pid":7,"namespace":{}}'];
  expect(texts.map(parseIdentity)).toEqual(texts.map(() => undefined));
  expect(parseIdentity('{"pid":7}')).toEqual({ pid: 7, startTime: "", bootId: "" });
  expect(parseIdentity(JSON.stringify(thisProcess()))).toEqual(thisProcess());
});

test("this process is itself, and no other of its number", () => {
  const self = thisProcess();
  const others = [{ startTime: "1" }, { bootId: "other" }, { namespace: "pid:[1]" }].map((part) => ({
    ...self,
    ...part,
  }));
  expect([self, ...others].map(isThisProcess)).toEqual([true, false, false, false]);
});
