import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rounds } from "../../../test/rounds.ts";
import { type Encoding, encodeText } from "../text/encoding.ts";
import { unifiedDiff } from "../text/unified-diff.ts";
import type { EditPlan } from "./edit-plan.ts";
import type { EditFormat, Failure } from "./model.ts";
import { planEdit } from "./plan-edit.ts";

type Files = Readonly<Record<string, string | Uint8Array>>;

const bytesOf = (value: string | Uint8Array): Uint8Array =>
  typeof value === "string" ? new TextEncoder().encode(value) : value;

const plan = (files: Files, format: EditFormat, input: unknown, path?: string): Promise<EditPlan | Failure> =>
  planEdit({ format, input: input as string, ...(path !== undefined && { path }) }, (name) => {
    const value = files[name];
    return value === undefined ? { kind: "missing" } : { kind: "file", bytes: bytesOf(value) };
  });

/** The files after the edit as text, or the code of the error. */
async function outcome(files: Files, format: EditFormat, input: unknown, path?: string): Promise<unknown> {
  const planned = await plan(files, format, input, path);
  if (planned.kind === "failed") return planned.error.code;
  return Object.fromEntries(
    planned.files.map((file) => [
      file.path,
      file.after === null ? null : new TextDecoder("utf-8", { ignoreBOM: true }).decode(file.after),
    ]),
  );
}

const line = fc.string({ unit: fc.constantFrom("a", "b", " ", "x", "é", "-", "+", "@", "{"), maxLength: 6 });
const someLines = fc.array(line, { minLength: 1, maxLength: 30 });
const lineEnd = fc.constantFrom("\n", "\r\n");

/** A text and a changed copy of it. */
const revision = fc
  .tuple(
    someLines,
    fc.array(fc.tuple(fc.nat(40), fc.constantFrom("delete", "insert", "replace"), line), {
      minLength: 1,
      maxLength: 6,
    }),
  )
  .map(([before, changes]) => {
    const after = [...before];
    for (const [position, kind, text] of changes) {
      const at = position % (after.length + 1);
      if (kind === "insert") after.splice(at, 0, text);
      else if (kind === "delete") after.splice(at, 1);
      else if (at < after.length) after[at] = text;
    }
    return { before, after };
  })
  .filter(({ before, after }) => after.length > 0 && before.join("\n") !== after.join("\n"));

