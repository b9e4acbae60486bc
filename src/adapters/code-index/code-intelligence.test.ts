import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { extensionOf } from "../../engines/citadel/languages/extensions.ts";
import { LANGUAGES } from "../../engines/citadel/languages/index.ts";
import { type QueryVerb, renderCodeAnswer } from "../../engines/citadel/queries/run-query.ts";
import { decodeText } from "../../engines/text/encoding.ts";
import { type CodeIndexOptions, createCodeQuery, openCodeIndex } from "./code-intelligence.ts";
import { SOURCE_EXTENSIONS, sourcesIn } from "./has-source.ts";
import { indexFolder } from "./index-place.ts";
import { treeSitterLanguages } from "./tree-sitter.ts";

const ESTATE = resolve(import.meta.dirname, "../../../test/fixtures/estate");
const signal = new AbortController().signal;
let folder: string;
let root: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "waymark-index-"));
  root = join(folder, "estate");
  mkdirSync(root);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (options: Partial<CodeIndexOptions> = {}) =>
  openCodeIndex({ root, cacheFolder: join(folder, "cache"), ...options });

function write(path: string, text: string | Uint8Array): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const cobol = (...lines: readonly string[]): string => `${lines.map((line) => `       ${line}`).join("\n")}\n`;
const program = (name: string, ...statements: readonly string[]): string =>
  cobol(
    "IDENTIFICATION DIVISION.",
    `PROGRAM-ID. ${name}.`,
    "PROCEDURE DIVISION.",
    "MAIN.",
    ...statements,
    "    GOBACK.",
  );

async function callers(name: string, options: Partial<CodeIndexOptions> = {}): Promise<string> {
  const index = open(options);
  const result = await index.answer("callers", { path: ".", names: [name] }, { signal });
  index.close();
  return renderCodeAnswer(result, { offset: 0, limit: 100 });
}

async function parsedNow(options: Partial<CodeIndexOptions> = {}): Promise<number> {
  const index = open(options);
  const { parsed } = await index.sync({ signal });
  index.close();
  return parsed;
}

describe("in step with the files", () => {
  test("what has not changed is not parsed again, in another process either", async () => {
    write("A.cbl", program("A", "    CALL 'B'."));
    write("B.cbl", program("B"));
    await settle();
    expect(await parsedNow()).toBe(2);
    expect(await parsedNow()).toBe(0);
    write("B.cbl", program("B", "    CALL 'C'."));
    expect(await parsedNow()).toBe(1);
  });

  test("an edit that keeps size and time of change is noticed", async () => {
    write("A.cbl", program("A", "    CALL 'OLDPGM'."));
    await settle();
    expect(await callers("OLDPGM")).toContain("A.cbl:5");
    const { atime, mtime } = statSync(join(root, "A.cbl"));
    write("A.cbl", program("A", "    CALL 'NEWPGM'."));
    utimesSync(join(root, "A.cbl"), atime, mtime);
    expect(await callers("NEWPGM")).toContain("A.cbl:5");
    expect(await callers("OLDPGM")).not.toContain("A.cbl");
  });

  test("a touched file with the same bytes is not parsed again", async () => {
    write("A.cbl", program("A"));
    await settle();
    await parsedNow();
    utimesSync(join(root, "A.cbl"), new Date(), new Date());
    expect(await parsedNow()).toBe(0);
  });

  test("a changed copybook parses its users again, and theirs only", async () => {
    write("cpy/CODE.cpy", cobol("    CALL 'ONE'."));
    write("A.cbl", program("A", "    COPY CODE."));
    write("B.cbl", program("B"));
    await settle();
    expect(await callers("ONE")).toContain("A/MAIN");
    write("cpy/CODE.cpy", cobol("    CALL 'TWO'."));
    expect(await parsedNow()).toBe(2);
    expect(await callers("TWO")).toContain("cpy/CODE.cpy:1");
  });

  test("a copybook that was missing and comes, or goes again, parses who asked for it", async () => {
    write("A.cbl", program("A", "    COPY LATE."));
    await settle();
    await parsedNow();
    write("lib/LATE.cpy", cobol("    CALL 'ONE'."));
    expect(await callers("ONE")).toContain("A/MAIN");
    rmSync(join(root, "lib/LATE.cpy"));
    expect(await callers("ONE")).not.toContain("A/MAIN");
  });

  test("a file that is gone is forgotten", async () => {
    write("A.cbl", program("A", "    CALL 'B'."));
    await parsedNow();
    rmSync(join(root, "A.cbl"));
    expect(await callers("B")).toContain("not known");
  });

  test("an ignore file that comes, changes or goes is obeyed by a running process", async () => {
    write("keep/A.cbl", program("A", "    CALL 'B'."));
    write("drop/C.cbl", program("C", "    CALL 'B'."));
    await settle();
    const index = open();
    const paths = async () => (await index.graph({ signal })).files.map((file) => file.path);
    expect(await paths()).toEqual(["drop/C.cbl", "keep/A.cbl"]);
    write(".gitignore", "drop/\n");
    await settle();
    expect(await paths()).toEqual(["keep/A.cbl"]);
    write(".gitignore", "A.cbl\n");
    await settle();
    expect(await paths()).toEqual(["drop/C.cbl"]);
    rmSync(join(root, ".gitignore"));
    expect(await paths()).toEqual(["drop/C.cbl", "keep/A.cbl"]);
    index.close();
  });

  test("questions that come together are answered from one look", async () => {
    write("A.cbl", program("A", "    CALL 'B'."));
    write("B.cbl", program("B"));
    const index = open();
    const ask = (name: string) => index.answer("callers", { path: ".", names: [name] }, { signal });
    const answers = await Promise.all([ask("B"), ask("A"), ask("B")]);
    expect(answers.map((answer) => answer.kind)).toEqual(["answer", "answer", "answer"]);
    expect(readdirSync(indexFolder(join(folder, "cache"), root)).filter((name) => name.endsWith(".pack"))).toHaveLength(
      1,
    );
    index.close();
  });
});

