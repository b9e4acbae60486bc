import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { putFiles, runWaymark } from "./run-waymark.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "waymark-diff-")));
const place = { cwd: join(folder, "estate"), home: join(folder, "home") };

const git = (...words: readonly string[]): string =>
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.org", ...words], {
    cwd: place.cwd,
    encoding: "utf8",
  });
const text = (...lines: readonly string[]): string => lines.map((line) => `       ${line}\n`).join("");
function put(files: Readonly<Record<string, string>>): void {
  putFiles(place.cwd, files);
}

const account = (picture: string): string =>
  text("01 ACCT.", `  05 ACCT-ID PIC ${picture}.`, "  05 ACCT-TEXT PIC X(10).");
const post = (...extra: readonly string[]): string =>
  text(
    "IDENTIFICATION DIVISION.",
    "PROGRAM-ID. POST.",
    "INPUT-OUTPUT SECTION.",
    "FILE-CONTROL.",
    "    SELECT ACCTS ASSIGN TO ACCTDD.",
    "DATA DIVISION.",
    "FILE SECTION.",
    "FD ACCTS.",
    "01 F-REC.",
    "  05 F-ID PIC 9(5).",
    "  05 F-TEXT PIC X(10).",
    "WORKING-STORAGE SECTION.",
    "COPY ACCT.",
    "01 SMALL PIC 9(5).",
    "PROCEDURE DIVISION.",
    "MAIN-1.",
    "    READ ACCTS INTO ACCT. DISPLAY F-ID.",
    "    MOVE ACCT-ID TO SMALL.",
    "    PERFORM OTHER-1. STOP RUN.",
    "OTHER-1.",
    ...extra,
    "    DISPLAY SMALL.",
  );

beforeAll(() => {
  mkdirSync(place.home);
  put({
    "cpy/ACCT.cpy": account("9(5)"),
    "cpy/OLD.cpy": text("01 OLD.", "  05 OLD-ID PIC 9(5)."),
    "cbl/POST.cbl": post(),
    "cbl/GONE.cbl": text("IDENTIFICATION DIVISION.", "PROGRAM-ID. GONE.", "PROCEDURE DIVISION.", "    GOBACK."),
    "cbl/SIDE.cbl": text("IDENTIFICATION DIVISION.", "PROGRAM-ID. SIDE.", "PROCEDURE DIVISION.", "    CALL 'GONE'."),
    "jcl/RUN.jcl": "//RUN JOB\n//S1 EXEC PGM=POST\n//ACCTDD DD DSN=PROD.ACCT,DISP=SHR\n",
  });
  git("init", "--quiet");
  git("add", "-A");
  git("commit", "--quiet", "-m", "one");
  git("tag", "one");
  put({ "cpy/ACCT.cpy": account("9(8)"), "cbl/POST.cbl": post("    DISPLAY 'MORE'.") });
  rmSync(join(place.cwd, "cbl/GONE.cbl"));
  git("add", "-A");
  git("commit", "--quiet", "-m", "two");
  git("tag", "two");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const diff = (...args: readonly string[]) => runWaymark(["code", "impact", "--diff", ...args], place);

describe("impact of a difference", () => {
  test("between two commits: what changed, data, code, recompile, retest", async () => {
    const { stdout, stderr, code } = await diff("one..two");
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toBe(
      [
        "# Impact of one..two",
        "",
        "Files that differ: 3",
        "",
        "## What changes (3)",
        "- removed GONE (program) [line of one] — cbl/GONE.cbl:1",
        "- changed POST/OTHER-1 (paragraph) — cbl/POST.cbl:20",
        "- changed ACCT/ACCT-ID (data-item): PIC 9(5), 5 bytes at offset 0 -> PIC 9(8), 8 bytes at offset 0 — cpy/ACCT.cpy:2",
        "",
        "## Data to convert (1)",
        "- PROD.ACCT (dataset): holds ACCT, the file ACCTS — cbl/POST.cbl:17",
        "",
        "## Code to change (4)",
        "- POST/MAIN-1: ACCT-ID to SMALL: 3 leading digits are lost — cbl/POST.cbl:18",
        "- POST/MAIN-1: F-ID as part of F-REC to ACCT-ID: the same bytes of another layout — cbl/POST.cbl:17",
        "- PROD.ACCT: ACCT-ID as part of ACCT to F-ID: the layouts differ: 8 bytes for 5 — cbl/POST.cbl:9",
        "- uses GONE, which is gone — cbl/SIDE.cbl:4",
        "",
        "## Recompile (2)",
        "- POST (changed or recompiled) — cbl/POST.cbl:1",
        "- ACCT (changed or recompiled) — cpy/ACCT.cpy:1",
        "",
        "## Retest: jobs and steps (1)",
        "- RUN/S1 executes POST — jcl/RUN.jcl:2",
        "",
        "Recompile: what changed or copies it. Retest: what calls or runs that. Code to change: statements that lose something since a field changed, and uses of what is gone in files that did not change.",
        "",
      ].join("\n"),
    );
    // Nothing is left of the exported commits.
    expect(readdirSync(join(place.home, "waymark/cache/commits"))).toEqual([]);
  });

  test("of the working tree, new files included; comments are told apart", async () => {
    put({
      "cpy/OLD.cpy": `      * a remark\n${text("01 OLD.", "  05 OLD-ID PIC 9(5).")}`,
      "cbl/NEW.cbl": text("IDENTIFICATION DIVISION.", "PROGRAM-ID. NEW.", "PROCEDURE DIVISION.", "    CALL 'POST'."),
    });
    const { stdout } = await diff();
    expect(stdout).toMatch(/Impact of HEAD\.\.working tree[\s\S]*added NEW \(program\) — cbl\/NEW\.cbl:1/);
    expect(stdout).toMatch(/## Only comments or blanks \(1\)\n- cpy\/OLD\.cpy/);
    expect(stdout).not.toMatch(/OLD-ID|## Recompile[\s\S]*POST/);
    const older = await runWaymark(["code", "impact", "cpy", "--diff", "one", "--json"], place);
    expect(JSON.parse(older.stdout)).toMatchObject({ verb: "impact", values: { "Files that differ": 2 } });
    expect((await diff("two..two")).stdout).toContain("No file that is understood here differs");
  });

  test("what is no commit, no repository or no question for it is said in one line", async () => {
    const cases = [
      await diff("nowhere..two"),
      await runWaymark(["code", "impact", "--diff=--output=x..two"], place),
      await runWaymark(["code", "jobs", "--diff"], place),
    ];
    const outside = await runWaymark(["code", "impact", "--diff", "-C", place.home], place);
    expect([...cases, outside].map(({ code, stderr }) => [code === 0, stderr.trim().split("\n")])).toEqual([
      [false, [expect.stringMatching(/has no commit nowhere; --diff takes A\.\.B/)]],
      [false, [expect.any(String)]],
      [false, [expect.stringMatching(/--diff is for impact; jobs has no use for it/)]],
      [false, [expect.stringMatching(/has no commit HEAD/)]],
    ]);
  });
});
