import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Graph } from "../../engines/citadel/model.ts";
import { encodeText } from "../../engines/text/encoding.ts";
import { openCodeIndex } from "./code-intelligence.ts";
import { loadFinder } from "./file-builder.ts";
import { MemberPaths } from "./member-paths.ts";
import { FileParser } from "./parse-file.ts";

let folder: string;
let root: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "waymark-bad-")));
  root = join(folder, "estate");
  mkdirSync(root);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const code = (...lines: readonly string[]): string => `${lines.map((line) => `       ${line}`).join("\n")}\n`;
const program = (name: string, ...statements: readonly string[]): string =>
  code("IDENTIFICATION DIVISION.", `PROGRAM-ID. ${name}.`, "PROCEDURE DIVISION.", "MAIN.", ...statements);

type Problems = { readonly problems: readonly { readonly path: string; readonly message: string }[] };

async function graph(): Promise<Graph & Problems> {
  const index = openCodeIndex({ root, cacheFolder: join(folder, "cache") });
  const found = await index.graph({ signal: new AbortController().signal });
  index.close();
  return found;
}

test("a source larger than any is told and not read", async () => {
  write("HUGE.cbl", "");
  truncateSync(join(root, "HUGE.cbl"), 1.5 * 1024 ** 3);
  const before = process.memoryUsage().rss;
  const { problems } = await graph();
  expect(problems).toEqual([{ path: "HUGE.cbl", message: "the file is too large for source (32 MB at most)" }]);
  expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 ** 2);
});

const calls = ({ edges }: Graph): string[] =>
  edges.filter(({ kind }) => kind === "calls").map(({ name, file, line }) => `${name} ${file}:${line}`);
const fileOf = ({ files }: Graph, path: string) => files.find((file) => file.path === path);

test("a program that ends in the middle of a statement is read up to there", async () => {
  write("CUT.cbl", program("CUT", "    CALL 'ONE'.", "    MOVE 'never clo").trimEnd());
  const found = await graph();
  expect(calls(found)).toEqual(["ONE CUT.cbl:5"]);
  expect(fileOf(found, "CUT.cbl")).toMatchObject({
    parse: "partial",
    problems: [{ line: 6, message: "a literal has no closing quote" }],
  });
});

test("a member that a machine made too large is told and not read, and the rest is", async () => {
  write("HUGE.cbl", program("HUGE", "CALL 'NEVER'.", " ".repeat(33 * 1024 * 1024)));
  write("ONE.cbl", program("ONE", "    CALL 'TWO'."));
  const found = await graph();
  expect(calls(found)).toEqual(["TWO ONE.cbl:5"]);
  expect(found.problems).toMatchObject([{ path: "HUGE.cbl", message: expect.stringContaining("32 MB at most") }]);
});

test("a program of 300,000 lines is read whole", async () => {
  const filler = Array.from({ length: 30_000 }, (_, index) => [
    `P${index}.`,
    ...Array.from({ length: 9 }, () => "    DISPLAY 'X'."),
  ]).flat();
  write("LONG.cbl", program("LONG", filler.join("\n       "), "LAST.", "    CALL 'END'."));
  const found = await graph();
  expect(fileOf(found, "LONG.cbl")).toMatchObject({ lines: 300_006, parse: "full" });
  expect(calls(found)).toEqual(["END LONG.cbl:300006"]);
  expect(found.nodes.filter(({ kind }) => kind === "paragraph")).toHaveLength(30_002);
});

test("packed numbers in a source are blanks, and told; a file of them is no source", async () => {
  const text = program("PACKED", "    MOVE '....' TO A.", `    CALL 'ONE'.${" ".repeat(40)}`, "    CALL 'TWO'.");
  const packed = (encoding: "windows-1252" | "cp037"): Buffer => {
    const encoded = encodeText(text, encoding);
    const bytes = Buffer.from(encoded.kind === "bytes" ? encoded.bytes : []);
    bytes.set([0x00, 0x01, 0x02, 0x0c], text.indexOf("...."));
    return bytes;
  };
  writeFileSync(join(root, "ASCII.cbl"), packed("windows-1252"));
  writeFileSync(join(root, "HOST.cbl"), packed("cp037"));
  writeFileSync(join(root, "DATA.cbl"), Buffer.alloc(1000, "\x00\x01\x0cAB"));
  const found = await graph();
  expect(calls(found).sort()).toEqual(["ONE ASCII.cbl:6", "ONE HOST.cbl:6", "TWO ASCII.cbl:7", "TWO HOST.cbl:7"]);
  const problem = { line: 5, message: "3 bytes are no text; they are read as blanks" };
  expect(["ASCII.cbl", "HOST.cbl", "DATA.cbl"].map((path) => fileOf(found, path)?.problems)).toEqual([
    [problem],
    [problem],
    [{ line: 1, message: "the file is binary, not text" }],
  ]);
});

test("lines of 10,000 columns are read in free form and cut at column 72 in fixed form", async () => {
  const wide = `call 'FAR' ${" ".repeat(10_000)} call 'FARTHER'`;
  write(
    "FREE.cbl",
    `>>SOURCE FREE\nidentification division.\nprogram-id. free.\nprocedure division.\n${wide}.\ngoback.\n`,
  );
  write("FIXED.cbl", program("FIXED", `    CALL 'NEAR'.${" ".repeat(10_000)}CALL 'BEYOND'.`, "    GOBACK."));
  expect(calls(await graph()).sort()).toEqual(["FAR FREE.cbl:5", "FARTHER FREE.cbl:5", "NEAR FIXED.cbl:5"]);
});