describe("an index that is damaged or old", () => {
  const indexPath = (): string => indexFolder(join(folder, "cache"), root);
  beforeEach(async () => {
    write("A.cbl", program("A", "    CALL 'B'."));
    write("B.cbl", program("B"));
    await settle();
    await parsedNow();
  });

  test("half a last line, as a killed process leaves it, costs only that file", async () => {
    const path = join(indexPath(), "catalogue.jsonl");
    truncateSync(path, statSync(path).size - 10);
    expect(await parsedNow()).toBe(1);
    expect(await callers("B")).toContain("A.cbl:5");
    expect(await parsedNow()).toBe(0);
  });

  test("garbage in the catalogue or the packs is parsed anew", async () => {
    appendFileSync(join(indexPath(), "catalogue.jsonl"), "{not json}\n");
    for (const name of readdirSync(indexPath())) if (name.endsWith(".pack")) truncateSync(join(indexPath(), name), 3);
    await callers("B");
    expect(await callers("B")).toContain("A.cbl:5");
  });

  test("another schema is built from the start", async () => {
    const path = join(indexPath(), "catalogue.jsonl");
    writeFileSync(path, readFileSync(path, "utf8").replace(/"schema":\d+/, '"schema":0'));
    expect(await parsedNow()).toBe(2);
  });

  test("an abort keeps what was parsed", async () => {
    const abort = new AbortController();
    abort.abort(new Error("stopped"));
    const index = open();
    await index.sync({ signal: abort.signal });
    index.close();
    expect(await parsedNow()).toBe(0);
  });
});

