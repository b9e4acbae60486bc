import { expect, test } from "vitest";
import { extractToolCalls } from "../src/engines/calls/extract.ts";
import { createCallExtractor } from "../src/engines/calls/stream.ts";
import { composedFraming } from "./call-framings/composed.ts";
import { INVENTED, LEFT_ALONE } from "./call-framings/invented.ts";
import { FRAMINGS } from "./call-framings/known.ts";
import { MENTIONS, randomMention } from "./call-framings/mentions.ts";
import { type Call, type Reach, randomCall, randomTools, type Tool } from "./call-framings/random-calls.ts";
import type { Framing } from "./call-framings/writers.ts";
import { type Random, randomOf } from "./random.ts";
import { rounds } from "./rounds.ts";

/** `WAYMARK_FUZZ` runs from the seed `WAYMARK_SEED`; both are printed. */
const RUNS = Number(process.env["WAYMARK_FUZZ"] ?? rounds(400));
const SEED = Number(process.env["WAYMARK_SEED"] ?? 20_261);
const READ_SHARE_MIN = 0.97;
const PROSE = ["", "", "I look into it.\n", "Let me check the [notes](a.md), e.g. `x[0]` and a < b.\n\n", "好的。\n"];

interface Scene {
  readonly tools: readonly Tool[];
  readonly calls: readonly Call[];
  readonly before: string;
  readonly text: string;
  readonly after: string;
  readonly framing: string;
}

function sceneOf(random: Random, framing: Framing): Scene {
  const all = randomTools(random, 3);
  const fitting = all.filter((tool) => fits(tool, framing.reach));
  const tools =
    fitting.length > 0
      ? fitting
      : [
          {
            name: "read_file",
            parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
          },
        ];
  const count = framing.isMany === true && random.chance(0.3) ? 2 : 1;
  const calls = Array.from({ length: count }, () =>
    filled(randomCall(random, random.pick(tools), framing.reach), random, framing.reach, tools),
  );
  const [before, after] = [random.pick(PROSE), random.chance(0.2) ? "\n\nThat is all." : ""];
  return { tools, calls, before, after, text: framing.write(calls, random), framing: framing.name };
}

function fits({ name, parameters }: Tool, reach: Reach): boolean {
  const kinds = Object.values(parameters["properties"] as Record<string, Record<string, unknown>>).map(
    ({ type }) => type,
  );
  if (reach.isFilled === true && kinds.length === 0) return false;
  if (reach.isFlat === true && kinds.some((kind) => kind === "array" || kind === "object")) return false;
  return reach.isAscii !== true || /^[A-Za-z]\w*$/.test(name);
}

/** A call with at least one argument, where the form cannot write none. */
function filled(call: Call, random: Random, reach: Reach, tools: readonly Tool[]): Call {
  let one = call;
  for (let turn = 0; turn < 20 && reach.isFilled === true && Object.keys(one.arguments).length === 0; turn += 1)
    one = randomCall(random, random.pick(tools), reach);
  return one;
}

const definitions = (tools: readonly Tool[]) => tools.map((tool) => ({ type: "function", function: tool }));
const read = (text: string, { tools }: Scene) => extractToolCalls(text, { tools: definitions(tools) });
const plain = (calls: ReturnType<typeof extractToolCalls>["calls"]) =>
  calls.map(({ name, arguments: given }) => ({ name, arguments: given }));

/** All of `part` in its order within `whole`. */
function isWithin(part: string, whole: string): boolean {
  let at = 0;
  for (const character of part) {
    at = whole.indexOf(character, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

function checkInvariants(text: string, scene: Scene, found: ReturnType<typeof extractToolCalls>): void {
  const where = `${scene.framing}: ${JSON.stringify(text)} → ${JSON.stringify(found)}`;
  const keys = new Set(scene.tools.flatMap(({ parameters }) => Object.keys(parameters["properties"] as object)));
  for (const { name, arguments: given } of found.calls) {
    expect(
      scene.tools.map((tool) => tool.name),
      where,
    ).toContain(name);
    for (const key of Object.keys(given as object)) expect(keys.has(key) || text.includes(key), where).toBe(true);
    const meant = scene.calls.filter((call) => call.name === name);
    const isEmpty = Object.keys(given as object).length === 0;
    expect(
      !isEmpty ||
        meant.length === 0 ||
        text.includes(`${name}()`) ||
        meant.some((call) => !Object.keys(call.arguments).some((key) => text.includes(key))),
      where,
    ).toBe(true);
  }
  expect(isWithin(found.content, text), where).toBe(true);
  for (const { at, end, reason } of found.rejected ?? []) {
    expect(0 <= at && at < end && end <= text.length && reason !== "", where).toBe(true);
    const kept = text.slice(at, end).trim();
    expect(found.content.includes(kept) || (found.thinking ?? "").includes(kept), where).toBe(true);
  }
}

function checkStream(text: string, scene: Scene, random: Random): void {
  const whole = read(text, scene);
  const extractor = createCallExtractor({ tools: definitions(scene.tools) });
  let shown = "";
  for (let at = 0; at < text.length; ) {
    const size = 1 + random.below(random.pick([1, 4, 40]));
    shown += extractor.push(text.slice(at, at + size)).text;
    at += size;
  }
  const { text: rest, ...found } = extractor.end();
  expect(found).toEqual(whole);
  expect(shown + rest, `${scene.framing}: ${JSON.stringify(text)}`).toBe(whole.content);
}

function anyFraming(random: Random, run: number): Framing {
  const kinds = [() => random.pick(FRAMINGS), () => random.pick(INVENTED), () => composedFraming(random)];
  return kinds[run % kinds.length]!();
}

function survey(
  framingOf: (random: Random, run: number) => Framing,
  seed: number,
): { read: number; misses: Map<string, number>; sample: string[] } {
  const misses = new Map<string, number>();
  const sample: string[] = [];
  let count = 0;
  for (let run = 0; run < RUNS; run += 1) {
    const random = randomOf(seed + run * 7919);
    const framing = framingOf(random, run);
    const scene = sceneOf(random, framing);
    const text = `${scene.before}${scene.text}${scene.after}`;
    const found = read(text, scene);
    checkInvariants(text, scene, found);
    const says = (framing.says ?? "").repeat(scene.calls.length);
    const isContentRight =
      found.content.replaceAll(/\s/g, "") === `${scene.before}${says}${scene.after}`.replaceAll(/\s/g, "");
    if (JSON.stringify(sorted(plain(found.calls))) === JSON.stringify(sorted(scene.calls)) && isContentRight)
      count += 1;
    else {
      misses.set(scene.framing, (misses.get(scene.framing) ?? 0) + 1);
      sample.push(
        `${scene.framing}\n  ${JSON.stringify(text)}\n  got  ${JSON.stringify(found).slice(0, 400)}\n  want ${JSON.stringify(scene.calls)}`,
      );
    }
  }
  return { read: count / RUNS, misses, sample };
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, member]) => [key, sorted(member)]),
  );
}

