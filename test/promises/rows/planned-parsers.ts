import { startOpenAiBatches } from "../../e2e/provider-servers/batches.ts";
import { draft, runPlan, sh } from "../plan-play.ts";
import { BOTH, FRESH, type Row } from "../row.ts";

const absent = { status: "absent", from: FRESH, how: "headless" } as const;

/** What the seeds planned for tools, speed and parsers, and what they wrote of and did not have. */
export const PLANNED_PARSERS: readonly Row[] = [
  {
    id: "FT-50",
    title: "a search of the web",
    what: "Pages are found by words.",
    ...absent,
    missing: "Only pages that are named can be fetched.",
  },
  { id: "FT-51", title: "long sources and results made short", status: "same", as: "CL-40" },
  {
    id: "FT-52",
    title: "a container image",
    what: "Waymark runs from an image.",
    ...absent,
    missing: "There is none.",
  },
  {
    id: "FT-53",
    title: "a published package",
    what: "One command of a package manager installs it.",
    ...absent,
    missing: "The package is built and installed from its file; it is in no registry yet.",
  },
  {
    id: "FT-54",
    title: "tests for all of it",
    what: "What is promised is tried.",
    ...absent,
    missing: "This is no outcome of the program; the table that you read is the trial of the rest.",
  },
  {
    id: "FT-55",
    title: "answers of models kept for later",
    what: "The same question again is answered without a request.",
    ...absent,
    missing: "Only a recorded run is played again; requests are built so that providers can cache their beginning.",
  },
  {
    id: "FT-56",
    title: "results of tools kept for later",
    what: "A step that was done is not done again when its plan is run again.",
    ...{ status: "partly", from: FRESH, how: "command" },
    missing: "Only steps of a plan keep their results; calls of a conversation run each time.",
    async run(stage) {
      await draft(stage, [sh("a", "echo x >> ran"), sh("b", "test -e wanted", "a")]);
      stage.expect((await runPlan(stage)).code).toBe(1);
      stage.put({ wanted: "" });
      const again = await stage.run("plan", "resume", "--offline", "--permission-mode", "bypassPermissions");
      stage.expect([again.code, stage.read("ran")]).toEqual([0, "x\n"]);
    },
  },
  {
    id: "FT-57",
    title: "what calls changed can be taken back, also what commands did",
    what: "One call, several, or some of the files; what you changed since is never overwritten unasked.",
    ...{ status: "kept", from: BOTH, how: "headless" },
    async run(stage) {
      stage.put({ "a.txt": "one\n", "b.txt": "keep\n" });
      await stage.ask({
        replies: [
          { calls: [{ name: "read_file", input: { path: "a.txt" } }] },
          { calls: [{ name: "write_file", input: { path: "a.txt", content: "two\n" } }] },
          { calls: [{ name: "shell", input: { command: "rm b.txt; echo new > c.txt" } }] },
          { text: "done" },
        ],
        flags: ["--permission-mode", "bypassPermissions"],
      });
      stage.expect([stage.read("a.txt"), stage.has("b.txt"), stage.has("c.txt")]).toEqual(["two\n", false, true]);
      await stage.run("undo");
      stage.expect([stage.read("a.txt"), stage.read("b.txt"), stage.has("c.txt")]).toEqual(["two\n", "keep\n", false]);
      stage.put({ "a.txt": "mine\n" });
      stage.expect((await stage.run("undo")).code).toBe(1);
      stage.expect(stage.read("a.txt")).toBe("mine\n");
      await stage.run("undo", "--force");
      stage.expect(stage.read("a.txt")).toBe("one\n");
    },
  },
  {
    id: "FT-58",
    title: "fewer requests by batches",
    what: "Several requests go out as one, to the batch service of a provider, and what comes back is judged item by item.",
    ...{ status: "kept", from: FRESH, how: "command" },
    async run(stage) {
      const server = await startOpenAiBatches((id) => ({ kind: "text", text: `an answer to ${id.slice(0, 4)}` }));
      try {
        server.end();
        const items = { list: ["one", "two", "three"] };
        const lanes = [{ model: "openai/gpt-5.5" }];
        stage.put({ "job.json": JSON.stringify({ items, lanes, recipe: { prompt: "Say {{item}}." } }) });
        const environment = { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: "k" };
        const run = await stage.command({ args: ["batch", "run", "job.json", "--provider-batch"], environment });
        stage.expect([run.code, server.handedIn.size]).toEqual([0, 3]);
        stage.expect(run.stdout).toContain("job: 3 of 3 done");
      } finally {
        await server.close();
      }
    },
  },
  { id: "FT-59", title: "requests kept for later", status: "same", as: "FT-55" },
  { id: "FT-60", title: "languages described by a model", status: "same", as: "CW-58" },
  { id: "FT-61", title: "Java and SQL", status: "same", as: "CW-51" },
  {
    id: "FT-62",
    title: "a record and its table belong together",
    what: "The declaration of a table's record leads to the table, and a field to where it is read from.",
    ...{ status: "kept", from: FRESH, how: "command" },
    async run(stage) {
      stage.putEstate();
      stage
        .expect((await stage.run("code", "analyze", "dcl/DCLCARD.dcl")).stdout)
        .toContain("references BANK.CARD — dcl/DCLCARD.dcl:5");
      stage
        .expect((await stage.run("code", "lineage", "CARD-NUM")).stdout)
        .toContain("read from BANK.CARD (selects) — cbl/ACCTUPD.cbl:27");
    },
  },
  { id: "FT-63", title: "copybooks expanded before a program is read", status: "same", as: "CW-61" },
  { id: "FT-64", title: "only what changed is read again", status: "same", as: "CW-59" },
  {
    id: "FT-65",
    title: "a giant program in parts",
    what: "One paragraph or a few are given instead of thousands of lines.",
    ...{ status: "kept", from: FRESH, how: "command" },
    async run(stage) {
      const paragraphs = Array.from(
        { length: 2_000 },
        (_, index) => `       P-${index}.\n           DISPLAY "${index}".\n`,
      );
      stage.put({
        "big.cbl": `       IDENTIFICATION DIVISION.\n       PROGRAM-ID. BIG.\n       PROCEDURE DIVISION.\n${paragraphs.join("")}`,
      });
      const { stdout } = await stage.run("code", "bodies", "big.cbl", "P-1500", "p-7");
      stage.expect(stdout).toMatch(/Found 2 of 2[\s\S]*DISPLAY "1500"[\s\S]*DISPLAY "7"/);
      stage.expect(stdout.length).toBeLessThan(1_000);
    },
  },
  {
    id: "FT-66",
    title: "data on the arrows of a sequence",
    what: "A call in a diagram shows what goes in and out.",
    ...absent,
    missing: "Arrows have the call and its line, not its data.",
  },
  {
    id: "FT-67",
    title: "summaries of summaries",
    what: "A folder is described from descriptions of its files.",
    ...absent,
    missing: "A folder's summary counts and lists what the parsers found.",
  },
  {
    id: "FT-68",
    title: "office documents and other binaries are passed over",
    what: "What is no source is not read as one.",
    ...{ status: "kept", from: FRESH, how: "command" },
    async run(stage) {
      stage.putEstate();
      const before = (await stage.run("code", "index")).stdout;
      const { writeFileSync } = await import("node:fs");
      const bytes = Buffer.from(Array.from({ length: 4_000 }, (_, index) => (index * 37) % 256));
      for (const name of ["book.xlsx", "letter.docx", "photo.png"]) writeFileSync(`${stage.cwd}/${name}`, bytes);
      const after = (await stage.run("code", "index")).stdout;
      stage.expect(after.split("\n")[0]).toBe(before.split("\n")[0]);
      stage.expect((await stage.tool("search_code", { pattern: ".", glob: "*.xlsx" })).text).toMatch(/No match/);
    },
  },
  {
    id: "FT-69",
    title: "a path that is not there or outside is refused before anything is read",
    what: "Questions about code stay in their folder as well.",
    ...{ status: "kept", from: FRESH, how: "command" },
    async run(stage) {
      stage.putEstate();
      for (const path of ["cbl/NONE.cbl", "../../etc/passwd", "/etc/passwd"]) {
        const { code, stdout, stderr } = await stage.run("code", "analyze", path);
        stage.expect([path, code === 0, stdout, stderr.trim().split("\n").length]).toEqual([path, false, "", 1]);
      }
    },
  },
  { id: "FT-70", title: "Python that cannot do harm", status: "same", as: "CA-12" },
  { id: "FT-71", title: "paths judged by every tool", status: "same", as: "CW-41" },
  { id: "FT-72", title: "edits that land whole or not at all", status: "same", as: "CD-23" },
  { id: "FT-73", title: "output with a bound", status: "same", as: "CA-13" },
  { id: "FT-74", title: "a plan that goes on after a crash", status: "same", as: "CA-62" },
  { id: "FT-75", title: "tries again, later and later", status: "same", as: "CD-03" },
  { id: "FT-76", title: "arguments judged one by one", status: "same", as: "CW-22" },
  { id: "FT-77", title: "answers of StackSpot as they come", status: "same", as: "BC-34" },
  { id: "FT-78", title: "one order for choosing a model", status: "same", as: "CL-13" },
];
