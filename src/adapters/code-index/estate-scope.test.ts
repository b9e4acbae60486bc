import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type QueryInput, type QueryVerb, renderCodeAnswer } from "../../engines/citadel/queries/run-query.ts";
import { type CodeIndexOptions, openCodeIndex } from "./code-intelligence.ts";

const signal = new AbortController().signal;
let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "waymark-scope-")));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, ...lines: readonly string[]): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), `${lines.map((line) => `       ${line}`).join("\n")}\n`);
}

const program = (name: string, ...statements: readonly string[]): string[] => [
  "IDENTIFICATION DIVISION.",
  `PROGRAM-ID. ${name}.`,
  "PROCEDURE DIVISION.",
  "MAIN.",
  ...statements,
  "    GOBACK.",
];

async function ask(verb: QueryVerb, input: QueryInput, options: Partial<CodeIndexOptions> = {}): Promise<string> {
  const index = openCodeIndex({ root: join(folder, "estate"), cacheFolder: join(folder, "cache"), ...options });
  const result = await index.answer(verb, input, { signal });
  const { problems } = await index.sync({ signal });
  index.close();
  return renderCodeAnswer(result, { offset: 0, limit: 100 }) + JSON.stringify(problems);
}

describe("what a rule denies is in no answer", () => {
  beforeEach(() => {
    write("estate/A.cbl", ...program("A", "    CALL 'SECRET'.", "    COPY HIDDEN."));
    write("estate/private/SECRET.cbl", ...program("SECRET", "    CALL 'PAYROLL'."));
    write("estate/private/HIDDEN.cpy", "    CALL 'SALARIES'.");
  });
  const deny = ["read_file(private/**)"];

  test("neither its programs nor the copybooks that others expand", async () => {
    expect(await ask("callers", { path: ".", names: ["PAYROLL"] })).toContain("private/SECRET.cbl:5");
    expect(await ask("callers", { path: ".", names: ["PAYROLL"] }, { deny })).not.toContain("private/");
    expect(await ask("callouts", { path: "A.cbl" })).toContain("SALARIES");
    const callouts = await ask("callouts", { path: "A.cbl" }, { deny });
    expect(callouts).not.toContain("SALARIES");
    expect(callouts).toContain("SECRET [unresolved");
    expect(callouts).toContain("left out by rules that deny them: 1 files and folders");
  });

  test("it cannot be asked about, and an index that was built without the rule is not used", async () => {
    expect(await ask("body", { path: "private/SECRET.cbl", names: ["MAIN"] })).toContain("PAYROLL");
    const text = await ask("body", { path: "private/SECRET.cbl", names: ["MAIN"] }, { deny });
    expect(text).toContain("private/SECRET.cbl may not be read: a rule denies it");
    expect(text).not.toContain("PAYROLL");
  });

  test("a folder that is called secrets can be asked about like any other, one of keys cannot", async () => {
    write("estate/src/secrets/VAULT.cbl", ...program("VAULT", "    CALL 'PAYROLL'."));
    write("estate/.ssh/KEYS.cbl", ...program("KEYS", "    CALL 'PAYROLL'."));
    expect(await ask("stats", { path: "src/secrets" })).toContain("src/secrets/VAULT.cbl");
    expect(await ask("stats", { path: "src/secrets" }, { deny: ["read_file(src/**)"] })).toContain("a rule denies it");
    expect(await ask("stats", { path: ".ssh" })).toContain("a rule denies it");
  });
});

test("a folder with one file is a folder", async () => {
  write("estate/one/B.cbl", ...program("B", "    CALL 'A'."));
  write("estate/A.cbl", ...program("A"));
  expect(await ask("stats", { path: "one" })).toContain("Files: 1");
  expect(await ask("callers", { path: "one", names: ["A"] })).toContain("one/B.cbl:5");
});