describe("bad input is reported and the rest is analysed", () => {
  test("binary, EBCDIC, truncated and empty files, a link in a circle and one that leads nowhere", async () => {
    write("GOOD.cbl", program("GOOD", "    CALL 'B'."));
    write(
      "BINARY.cbl",
      Uint8Array.from({ length: 4000 }, (_, index) => (index * 7919) % 256),
    );
    write("EMPTY.cbl", "");
    write("CUT.cbl", program("CUT", "    IF A = 'unclosed").slice(0, -20));
    write("EBCDIC.cbl", ebcdic(program("EBCDIC", "    CALL 'B'.")));
    symlinkSync(root, join(root, "circle"));
    symlinkSync(join(root, "nothing"), join(root, "nowhere.cbl"));
    symlinkSync(tmpdir(), join(root, "outside"));
    const index = open();
    const graph = await index.graph({ signal });
    index.close();
    const parse = Object.fromEntries(graph.files.map((file) => [file.path, file.parse]));
    expect(parse["BINARY.cbl"]).toBe("failed");
    expect(parse["GOOD.cbl"]).toBe("full");
    expect(parse["CUT.cbl"]).toMatch(/full|partial/);
    expect(graph.problems.map((problem) => problem.path).sort()).toEqual([
      "BINARY.cbl",
      "circle",
      "nowhere.cbl",
      "outside",
    ]);
    expect(await callers("B")).toContain("EBCDIC.cbl:5");
  });

  test.skipIf(process.getuid?.() === 0)("a folder that may not be read", async () => {
    write("closed/A.cbl", program("A"));
    write("B.cbl", program("B"));
    chmodSync(join(root, "closed"), 0);
    const index = open();
    const report = await index.sync({ signal });
    chmodSync(join(root, "closed"), 0o700);
    index.close();
    expect(report.files).toBe(1);
    expect(report.problems).toEqual([{ path: "closed", message: "the folder cannot be read (EACCES)" }]);
  });

  test("a COPY cycle ends", async () => {
    write("ONE.cpy", cobol("    COPY TWO."));
    write("TWO.cpy", cobol("    COPY ONE."));
    write("A.cbl", program("A", "    COPY ONE.", "    CALL 'B'."));
    expect(await callers("B")).toContain("A.cbl:6");
  });

  test("an encoding that is given is used for every file", async () => {
    write("A.cbl", ebcdic(program("A", "    CALL 'B'.")));
    expect(await callers("B", { encoding: "cp037" })).toContain("A.cbl:5");
  });
});

describe("which copybook a COPY means", () => {
  beforeEach(() => {
    for (const library of ["one", "two", "sys/three"])
      write(`${library}/SAME.cpy`, cobol(`    CALL '${library.slice(-3).toUpperCase()}'.`));
  });
  const target = async (options: Partial<CodeIndexOptions> = {}): Promise<string | undefined> => {
    const index = open(options);
    const { edges } = await index.graph({ signal });
    index.close();
    return edges.find((edge) => edge.kind === "copies" && edge.from.startsWith("app/A.cbl"))?.to?.split("#")[0];
  };

  test("the library that the statement names", async () => {
    write("app/A.cbl", program("A", "    COPY SAME OF TWO."));
    expect(await target()).toBe("two/SAME.cpy");
  });
  test("a configured library before discovered ones", async () => {
    write("app/A.cbl", program("A", "    COPY SAME."));
    expect(await target({ libraries: ["sys/three"] })).toBe("sys/three/SAME.cpy");
  });
  test("the same folder before others, whatever the case of its name", async () => {
    write("app/same.CPY", cobol("    CALL 'OWN'."));
    write("app/A.cbl", program("A", "    COPY SAME."));
    expect(await target()).toBe("app/same.CPY");
  });
});

describe("large estates", () => {
  const questions: readonly { verb: QueryVerb; path: string; names?: readonly string[] }[] = [
    { verb: "analyze", path: "cbl/ACCTPOST.cbl" },
    { verb: "callouts", path: "cbl/ACCTPOST.cbl" },
    { verb: "callouts", path: "jcl" },
    { verb: "includes", path: "cbl/ACCTPOST.cbl" },
    { verb: "flow", path: "cbl/ACCTPOST.cbl" },
    { verb: "summary", path: "jcl/POSTJOB.jcl" },
    { verb: "callers", path: ".", names: ["ACCTINQ"] },
    { verb: "callers", path: ".", names: ["ACCTREC"] },
    { verb: "callers", path: ".", names: ["BANK.ACCOUNT"] },
    { verb: "callers", path: "cbl/ACCTPOST.cbl", names: ["2000-PROCESS"] },
    { verb: "impact", path: ".", names: ["ACCT-ID"] },
    { verb: "impact", path: ".", names: ["ACCTREC"] },
    { verb: "impact", path: ".", names: ["CREDIT"] },
    { verb: "lineage", path: ".", names: ["ACCT-ID"] },
    { verb: "jobs", path: "jcl/POSTJOB.jcl" },
    { verb: "screens", path: "cbl/MENUPGM.cbl" },
    { verb: "dead-code", path: "cpy" },
    { verb: "fields", path: "cpy/ACCTREC.cpy" },
    { verb: "fields", path: "cpy" },
    { verb: "fields", path: "cbl/ACCTPOST.cbl" },
    { verb: "rules", path: "cbl/ACCTPOST.cbl" },
    { verb: "rules", path: "cpy" },
  ];

  const places = mkdtempSync(join(tmpdir(), "waymark-slices-"));
  const over = (wholeBytesMax: number) => openCodeIndex({ root: ESTATE, cacheFolder: places, wholeBytesMax });
  const [whole, slices] = [over(Number.POSITIVE_INFINITY), over(0)];
  afterAll(() => {
    whole.close();
    slices.close();
    rmSync(places, { recursive: true, force: true });
  });

  test.each(questions)("$verb $path $names is answered from a few files as from all", async ({ verb, ...input }) => {
    const everything = { offset: 0, limit: 1000 };
    const expected = await whole.answer(verb, input, { signal });
    expect(expected.kind).not.toBe("failure");
    const found = renderCodeAnswer(await slices.answer(verb, input, { signal }), everything);
    expect(found).toEqual(renderCodeAnswer(expected, everything));
  });

  test("workers build the same index as one thread", async () => {
    cpSync(ESTATE, root, { recursive: true });
    const [alone, together] = [open(), open({ cacheFolder: join(folder, "cache2"), workersFromBytes: 0 })];
    const { parsed, parsedByWorkers } = await together.sync({ signal });
    expect(parsedByWorkers).toBe(availableParallelism() > 1 ? parsed : 0);
    expect(await together.graph({ signal })).toEqual(await alone.graph({ signal }));
    alone.close();
    together.close();
  });
});