describe("by property", () => {
  test("applying the diff of two texts to the first gives the second", async () => {
    await fc.assert(
      fc.asyncProperty(revision, fc.boolean(), fc.boolean(), async ({ before, after }, endsBefore, endsAfter) => {
        const old = before.join("\n") + (endsBefore ? "\n" : "");
        const now = after.join("\n") + (endsAfter ? "\n" : "");
        fc.pre(old !== now && old !== "" && now !== "");
        const { patch } = unifiedDiff("file.txt", old, now);
        expect(await outcome({ "file.txt": old }, "unified", patch)).toEqual({ "file.txt": now });
      }),
      { numRuns: rounds(100) },
    );
  });

  test("every encoding and line end is kept by an edit, byte for byte outside of it", async () => {
    const encodings: readonly Encoding[] = ["utf-8", "utf-16le", "utf-16be", "windows-1252", "shift_jis", "cp037"];
    const marks: Partial<Record<Encoding, number[]>> = { "utf-16le": [0xff, 0xfe], "utf-16be": [0xfe, 0xff] };
    const samples: Partial<Record<Encoding, string>> = {
      shift_jis: "日本語のテキスト",
      "windows-1252": "déjà vu, où ça",
    };
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...encodings), lineEnd, fc.nat(8), async (encoding, end, at) => {
        const ending = encoding === "cp037" ? "\u0085" : end;
        const lines = Array.from({ length: 9 }, (_, index) => `line ${index} ${samples[encoding] ?? "of text"} here`);
        const encoded = (texts: readonly string[]): Uint8Array => {
          const body = encodeText(texts.map((text) => text + ending).join(""), encoding);
          if (body.kind !== "bytes") throw new Error(body.character);
          return Uint8Array.from([...(marks[encoding] ?? []), ...body.bytes]);
        };
        const changed = lines.map((text, index) => (index === at ? `changed ${index}` : text));
        const input = { path: "f", old_string: `${lines[at]}\n`, new_string: `changed ${at}\n` };
        const planned = await plan({ f: encoded(lines) }, "str_replace", input);
        expect(planned.kind === "planned" ? planned.files[0]?.after : planned.error).toEqual(encoded(changed));
      }),
      { numRuns: rounds(60) },
    );
  });

  test("lines outside the hunk keep their own ends in a file that mixes them", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(lineEnd, { minLength: 5, maxLength: 20 }), fc.nat(100), async (ends, position) => {
        const at = position % ends.length;
        const text = (changed: boolean): string =>
          ends.map((end, index) => (changed && index === at ? `new ${index}` : `line ${index};`) + end).join("");
        const input = { path: "f", old_string: `line ${at};`, new_string: `new ${at}` };
        expect(await outcome({ f: text(false) }, "str_replace", input)).toEqual({ f: text(true) });
      }),
    );
  });

  test("a text that stands twice is never changed, in any form and at any level", async () => {
    const block = fc.array(fc.constantFrom("if (a) {", "  b();", "}", "call(x, y);", "\treturn 1;"), {
      minLength: 1,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(
        block,
        fc.constantFrom("", "  ", "\t"),
        fc.array(line, { maxLength: 5 }),
        async (needle, indent, between) => {
          fc.pre(needle.join("").trim() !== "");
          const copy = needle.map((text) => indent + text);
          const file = [...needle, "// other", ...between, "// end", ...copy, ""].join("\n");
          const text = needle.join("\n");
          const codes = [
            await outcome({ f: file }, "str_replace", { path: "f", old_string: text, new_string: "changed" }),
            await outcome(
              { f: file },
              "search_replace",
              `f\n<<<<<<< SEARCH\n${text}\n=======\nchanged\n>>>>>>> REPLACE\n`,
            ),
            await outcome(
              { f: file },
              "unified",
              `--- f\n+++ f\n@@ ... @@\n${needle.map((one) => `-${one}`).join("\n")}\n+changed\n`,
            ),
          ];
          // A block that is told apart by its indentation alone may be taken where it stands exactly.
          const isApart = indent !== "";
          for (const code of codes) if (!isApart) expect(code).toBe("ambiguous");
        },
      ),
    );
  });

  test("garbage is refused with a reason and never throws", async () => {
    const formats: readonly EditFormat[] = ["auto", "unified", "search_replace", "apply_patch", "str_replace", "whole"];
    const shred = fc.array(
      fc.oneof(
        fc.string({ maxLength: 12 }),
        fc.constantFrom(
          "@@",
          "@@ -1,999999999999 +1 @@",
          "--- a/f",
          "+++ b/f",
          "*** Begin Patch",
          "*** Update File: f",
          "*** End Patch",
          "<<<<<<< SEARCH",
          "=======",
          ">>>>>>> REPLACE",
          "-x",
          "+y",
          " z",
          "```",
          "diff --git a/f b/f",
          "rename from f",
          "rename to ../g",
          "{",
          '{"path":"f"}',
        ),
      ),
      { maxLength: 15 },
    );
    await fc.assert(
      fc.asyncProperty(shred, fc.constantFrom(...formats), async (parts, format) => {
        const planned = await plan({ f: "x\nz\n" }, format, parts.join("\n"), "f");
        if (planned.kind === "failed") expect(planned.error.message).not.toBe("");
        else for (const file of planned.files) expect(file.path).not.toMatch(/(^|\/)\.\.(\/|$)|^\//);
      }),
      { numRuns: rounds(200) },
    );
  });
});