describe("folders that are added", () => {
  beforeEach(() => {
    write("estate/A.cbl", ...program("A", "    CALL 'B'.", "    COPY SHARED."));
    write("other/B.cbl", ...program("B", "    CALL 'C'."));
    write("other/cpy/SHARED.cpy", "    CALL 'D'.");
  });

  test("belong to the same estate, by their whole paths", async () => {
    const added = { addedRoots: [join(folder, "other")] };
    expect(await ask("callouts", { path: "A.cbl" })).toContain("B [unresolved");
    expect(await ask("callouts", { path: "A.cbl" }, added)).toMatch(/D \[.*SHARED\.cpy:1\n.*-> B —/);
    expect(await ask("callers", { path: ".", names: ["C"] }, added)).toContain(`${folder}/other/B.cbl:5`);
    expect(await ask("body", { path: join(folder, "other/B.cbl"), names: ["MAIN"] }, added)).toContain("CALL 'C'");
    expect(await ask("functions", { path: join(folder, "elsewhere/B.cbl") }, added)).toContain("is outside of");
  });

  test("a rule that denies holds there too", async () => {
    const text = await ask(
      "callers",
      { path: ".", names: ["C"] },
      {
        addedRoots: [join(folder, "other")],
        deny: ["read_file(B.cbl)"],
      },
    );
    expect(text).not.toContain("B.cbl:5");
  });
});

describe("libraries of copybooks", () => {
  beforeEach(() => {
    for (const library of ["TEST", "PROD", "cpy/new"])
      write(`estate/${library}/REC.cpy`, `    CALL '${library.slice(-4)}'.`);
  });

  test("OF takes the folder of that name, or the one that a setting gives the name", async () => {
    write("estate/A.cbl", ...program("A", "    COPY REC OF PROD."));
    write("estate/B.cbl", ...program("B", "    COPY REC IN NEWLIB."));
    const libraries = ["TEST", "NEWLIB=cpy/new"];
    expect(await ask("callouts", { path: "A.cbl" }, { libraries })).toContain("PROD/REC.cpy:1");
    expect(await ask("callouts", { path: "B.cbl" }, { libraries })).toContain("cpy/new/REC.cpy:1");
    expect(await ask("callouts", { path: "B.cbl" }, { libraries: ["TEST"] })).toContain("TEST/REC.cpy:1");
  });

  test("the first of several libraries wins, and the answer names the others", async () => {
    write("estate/A.cbl", ...program("A", "    COPY REC."));
    const text = await ask("includes", { path: "A.cbl" }, { libraries: ["cpy/new", "TEST"] });
    expect(text).toMatch(/REC -> cpy\/new\/REC\.cpy/);
    expect(text).toContain("TEST/REC.cpy");
    expect(text).toContain("PROD/REC.cpy");
  });
});

describe("fields of copybooks", () => {
  const data = (copy: string, ...statements: readonly string[]): string[] => [
    "IDENTIFICATION DIVISION.",
    "PROGRAM-ID. TAGGED.",
    "DATA DIVISION.",
    "WORKING-STORAGE SECTION.",
    copy,
    "PROCEDURE DIVISION.",
    "MAIN-PARA.",
    ...statements,
  ];
  beforeEach(() => {
    write("estate/cpy/REC.cpy", "01  :TAG:-RECORD.", "    05  :TAG:-KEY PIC X(10).", "    05  PLAIN-NAME PIC X(5).");
    const copy = "COPY REC REPLACING ==:TAG:== BY ==WS==.";
    write("estate/cbl/TAGGED.cbl", ...data(copy, "    MOVE 'A' TO WS-KEY.", "    MOVE SPACES TO PLAIN-NAME."));
  });

  test("have as callers the programs that expand the copybook", async () => {
    expect(await ask("callers", { path: ".", names: ["PLAIN-NAME"] })).toContain("cbl/TAGGED.cbl:9");
  });

  test("are known by the names that REPLACING gives them, and by their own", async () => {
    for (const name of ["WS-KEY", ":TAG:-KEY"]) {
      const text = await ask("impact", { path: ".", names: [name] });
      expect(text).toContain("PIC X(10), 10 bytes at offset 0 — cpy/REC.cpy:2");
      expect(text).toContain("cbl/TAGGED.cbl:8");
      expect(text).toContain("PLAIN-NAME follows it");
      expect(await ask("callers", { path: ".", names: [name] })).toContain("TAGGED/MAIN-PARA (writes, move)");
    }
  });
});

describe("COPY decides what a copybook is", () => {
  beforeEach(() => {
    const data = ["DATA DIVISION.", "WORKING-STORAGE SECTION.", "01 R. COPY PLAIN.", "COPY OTHER.", 'COPY "REC.DD".'];
    const [head = "", name = "", procedure = "", main = "", ...rest] = program(
      "USER",
      "    MOVE K TO O D.",
      "    COPY CODE.",
    );
    write("estate/USER.cbl", head, name, ...data, procedure, main, ...rest);
    write("estate/lib/PLAIN", "  05 K PIC X.");
    write("estate/lib/OTHER.cbl", "01 O PIC X.");
    write("estate/lib/REC.DD", "01 D PIC X.");
    write("estate/lib/CODE.txt", "    MOVE O TO D.");
    write("estate/lib/UNUSED.txt", "A letter to nobody.");
  });

  test("whatever it is called; each is counted once, and used where it is copied", async () => {
    const index = openCodeIndex({ root: join(folder, "estate"), cacheFolder: join(folder, "cache") });
    const first = await index.sync({ signal });
    expect([first.languages, first.files]).toEqual([{ cobol: 1, copybook: 4 }, 5]);
    const found = [];
    for await (const { path, uses } of index.uses({ path: "." }, { signal })) found.push([path, uses.length]);
    expect(found).toEqual([["USER.cbl", 5]]);
    index.close();
    const callers = await ask("callers", { path: ".", names: ["D"] });
    expect(callers).toContain("USER.cbl:10");
    expect(callers).toContain("lib/CODE.txt:1");
    expect(await ask("includes", { path: "USER.cbl" })).not.toContain("unresolved");
  });

  test("a copybook that nobody copies any more, or whose text changes, is told anew", async () => {
    await ask("includes", { path: "USER.cbl" });
    write("estate/lib/PLAIN", "  05 FRESH PIC X.");
    expect(await ask("impact", { path: ".", names: ["FRESH"] })).toContain("lib/PLAIN:1");
  });
});
