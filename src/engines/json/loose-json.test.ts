import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rounds } from "../../../test/rounds.ts";
import { LooseJsonError } from "./cursor.ts";
import { parseLooseJson, readLooseJson, tryLooseJson } from "./loose-json.ts";

describe("what models write for JSON is read as they mean it", () => {
  const cases: readonly (readonly [string, string, unknown])[] = [
    ["single quotes", "{'a':'foo'}", { a: "foo" }],
    ["bare keys and trailing commas", "{a: 1, b: [1,2,],}", { a: 1, b: [1, 2] }],
    ["Python constants and tuples", "{'a': None, 'b': (1, True)}", { a: null, b: [1, true] }],
    ["comments", '{"a": 1, // one\n /* two */ "b": 2 # three\n}', { a: 1, b: 2 }],
    ["missing commas", '{"a": 1\n"b": 2}', { a: 1, b: 2 }],
    ["missing brackets at the end", '{"a": [1, {"b": 2', { a: [1, { b: 2 }] }],
    ["a text cut inside a string", '{"message": "it\'s working', { message: "it's working" }],
    ["a member cut before its value", '{"a": 1, "b":', { a: 1 }],
    ["raw line breaks in strings", '{"a": "x\ny"}', { a: "x\ny" }],
    ["quotes that are not escaped", '{"a": "say "hi" now", "b": 1}', { a: 'say "hi" now', b: 1 }],
    ["smart quotes", "{“a”: “b”}", { a: "b" }],
    ["a fence and prose around it", 'Here it is:\n```json\n{"a": 1}\n```\nDone.', { a: 1 }],
    ["prose around it", 'The answer is {"a": [1]} as asked.', { a: [1] }],
    ["several values", '{"a":1}\n{"a":2}', [{ a: 1 }, { a: 2 }]],
    ["hexadecimal and not-a-number", "[0x1F, NaN]", [31, null]],
    ["joined strings", '"a" + "b"', "ab"],
    ["a wrapped value", "callback({a: 1});", { a: 1 }],
    ["redundant brackets", '{"a": 1}}]', { a: 1 }],
    ["an end quote that is missing", '{"a":"b,c,"d":"e"}', { a: "b,c", d: "e" }],
    ["escaped once too often", '{\\"a\\": \\"b\\"}', { a: "b" }],
  ];
  test.each(cases)("%s", (_name, text, value) => expect(parseLooseJson(text)).toEqual(value));
});

describe("nothing is dropped and nothing becomes something else", () => {
  const cases: readonly (readonly [string, string, unknown])[] = [
    ["a colon that is missing before a number", '{"a":1,"n"5,"b":2}', { a: 1, n: 5, b: 2 }],
    ["a colon that is missing before a list", '{"n"[1]}', { n: [1] }],
    ["a comment between elements", '["a" /* "x", */, "b" // c\n "d"]', ["a", "b", "d"]],
    ["a comment between members", '{"a":"x" /* c */ "b":"y"}', { a: "x", b: "y" }],
    ["what looks like a comment in a string", '{"a":"x // y","b":"http://z # q"}', { a: "x // y", b: "http://z # q" }],
    ["a string without its end before the fence's", '```json\n{"a":["x\n```\nDone.', { a: ["x"] }],
    ["a fence in a string", '```json\n{"a":"```sh\\nls\\n```"}\n```', { a: "```sh\nls\n```" }],
    ["a comma twice", '{"a":1,,"b":2}', { a: 1, b: 2 }],
    ["a semicolon behind a bare value", '{"a":1;"b":x}', { a: 1, b: "x" }],
    ["half an escape in a string that is closed", String.raw`{"a":"\u12","b":'x'}`, { a: String.raw`\u12`, b: "x" }],
    ["half an escape where the text was cut", String.raw`{"a":"x\u12`, { a: "x" }],
    ["a quote that was only closed", '{"a":b","c":f"}', { a: "b", c: "f" }],
    ["a quote that was only closed in a list", '[rb"]', ["rb"]],
    ["a prefixed string that holds ends", `[b",", f'}', u"]"]`, [",", "}", "]"]],
    ["a prefix where the text was cut", '{"a":b"', { a: "b" }],
    ["a colon twice", '{"a":: 1, "b"::"x"}', { a: 1, b: "x" }],
    ["a link before an object", '[link](http://x) {"a":1}', { a: 1 }],
    ["a link within prose before an object", 'See [the docs](http://x), then {"a":1}', { a: 1 }],
    ["a task before an object", '- [x] done\n{"a":1}', { a: 1 }],
    ["a level before an object", '[INFO] sent {"a":1}', { a: 1 }],
    ["a footnote before an object", '[1]: http://x\n{"a":1}', { a: 1 }],
    ["an index before an object", 'rows[0] = {"a":1}', { a: 1 }],
    ["a list of words alone", "[link]", ["link"]],
    ["a list of words before an object in a list", "[a, b], {c: 1}", [["a", "b"], { c: 1 }]],
  ];
  test.each(cases)("%s", (_name, text, value) => expect(parseLooseJson(text)).toEqual(value));

  test.each(['{"n"}', '{"host": ::1}', '{"a","b"}', '{"a":{1,2}}'])(
    "an object without a value is no list: %s",
    (text) => {
      expect(() => parseLooseJson(text)).toThrow(LooseJsonError);
    },
  );
});

