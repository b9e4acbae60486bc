import { join } from "node:path";
import { expect, test } from "vitest";

const { withCompiledAhead } = (await import(join(import.meta.dirname, "../scripts/build/compile-ahead.mjs"))) as {
  readonly withCompiledAhead: (code: string, starts: ReadonlySet<number>) => string;
};

/** Declared and called in each way that a bundle has, with what is told of each function beside. */
const CODE = `const early = declared(2);
function declared(n) { return n < 1 ? [] : [n, ...declared(n - 1)]; }
function* each() { yield 1; yield 2; }
async function later() { return "later"; }
async function* both() { yield await later(); }
let replaced = () => "first";
function turned() { turned = () => "turned"; return "first"; }
const arrow = (a, { b } = { b: 2 }) => [a, b];
const chain = a => b => a + b;
class One { static made = () => "made"; method() { return (() => this.value)(); } get value() { return 7; } }
const object = { method() { return "method"; }, plain: function () { return "plain"; }, async soon() { return "soon"; } };
const awaited = []; for await (const one of both()) awaited.push(one);
export const told = [early, [...each()], awaited, replaced(), turned(), turned(), arrow(1), chain(1)(2), One.made(), new One().method(),
  object.method(), object.plain(), await object.soon(), declared.name, arrow.name, later.name, each.name, object.plain.name, One.made.name];`;

const toldBy = async (code: string): Promise<unknown> =>
  ((await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { readonly told: unknown }).told;
const everywhere = (code: string): ReadonlySet<number> => new Set(code.split("").keys());

test("what is compiled ahead does and is called what it did and was called", async () => {
  const ahead = withCompiledAhead(CODE, everywhere(CODE));
  expect(ahead).toMatch(/^var declared=\(function \(n\) \{/);
  expect(ahead).toContain("const chain = (a => (b => a + b));");
  expect(await toldBy(ahead)).toEqual(await toldBy(CODE));
});

test("what no run called stays as it is", () => {
  expect(withCompiledAhead(CODE, new Set())).toBe(CODE);
  const only = withCompiledAhead(CODE, new Set([CODE.indexOf("(a, {")]));
  expect(only).toBe(CODE.replace("(a, { b } = { b: 2 }) => [a, b]", "($&)"));
});