describe("places", () => {
  const two = "def a():\n    return 1\n\ndef b():\n    return 1\n";

  test("an ambiguous text names every line it could be", async () => {
    const planned = await plan({ f: two }, "str_replace", {
      path: "f",
      old_string: "    return 1",
      new_string: "    return 2",
    });
    expect(planned).toMatchObject({
      kind: "failed",
      error: { code: "ambiguous", path: "f", hunk: 1, candidates: [{ line: 2 }, { line: 5 }] },
    });
  });

  test("a line number breaks a tie and never overrides content", async () => {
    const tied = "--- f\n+++ f\n@@ -5 +5 @@\n-    return 1\n+    return 2\n";
    expect(await outcome({ f: two }, "unified", tied)).toEqual({
      f: "def a():\n    return 1\n\ndef b():\n    return 2\n",
    });
    const wrong = "--- f\n+++ f\n@@ -1 +1 @@\n-def b():\n+def c():\n";
    expect(await outcome({ f: two }, "unified", wrong)).toEqual({
      f: "def a():\n    return 1\n\ndef c():\n    return 1\n",
    });
  });

  test("a file or a text above its bound is compared to the letter alone", async () => {
    const result = async (file: string, from: string): Promise<unknown> => {
      const planned = await plan({ f: file }, "str_replace", { path: "f", old_string: from, new_string: "new();" });
      return planned.kind === "failed" ? planned.error.hint : planned.kind;
    };
    const small = "  foo(1);\n  bar(2);\n  baz(3);\n";
    const many = "  foo(1);\n".repeat(10_000);
    const large = `${small}${many.repeat(40)}`;
    expect(await result(small, "\tbar(2);")).toBe("planned");
    expect(await result(small, "bar(4);")).toContain("The closest place is line 2");
    expect(await result(large, "  bar(2);")).toBe("planned");
    expect(await result(large, "\tbar(2);")).toContain("is compared to the letter alone");
    expect(await result(`${small}${many}${many}${many}`, `${many}${many}${many}`)).toBe("planned");
    expect(await result(`${small}${many}${many}${many}`, `${many}${many}${many}\t`)).toContain("to the letter alone");
  });

  test.each([
    ["4\tdef b():\n5\t    return 1", "4\tdef b():\n5\t    return 2"],
    ["4:def b():\n5-    return 1", "4:def b():\n5-    return 2"],
  ])(
    "lines that were copied with their numbers, as a reading or a search prints them, are found: %j",
    async (from, to) => {
      expect(await outcome({ f: two }, "str_replace", { path: "f", old_string: from, new_string: to })).toEqual({
        f: "def a():\n    return 1\n\ndef b():\n    return 2\n",
      });
    },
  );

  test("a number with a dash before a text is a number copied along only beside a line that was found", async () => {
    const edit = { path: "f", old_string: "8-bit", new_string: "9-bit" };
    expect(await outcome({ f: "7-bit\nbit\n" }, "str_replace", edit)).toBe("no-match");
  });

  test("an anchor tells equal places apart", async () => {
    const patch = "*** Begin Patch\n*** Update File: f\n@@ def b():\n-    return 1\n+    return 2\n*** End Patch\n";
    expect(await outcome({ f: two }, "apply_patch", patch)).toEqual({
      f: "def a():\n    return 1\n\ndef b():\n    return 2\n",
    });
  });

  test("an added line takes the depth at which its neighbours were found", async () => {
    const input = { path: "f", old_string: "if x:\n    go()", new_string: "if x:\n    stop()\n    go()" };
    const file = "def a():\n\tif x:\n\t\tgo()\n";
    expect(await outcome({ f: file }, "str_replace", input)).toEqual({
      f: "def a():\n\tif x:\n\t\tstop()\n\t\tgo()\n",
    });
  });

  test("an invented middle between a right first and last line is refused with the line that differs", async () => {
    const file = "function foo() {\n  a()\n  b()\n}\n";
    const planned = await plan({ f: file }, "str_replace", {
      path: "f",
      old_string: "function foo() {\n  z()\n}",
      new_string: "",
    });
    expect(planned).toMatchObject({
      kind: "failed",
      error: { code: "no-match", candidates: [{ firstDifference: { line: 2, expected: "  z()", found: "  a()" } }] },
    });
  });

  test("a hunk that was applied before says so", async () => {
    const patch = "--- f\n+++ f\n@@ -1,2 +1,2 @@\n first line\n-second line\n+other line\n";
    expect(await plan({ f: "first line\nother line\n" }, "unified", patch)).toMatchObject({
      error: { code: "conflict", message: "The change is already there, at line 1." },
    });
  });

  test("hunks that overlap are refused together", async () => {
    const patch = "*** Begin Patch\n*** Update File: f\n@@\n-one\n+1\n@@\n-one\n+2\n*** End Patch";
    expect(await outcome({ f: "one\ntwo\n" }, "apply_patch", patch)).toBe("conflict");
  });

  const twoBlocks = "a\nfirst\n  x = 1\n  go()\nb\nc\nd\nsecond\n  y = 2\n  go()\nf\n";

  test("wrong context and wrong counts at once are two hunks that lost the mark between them", async () => {
    const body = " a\n first\n-  x = 1\n+  x = 3\n   go()\n other\n";
    const said = (counts: string): string => `--- f\n+++ f\n@@ -1,${counts} +1,${counts} @@\n${body}`;
    expect(await outcome({ f: twoBlocks }, "unified", said("5"))).toEqual({ f: twoBlocks.replace("x = 1", "x = 3") });
    expect(await outcome({ f: twoBlocks }, "unified", said("3"))).toBe("no-match");
  });

  test("context that is not believed where the rest fits, but stands elsewhere with its change, names both places", async () => {
    const part = (name: string, first: string): string => `${name}.\n  ADD 1 TO ${first}.\n  PERFORM C.\n  EXIT.\n`;
    const next = "P9.\n  STOP RUN.\n";
    const before = part("P0", "A") + next + part("P5", "B");
    const lines = " P5.\n   ADD 1 TO B.\n   PERFORM C.\n-  EXIT.\n+  GOBACK.\n P9.\n   STOP RUN.\n";
    const patch = `*** Begin Patch\n*** Update File: a.cbl\n@@\n${lines}*** End Patch\n`;
    expect(await outcome({ "a.cbl": before }, "apply_patch", patch)).toBe("ambiguous");
    const alone = part("P0", "A") + next;
    expect(await outcome({ "a.cbl": alone }, "apply_patch", patch)).toEqual({
      "a.cbl": alone.replace("EXIT", "GOBACK"),
    });
  });

  test("an edit is not found by looser rules in what an edit before it wrote", async () => {
    const block = "f\n<<<<<<< SEARCH\nitem\n=======\n  item\n  more\n>>>>>>> REPLACE\n";
    expect(await outcome({ f: "item\n" }, "search_replace", block + block)).toBe("conflict");
    expect(await outcome({ f: "item\n" }, "search_replace", block)).toEqual({ f: "  item\n  more\n" });
  });

  test("a last line without an end is a place like those that have one", async () => {
    const input = { path: "f", old_string: "b\n", new_string: "c\n" };
    expect(await outcome({ f: "a\nb\na\nb" }, "str_replace", input)).toBe("ambiguous");
  });
});