describe("the port", () => {
  test("paths may be absolute but not lead out of the root, and what is not there is a failure to mend", async () => {
    write("A.cbl", program("A"));
    const index = open();
    const query = createCodeQuery(() => index);
    expect(await query("summary", { path: join(root, "A.cbl") }, signal)).toContain("# Summary of A.cbl");
    await expect(query("summary", { path: "../A.cbl" }, signal)).rejects.toThrow(/outside/);
    await expect(query("summary", { path: "NONE.cbl" }, signal)).rejects.toThrow(/No analysed file/);
    await expect(query("nonsense", {}, signal)).rejects.toThrow(/no question "nonsense"/);
    index.close();
  });

  test("what a record is for stands in its own line alone; a field tells how often it occurs, and whether it is used", async () => {
    const lines = [
      "* What a customer owes.",
      " 01 OWED.",
      "    05 OWED-SUM PIC 9(5).",
      "    05 OWED-PART PIC 9(3) OCCURS 4 TIMES.",
    ];
    write("OWED.cpy", lines.map((line) => `      ${line}\n`).join(""));
    const index = open();
    expect(await createCodeQuery(() => index)("fields", { path: "OWED.cpy" }, signal)).toBe(`# Fields of OWED.cpy

Fields: 3

## OWED.cpy (3)
- OWED at 0, 17 bytes: What a customer owes.; not used — OWED.cpy:2
- OWED-SUM at 0, 5 bytes: PIC 9(5); of OWED; not used — OWED.cpy:3
- OWED-PART at 5, 3 bytes, 4 times: PIC 9(3); of OWED; not used — OWED.cpy:4
`);
    index.close();
  });

  test("what is offered follows from the extensions of the files: all for mainframe code, a few for any other", () => {
    expect(sourcesIn(root)).toBe("none");
    write("docs/readme.md", "# Text");
    expect(sourcesIn(root)).toBe("none");
    write("tools/run.py", "print(1)");
    expect(sourcesIn(root)).toBe("core");
    write("a/b/c/PGM.CBL", program("PGM"));
    expect(sourcesIn(root)).toBe("all");
  });

  test("the extensions looked for at the start are those of the languages", () => {
    const known = [...LANGUAGES, ...treeSitterLanguages].flatMap((language) =>
      // Whole names, such as go.mod, stand beside sources.
      language.extensions.filter((extension) => extension.startsWith(".")),
    );
    expect([...SOURCE_EXTENSIONS].map((extension) => `.${extension}`).sort()).toEqual([...new Set(known)].sort());
    expect(known.every((extension) => extensionOf(`x${extension}`) === extension)).toBe(true);
  });
});

/** Times of files are as coarse as a tick of the clock: a fresh file would be looked at again. */
const settle = (): Promise<void> => new Promise((done) => setTimeout(done, 40));

function ebcdic(text: string): Uint8Array {
  const codes = new Map(Array.from({ length: 256 }, (_, code) => [decodeText(Uint8Array.of(code), "cp037"), code]));
  return Uint8Array.from([...text].map((character) => (character === "\n" ? 0x15 : (codes.get(character) ?? 0x6f))));
}