function report(title: string, { read: share, misses, sample }: ReturnType<typeof survey>): void {
  const worst = [...misses]
    .sort(([, left], [, right]) => right - left)
    .slice(0, Number(process.env["WAYMARK_WORST"] ?? 12));
  console.log(
    `${title}: seed ${SEED}, ${RUNS} runs, ${(100 * share).toFixed(2)} % read; missed: ${worst.map(([name, count]) => `${name} ${count}`).join(", ") || "none"}`,
  );
  if (process.env["WAYMARK_SHOW"] !== undefined)
    console.log(sample.slice(0, Number(process.env["WAYMARK_SHOW"])).join("\n"));
}

test(`the ${FRAMINGS.length} known forms are read, whatever stands in them, and nothing is invented`, () => {
  const found = survey((_, run) => FRAMINGS[run % FRAMINGS.length]!, SEED);
  report("known forms", found);
  expect(found.read).toBeGreaterThanOrEqual(READ_SHARE_MIN);
});

test(`the ${INVENTED.length} forms that nobody was seen to write are read`, () => {
  const found = survey((_, run) => INVENTED[run % INVENTED.length]!, SEED + 5);
  report("invented forms", found);
  expect(found.read).toBeGreaterThanOrEqual(READ_SHARE_MIN);
});

test("forms put together from parts that nobody wrote a row for are read", () => {
  const found = survey((random) => composedFraming(random), SEED + 1);
  report("composed forms", found);
  expect(found.read).toBeGreaterThanOrEqual(READ_SHARE_MIN);
});

test(`${Object.keys(MENTIONS).length} kinds of text that only mention tools call none and stay as they are`, () => {
  for (let run = 0; run < RUNS; run += 1) {
    const random = randomOf(SEED + 6 + run * 7919);
    const tools = randomTools(random, 3);
    const { name, text } = randomMention(random, tools);
    for (const known of [definitions(tools), []]) {
      const { calls, content } = extractToolCalls(text, { tools: known });
      expect({ calls, content }, name).toEqual({ calls: [], content: text });
    }
  }
});

test("code and the notations of other trades are content", () => {
  for (let run = 0; run < RUNS / 10; run += 1) {
    const random = randomOf(SEED + 7 + run * 7919);
    const scene = sceneOf(random, random.pick(LEFT_ALONE));
    expect(read(scene.text, scene).calls, scene.text).toEqual([]);
  }
});

test("however a text is split, the calls are those of the whole and the content shown is the content", () => {
  for (let run = 0; run < RUNS / 2; run += 1) {
    const random = randomOf(SEED + 4 + run * 613);
    const scene = sceneOf(random, anyFraming(random, run));
    checkStream(`${scene.before}${scene.text}${scene.after}`, scene, random);
  }
});

test("damaged text invents no call, and loses nothing", () => {
  for (let run = 0; run < RUNS; run += 1) {
    const random = randomOf(SEED + 2 + run * 104_729);
    const scene = sceneOf(random, anyFraming(random, run));
    const whole = `${scene.before}${scene.text}${scene.after}`;
    const at = random.below(whole.length);
    const cuts = [
      whole.slice(0, at),
      whole.slice(0, at) + whole.slice(at + 1),
      whole.slice(0, at) + whole.slice(at + 1 + random.below(12)),
      `${whole.slice(0, at)}${random.pick(["<", "}", '"', "</", "\n", "`"])}${whole.slice(at)}`,
    ];
    const text = random.pick(cuts);
    checkInvariants(text, scene, read(text, scene));
    checkStream(text, scene, random);
  }
});

test("a call inside thinking never runs", () => {
  for (let run = 0; run < RUNS / 4; run += 1) {
    const random = randomOf(SEED + 3 + run * 31);
    const scene = sceneOf(random, FRAMINGS[run % FRAMINGS.length]!);
    const [open, close] = random.pick([
      ["<think>", "</think>"],
      ["<thinking>", "</thinking>"],
      ["[THINK]", "[/THINK]"],
      ["<think>", ""],
    ] as const);
    const text = `${open}\nPerhaps:\n${scene.text}\n${close}`;
    if (scene.text.includes(close) && close !== "") continue;
    expect(read(text, scene).calls, `${scene.framing}: ${text}`).toEqual([]);
    expect(read(`${text}\nThe answer.`, scene).calls, `${scene.framing}: ${text}`).toEqual([]);
  }
});
