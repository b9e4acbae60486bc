import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { BOTH, FRESH, type Row } from "../row.ts";
import { answer } from "../stage.ts";

const ALL = ["--permission-mode", "bypassPermissions"];
const JUDGE = ["--strategy", "judge", ...ALL];
const FILE = "one\ntwo\nthree\nfour\n";
const diff = (old: string, put: string): string =>
  `Here:\n\n\`\`\`diff\n--- a/a.txt\n+++ b/a.txt\n@@ -1,4 +1,4 @@\n one\n-${old}\n+${put}\n three\n four\n\`\`\`\n`;
const block = (find: string, put: string): string => `<<<<<<< SEARCH\n${find}\n=======\n${put}\n>>>>>>> REPLACE\n`;

/** A model without tools: its plain answers are read, checked and carried out. */
export const ANSWERS_AS_EDITS: readonly Row[] = [
  {
    id: "BC-50",
    title: "a diff in a plain answer is applied, and the model goes on from there",
    what: "A model that cannot call tools still changes files.",
    ...{ status: "kept", from: BOTH, how: "headless" },
    async run(stage) {
      stage.put({ "a.txt": FILE });
      const { result, bodies } = await stage.ask({
        replies: [{ text: diff("two", "2") }, { text: "Done." }],
        flags: JUDGE,
      });
      stage.expect([result, stage.read("a.txt")]).toEqual(["Done.", "one\n2\nthree\nfour\n"]);
      stage.expect(bodies[0]?.tools ?? []).toEqual([]);
    },
  },
  {
    id: "BC-51",
    title: "what an answer means is found by rules: guessing reads first, a diff is applied, plain text is the end",
    what: "No second model is asked where the answer is clear.",
    ...{ status: "kept", from: FRESH, how: "headless" },
    async run(stage) {
      stage.put({ "a.txt": FILE });
      const { lines, bodies, result } = await stage.ask({
        prompt: "what does a.txt say?",
        replies: [{ text: "I would need to see a.txt before I can say." }, { text: "It counts to four." }],
        flags: JUDGE,
      });
      stage.expect(JSON.stringify(lines)).toContain("The answer speaks of a.txt unseen: reading first.");
      stage.expect(JSON.stringify(bodies[1]?.messages)).toContain("three");
      stage.expect([result, bodies.length]).toEqual(["It counts to four.", 2]);
    },
  },
  {
    id: "BC-52",
    title: "the result tells the answer, the calls that were made, the steps and the rounds of correction",
    what: "Every call read from text shows up like any other.",
    ...{ status: "kept", from: FRESH, how: "headless" },
    async run(stage) {
      stage.put({ "a.txt": FILE });
      const call = '<tool_call>\n{"name": "read_file", "arguments": {"path": "a.txt"}}\n</tool_call>';
      const { lines, results } = await stage.ask({
        replies: [{ text: call }, { text: diff("zwei", "2") }, { text: diff("two", "2") }, { text: "Done." }],
        flags: JUDGE,
      });
      stage.expect(results[0]).toEqual({ isError: false, text: stage.expect.stringContaining("three") });
      stage.expect(lines.at(-1)).toMatchObject({ subtype: "success", num_turns: 4, result: "Done." });
      stage.expect(lines.filter(({ status }) => status === "correction")).toHaveLength(1);
    },
  },
  {
    id: "BC-53",
    title: "after three corrections it gives up, says so, and the file is as it was",
    what: "A wrong edit never lands in part.",
    ...{ status: "kept", from: FRESH, how: "headless" },
    async run(stage) {
      stage.put({ "a.txt": FILE });
      const { code, result, bodies } = await stage.ask({ replies: () => ({ text: diff("zwei", "2") }), flags: JUDGE });
      stage.expect([code, bodies.length, stage.read("a.txt")]).toEqual([1, 4, FILE]);
      stage.expect(result).toContain("Failed to generate a valid edit after 3 corrections");
    },
  },
  {
    id: "BC-54",
    title: "a correction tells the round, the error, what was asked, and the file with its line numbers",
    what: "The model gets all that it needs to do it right.",
    ...{ status: "kept", from: FRESH, how: "headless" },
    async run(stage) {
      stage.put({ "a.txt": FILE });
      const { bodies } = await stage.ask({
        prompt: "make it a number",
        replies: [{ text: diff("zwei", "2") }, { text: diff("two", "2") }, { text: "Done." }],
        flags: JUDGE,
      });
      const correction = JSON.stringify(bodies[1]?.messages.at(-1)?.content);
      for (const part of ["ROUND 1 - EDIT CORRECTION REQUIRED", "make it a number", "2\\ttwo"])
        stage.expect(correction).toContain(part);
    },
  },
  {
    id: "BC-55",
    title: "a judge hosted elsewhere",
    what: "An external service validates diffs for the agent.",
    ...{ status: "absent", from: FRESH, how: "headless" },
    missing: "Edits are checked here against the files themselves; nothing is sent to a service for that.",
  },
  {
    id: "BC-56",
    title: "without native tools, calls written as text are understood, in many notations",
    what: "Thought and action lines, tagged JSON and fenced calls all run.",
    ...{ status: "kept", from: FRESH, how: "headless" },
    async run(stage) {
      stage.put({ "a.txt": FILE });
      const react = 'Thought: I must look.\nAction: read_file\nAction Input: {"path": "a.txt"}\n';
      const { results, result } = await stage.ask({
        replies: [{ text: react }, { text: "Thought: I know.\nFinal Answer: It counts to four." }],
        flags: JUDGE,
      });
      stage.expect(results[0]?.text).toContain("three");
      stage.expect(result).toContain("It counts to four.");
    },
  },
  {
    id: "BC-57",
    title: "one request a step: a judge model is asked only where the rules abstain",
    what: "The usual answer costs no second request.",
    ...{ status: "kept", from: FRESH, how: "headless" },
    async run(stage) {
      stage.put({ "a.txt": FILE });
      const judged =
        '{"needs_tools": true, "tool_calls": [{"name": "read_file", "args": {"path": "a.txt"}}], "reasoning": ""}';
      const models = async (first: string): Promise<readonly string[]> => {
        let asked = 0;
        const { bodies } = await stage.ask({
          replies: ({ body }) =>
            body.includes('"model":"decider"') ? { text: judged } : { text: asked++ === 0 ? first : "It counts." },
          flags: JUDGE,
          environment: { WAYMARK_JUDGE_MODEL: "openai-compatible/decider" },
        });
        return bodies.map(({ model }) => model);
      };
      stage.expect(await models(diff("two", "2"))).toEqual(["m", "m"]);
      stage.expect(await models("I'll call the read_file tool now.")).toEqual(["m", "decider", "m"]);
    },
  },
  {
    id: "BC-60",
    title: "a diff is checked whole before anything is written, and fits where its context is, not where it says",
    what: "Wrong line numbers do no harm; of several places the named one is taken.",
    ...{ status: "kept", from: FRESH, how: "command" },
    async run(stage) {
      const same = "begin\nsame\nend\n";
      stage.put({ "a.txt": FILE, "b.txt": `${same}${same}${same}`, "sql.txt": "-- old note\nselect 1\n" });
      const apply = (text: string) => stage.act("apply_diff", { diff: text });
      await apply("--- a/a.txt\n+++ b/a.txt\n@@ -40,2 +40,2 @@\n one\n-two\n+2\n");
      await apply("--- a/b.txt\n+++ b/b.txt\n@@ -7,3 +7,3 @@\n begin\n-same\n+third\n end\n");
      await apply("--- a/sql.txt\n+++ b/sql.txt\n@@ -1,2 +1,1 @@\n--- old note\n select 1\n");
      stage
        .expect([stage.read("a.txt"), stage.read("b.txt"), stage.read("sql.txt")])
        .toEqual(["one\n2\nthree\nfour\n", `${same}${same}begin\nthird\nend\n`, "select 1\n"]);
      const half = await apply(
        "--- a/a.txt\n+++ b/a.txt\n@@ -1,1 +1,1 @@\n-one\n+1\n--- a/b.txt\n+++ b/b.txt\n@@ -1,1 +1,1 @@\n-never there\n+x\n",
      );
      stage.expect([half.isError, stage.read("a.txt")]).toEqual([true, "one\n2\nthree\nfour\n"]);
    },
  },
  {
    id: "BC-61",
    title: "each way in which a diff cannot be applied has its own message",
    what: "No file, no hunks, no match, a folder, another encoding: said, with the next move.",
    ...{ status: "kept", from: FRESH, how: "command" },
    async run(stage) {
      stage.put({ "a.txt": FILE, "folder/x.txt": "x\n" });
      const said = async (path: string, hunk: string): Promise<string> => {
        const { text, isError } = await stage.act("apply_diff", { diff: `--- a/${path}\n+++ b/${path}\n${hunk}` });
        stage.expect(isError).toBe(true);
        return text;
      };
      const hunk = "@@ -1,2 +1,2 @@\n one\n-zwei\n+2\n";
      stage.expect(await said("none.txt", hunk)).toMatch(/no file none\.txt/);
      stage.expect(await said("a.txt", "")).toMatch(/has no hunks/);
      stage.expect(await said("a.txt", hunk)).toMatch(/a\.txt[\s\S]*(not in the file|does not|line)/);
      stage.expect(await said("folder", hunk)).toMatch(/folder/);
      stage.expect((await stage.act("apply_diff", { diff: "hello" })).text).toMatch(/holds no unified diff/);
    },
  },
  {
    id: "BC-62",
    title: "success says the file and how many lines came and went; nothing outside the folder is touched",
    what: "A new file, line endings and a missing last newline are kept as the diff says.",
    ...{ status: "kept", from: BOTH, how: "command" },
    async run(stage) {
      stage.put({ "dos.txt": "one\r\ntwo\r\n", "bare.txt": "one\ntwo" });
      const apply = (text: string) => stage.act("apply_diff", { diff: text });
      stage
        .expect((await apply("--- a/dos.txt\n+++ b/dos.txt\n@@ -1,2 +1,3 @@\n one\n-two\n+2\n+3\n")).text)
        .toMatch(/dos\.txt \(\+2 -1 lines/);
      await apply(
        "--- a/bare.txt\n+++ b/bare.txt\n@@ -1,2 +1,2 @@\n one\n-two\n\\ No newline at end of file\n+2\n\\ No newline at end of file\n",
      );
      await apply("--- /dev/null\n+++ b/made.txt\n@@ -0,0 +1,1 @@\n+made\n");
      stage
        .expect([stage.read("dos.txt"), stage.read("bare.txt"), stage.read("made.txt")])
        .toEqual(["one\r\n2\r\n3\r\n", "one\n2", "made\n"]);
      const beside = `${stage.cwd}-evil`;
      mkdirSync(beside);
      const evil = await apply(
        `--- /dev/null\n+++ b/../${beside.slice(dirname(beside).length + 1)}/x.txt\n@@ -0,0 +1,1 @@\n+x\n`,
      );
      stage.expect([evil.isError, stage.has(`${"../"}work-evil/x.txt`)]).toEqual([true, false]);
    },
  },
  {
    id: "BC-63",
    title: "a file that cannot be read is told with the reason",
    what: "Missing, a folder, no leave, binary: each in words.",
    ...{ status: "kept", from: FRESH, how: "headless" },
    async run(stage) {
      stage.put({ "a.txt": FILE, "b/c.txt": "c\n" });
      const read = (path: string) => ({ name: "read_file", input: { path } });
      const { results } = await stage.ask({
        replies: [{ calls: [read("a.txt"), read("none.txt"), read("b"), read("/etc/shadow")] }, { text: "ok" }],
      });
      stage.expect(results.map(({ isError }) => isError)).toEqual([false, true, true, true]);
      stage.expect(results[1]?.text).toMatch(/does not exist/);
      stage.expect(results[2]?.text).toMatch(/is a folder/);
      stage.expect(results[3]?.text).toMatch(/[Nn]ot allowed|outside/);
    },
  },
  {
    id: "BC-72",
    title: "blocks of search and replace change several files and make one, all or none",
    what: "One that names no file or does not fit is refused with the reason.",
    ...{ status: "kept", from: FRESH, how: "headless" },
    async run(stage) {
      stage.put({ "a.txt": "one\ntwo\n", "b.txt": "two\nthree\n" });
      const made = "NEW_FILE: c.txt\n```\nnew\n```\n";
      const replies = [
        { text: block("two", "2") },
        { text: `FILE: a.txt\n${block("two", "2")}\nFILE: b.txt\n${block("four", "4")}\n${made}` },
        { text: `FILE: a.txt\n${block("two", "2")}\nFILE: b.txt\n${block("three", "3")}\n${made}` },
        { text: "Changed." },
      ];
      const { result, bodies } = await stage.ask({
        prompt: "change @a.txt and @b.txt",
        replies,
        flags: ["--strategy", "judge", "--permission-mode", "acceptEdits"],
      });
      stage.expect(JSON.stringify(bodies[1]?.messages.at(-1))).toContain("names no file");
      stage
        .expect(JSON.stringify(bodies[2]?.messages.at(-1)))
        .toContain("b.txt: The text to change is not in the file");
      stage
        .expect([result, stage.read("a.txt"), stage.read("b.txt"), stage.read("c.txt")])
        .toEqual(["Changed.", "one\n2\n", "two\n3\n", "new\n"]);
    },
  },
  {
    id: "BC-73",
    title: "a change is reviewed part by part, and only what was taken is written",
    what: "Each part is shown with its lines; at the end one confirms.",
    ...{ status: "kept", from: FRESH, how: "terminal" },
    async run(stage) {
      stage.put({ "a.txt": Array.from({ length: 20 }, (_, index) => `line ${index + 1}\n`).join("") });
      const edits = [
        { old_string: "line 2\n", new_string: "line two\n" },
        { old_string: "line 18\n", new_string: "line eighteen\n" },
      ];
      const seat = await stage.sit({
        replies: [
          { calls: [{ name: "edit_file", input: { path: "a.txt", edits } }] },
          { expect: "1 of 2 parts", text: "Half of it, then." },
        ],
      });
      seat.type("change it\r");
      await answer(seat, "Review part by part", "r");
      await seat.until("Part 1 of 2");
      seat.type("n");
      await seat.until("Part 2 of 2");
      seat.type("y");
      await seat.until("Apply 1 of 2 parts?");
      seat.type("y");
      await seat.until("Half of it, then.");
      stage.expect(stage.read("a.txt")).toMatch(/line 2\n[\s\S]*line eighteen\n/);
    },
  },
];