test("an escape that JSON does not know keeps its backslash", () => {
  expect(parseLooseJson(String.raw`{"cmd": "s/a\.b/c/", }`)).toEqual({ cmd: String.raw`s/a\.b/c/` });
});

test("the repairs are told, and strict JSON has none", () => {
  expect(readLooseJson('{"a": [1, 2]}').repairs).toEqual([]);
  expect(readLooseJson("{a: 'x',}").repairs).toEqual([
    { offset: 1, what: "quoted a key" },
    { offset: 4, what: "changed the quotes of a string" },
  ]);
});

test("a text without a value throws with the offset", () => {
  const thrown = (text: string): unknown => {
    try {
      return parseLooseJson(text);
    } catch (error) {
      return error instanceof LooseJsonError ? error.offset : error;
    }
  };
  expect([thrown(""), thrown("{:2}"), thrown('{"a" ]')]).toEqual([0, 1, 5]);
});

test("a key named __proto__ is an own member and no prototype", () => {
  const value = parseLooseJson("{__proto__: {a: 1}}") as object;
  expect(Object.keys(value)).toEqual(["__proto__"]);
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
});

test("strict JSON is read as JSON.parse reads it", () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(readLooseJson(text)).toEqual({ value: JSON.parse(text), repairs: [] });
    }),
  );
});

/** A value as Python prints it, which is not JSON but says the same. */
function python(value: unknown): string {
  if (value === null) return "None";
  if (value === true) return "True";
  if (value === false) return "False";
  if (typeof value === "string") return `'${value.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  if (Array.isArray(value)) return `[${value.map(python).join(", ")}]`;
  if (typeof value === "object")
    return `{${Object.entries(value as object)
      .map(([key, member]) => `${python(key)}: ${python(member)}`)
      .join(", ")}}`;
  return String(value);
}

const word = fc.stringMatching(/^[a-z0-9 .,!?_\n-]{0,20}$/);
const tree = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom(null, true, false),
    fc.integer(),
    word,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.stringMatching(/^[a-z_]{1,8}$/), tie("value"), { maxKeys: 4 }),
  ),
})).value;

test("what Python prints is read as the value that it printed", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.stringMatching(/^[a-z_]{1,8}$/), tree, { minKeys: 1, maxKeys: 4 }), (value) => {
      expect(parseLooseJson(python(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test("a text cut anywhere gives a value or the documented error, and never loses a member that was complete", () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { minLength: 1, maxLength: 20 }), fc.nat(), (numbers, cut) => {
      const text = JSON.stringify({ list: numbers.map((number) => ({ number })) });
      const part = text.slice(0, 1 + (cut % text.length));
      const value = parseLooseJson(part) as { list?: readonly { number?: number }[] };
      const whole = (part.match(/\}/g) ?? []).length;
      expect((value.list ?? []).slice(0, Math.min(whole, numbers.length))).toEqual(
        numbers.slice(0, Math.min(whole, numbers.length)).map((number) => ({ number })),
      );
    }),
  );
});

test("garbage of any kind gives a value or the documented error", () => {
  const piece = fc.constantFrom(
    "{",
    "}",
    "[",
    "]",
    '"',
    "'",
    ":",
    ",",
    "\\",
    "a",
    "1",
    "//",
    "/*",
    "*/",
    "```",
    "\n",
    " ",
    "(",
    ")",
    "“",
    "…",
    "+",
    "true",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      try {
        parseLooseJson(pieces.join(""));
      } catch (error) {
        expect(error).toBeInstanceOf(LooseJsonError);
      }
    }),
    { numRuns: rounds(200) },
  );
});

test("a hundred thousand open brackets end in an error and not in a crash", () => {
  expect(() => parseLooseJson("[".repeat(100_000))).toThrow(LooseJsonError);
});

test("a text on one line is read in the time of its length, however many comments it has", () => {
  const longest = 1_000_000;
  for (const unit of ["# [1]", "}# ", "# {}", "[x]# "])
    expect(tryLooseJson(`[${unit.repeat(longest / unit.length)}${".".repeat(longest)}`).ok).toBeDefined();
});