test("IF without END-IF, and END-IF without IF, end at the period", async () => {
  write(
    "IFS.cbl",
    program("IFS", "    IF A = 1 IF B = 2 CALL 'IN'.", "    END-IF END-IF.", "NEXT-ONE.", "    CALL 'OUT'."),
  );
  const found = await graph();
  expect(calls(found)).toEqual(["IN IFS.cbl:5", "OUT IFS.cbl:8"]);
  expect(
    found.nodes.filter(({ kind }) => kind === "paragraph").map(({ name, start, end }) => [name, start, end]),
  ).toEqual([
    ["MAIN", 4, 6],
    ["NEXT-ONE", 7, 8],
  ]);
});

test("a circle of COPY is a problem at the COPY that closes it", async () => {
  write("ONE.cpy", code("    COPY TWO."));
  write("TWO.cpy", code("    COPY ONE."));
  write("A.cbl", program("A", "    COPY ONE.", "    CALL 'B'."));
  const found = await graph();
  expect(calls(found)).toEqual(["B A.cbl:6"]);
  expect(fileOf(found, "A.cbl")?.problems).toEqual([
    { line: 5, message: "in TWO.cpy, line 1: COPY ONE goes in a circle; it was not expanded again" },
  ]);
});

test("a member in five libraries is taken from the nearest, and the problem names the other four", async () => {
  for (const library of ["a", "b", "c", "d", "e/f"])
    write(`${library}/REC.cpy`, code(`    CALL '${library.toUpperCase()}'.`));
  write("c/A.cbl", program("A", "    COPY REC."));
  const found = await graph();
  expect(calls(found)).toContain("C c/REC.cpy:1");
  expect(fileOf(found, "c/A.cbl")?.problems[0]?.message).toBe(
    "copybook REC is in several places; c/REC.cpy was taken, not a/REC.cpy, b/REC.cpy, d/REC.cpy, e/f/REC.cpy",
  );
});

test("of files whose names differ only in case the one that is spelled alike is taken", async () => {
  write("cpy/Rec.cpy", code("    CALL 'MIXED'."));
  write("cpy/REC.cpy", code("    CALL 'UPPER'."));
  write("A.cbl", program("A", "    COPY REC."));
  const found = await graph();
  expect(found.edges.find(({ kind, file }) => kind === "copies" && file === "A.cbl")?.detail?.["member"]).toBe(
    "cpy/REC.cpy",
  );
  expect(new Set(found.nodes.map(({ id }) => id)).size).toBe(found.nodes.length);
});

test("links in a circle and out of the folder are named and not followed", async () => {
  write("sub/A.cbl", program("A", "    CALL 'B'."));
  symlinkSync(root, join(root, "sub/around"));
  symlinkSync("/", join(root, "out"));
  const found = await graph();
  expect(calls(found)).toEqual(["B sub/A.cbl:5"]);
  expect(found.problems.map(({ path }) => path).sort()).toEqual(["out", "sub/around"]);
});

test("pipes and names that are no UTF-8 are named, wildcards and blanks in names are only letters", async () => {
  write("A[1]*?.cbl", program("WILD", "    CALL 'B'."));
  write("-rf and more.cbl", program("DASH", "    CALL 'B'."));
  write("\ufeff.cbl", program("BARE", "    CALL 'B'."));
  execFileSync("mkfifo", [join(root, "pipe.cbl")]);
  writeFileSync(Buffer.concat([Buffer.from(`${root}/raw`), Buffer.from([0xff]), Buffer.from(".cbl")]), "x");
  const found = await graph();
  expect(calls(found)).toEqual(["B -rf and more.cbl:5", "B A[1]*?.cbl:5", "B \ufeff.cbl:5"]);
  expect(found.problems).toEqual([
    { path: "pipe.cbl", message: "neither a file nor a folder; it is not read" },
    { path: "raw\ufffd.cbl", message: "the file cannot be read (its name is not UTF-8)" },
  ]);
});

test("a program that was cut off in its first lines says so", async () => {
  write("CUT.cbl", program("CUT").slice(0, 60));
  write("CUTTER.cbl", program("CUTTER", "    CALL 'B'.", "    MOVE A").trimEnd());
  write("WHOLE.cbl", program("WHOLE", "    GOBACK").trimEnd().concat("."));
  const found = await graph();
  expect(fileOf(found, "CUT.cbl")?.problems).toEqual([
    { line: 3, message: "the file ends in the middle of a program; it may have been cut off" },
  ]);
  expect(fileOf(found, "CUTTER.cbl")).toMatchObject({ parse: "partial", problems: [{ line: 6 }] });
  expect(fileOf(found, "WHOLE.cbl")?.problems).toEqual([]);
});

test("a file that vanishes between being listed and being read is a trouble, not a crash", async () => {
  const finder = await loadFinder(new Set([".cbl"]));
  const parser = new FileParser({
    root,
    finder,
    members: new MemberPaths([], [], () => false),
    encoding: undefined,
    copied: new Set(),
  });
  expect(parser.parse("GONE.cbl")).toMatchObject({ path: "GONE.cbl", trouble: "the file cannot be read (ENOENT)" });
});