describe("forms", () => {
  test("auto recognises every form inside prose and fences", async () => {
    const files = { "a.txt": "one\ntwo\n" };
    const after = { "a.txt": "one\n2\n" };
    const texts = [
      "Here it is:\n```diff\n--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n```\nDone.",
      "I change it.\n\na.txt\n```\n<<<<<<< SEARCH\ntwo\n=======\n2\n>>>>>>> REPLACE\n```\n",
      "*** Begin Patch\n*** Update File: a.txt\n@@\n one\n-two\n+2\n*** End Patch\n",
      'Sure:\n```json\n{"path": "a.txt", "old_string": "two", "new_string": "2"}\n```',
      '{"path": "a.txt", "content": "one\\n2\\n"}',
    ];
    for (const text of texts) expect(await outcome(files, "auto", text)).toEqual(after);
  });

  test("a git diff creates, deletes and moves files", async () => {
    const patch =
      "diff --git a/new.txt b/new.txt\nnew file mode 100644\n--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1 @@\n+hello\n" +
      "diff --git a/old.txt b/old.txt\ndeleted file mode 100644\n--- a/old.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-bye\n" +
      "diff --git a/from.txt b/to.txt\nsimilarity index 90%\nrename from from.txt\nrename to to.txt\n--- a/from.txt\n+++ b/to.txt\n@@ -1 +1 @@\n-x\n+y\n";
    const files = { "old.txt": "bye\n", "from.txt": "x\n" };
    expect(await outcome(files, "unified", patch)).toEqual({
      "new.txt": "hello\n",
      "old.txt": null,
      "to.txt": "y\n",
      "from.txt": null,
    });
  });

  test("NEW_FILE creates a file and refuses one that exists", async () => {
    const text = "NEW_FILE: src/x.txt\n```\nhello\n```\n";
    expect(await outcome({}, "search_replace", text)).toEqual({ "src/x.txt": "hello\n" });
    expect(await outcome({ "src/x.txt": "old\n" }, "search_replace", text)).toBe("exists");
  });

  test("an envelope that was cut off is refused", async () => {
    expect(await outcome({ f: "a\n" }, "apply_patch", "*** Begin Patch\n*** Update File: f\n@@\n-a\n+b\n")).toBe(
      "parse",
    );
  });

  test("a path that leaves the root by any spelling refuses the whole edit", async () => {
    for (const path of ["../x", "/etc/passwd", "a/../../x", "..\\x", "C:\\x", "~/x", "a\0b"]) {
      const patch = `*** Begin Patch\n*** Add File: fine.txt\n+ok\n*** Add File: ${path}\n+bad\n*** End Patch`;
      expect(await outcome({}, "apply_patch", patch)).toBe("outside-root");
      expect(await outcome({}, "whole", { path, content: "bad" })).toBe("outside-root");
    }
  });

  test("a patch that makes a link or changes a mode is refused", async () => {
    const link =
      "diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+/etc/passwd\n\\ No newline at end of file\n";
    expect(await outcome({}, "unified", link)).toBe("permission");
    expect(await outcome({ f: "x" }, "unified", "diff --git a/f b/f\nold mode 100644\nnew mode 100755\n")).toBe(
      "permission",
    );
  });
});

describe("empty searches", () => {
  test("create a file, and never overwrite one that has text", async () => {
    const input = { path: "f", old_string: "", new_string: "new\n" };
    expect(await outcome({}, "str_replace", input)).toEqual({ f: "new\n" });
    expect(await outcome({ f: "" }, "str_replace", input)).toEqual({ f: "new\n" });
    expect(await outcome({ f: "old\n" }, "str_replace", input)).toBe("exists");
  });

  test("at the head of a list they mean the top of the file, and later edits see it", async () => {
    const edits = [
      { old_string: "", new_string: "first\n" },
      { old_string: "first", new_string: "1" },
    ];
    expect(await outcome({ f: "old\n" }, "str_replace", { path: "f", edits })).toEqual({ f: "1\nold\n" });
    expect(await outcome({}, "str_replace", { path: "f", edits })).toEqual({ f: "1\n" });
  });
});

describe("where the text to change is not in the file, the place that is most like it is named", () => {
  const nearest = async (file: string, old: string): Promise<unknown> => {
    const planned = await plan({ "a.py": file }, "str_replace", { path: "a.py", old_string: old, new_string: "new" });
    return planned.kind === "failed"
      ? /The closest place is (line \d+)|Nothing/.exec(planned.error.hint ?? "")?.at(1)
      : "fits";
  };
  const FILLER = "import re\n\n\n";

  test.each([
    ["another value", `${FILLER}MAX_LENGTH = 40\n`, "MAX_LENGTH = 42\n", "line 4"],
    ["another value of a short name", `${FILLER}retries = 3\n`, "retries = 5\n", "line 4"],
    ["another name", `${FILLER}MAX_LENGTH = 40\n`, "MAX_LEN = 40\n", "line 4"],
    ["nothing like it", `${FILLER}MAX_LENGTH = 40\n`, "print(title.lower())\n", undefined],
    ["signs alone", `${FILLER}save();\n`, "open();\n", undefined],
    [
      "a whole line that tells over others that tell little",
      `if a:\n  {\n  }\n}\n\nfunction sort (value) {\n  a()\n  return 1\n}\n`,
      "function sort (value) {\n  // the rest\n}\n",
      "line 6",
    ],
    ["a line that is like it over a brace", "{\n}\ntimeout = 60\n", "timeout = 30\n}\n", "line 3"],
  ])("%s", async (_, file, old, place) => {
    expect(await nearest(file, old)).toBe(place);
  });
});
