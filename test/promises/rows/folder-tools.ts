import { BOTH, FRESH, type Row } from "../row.ts";
import { answer } from "../stage.ts";

const lines = (count: number): string => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join("");

/** Tools for files and folders, commands and checks, and the person's say in them. */
export const FOLDER_TOOLS: readonly Row[] = [
  {
    id: "CL-30",
    title: "a file is viewed whole or in part; of a large one the beginning comes with how to go on",
    what: "Every line has its number and can be reached.",
    ...{ status: "kept", from: FRESH, how: "command" },
    async run(stage) {
      stage.put({ "big.txt": lines(20_000) });
      const first = await stage.tool("read_file", { path: "big.txt" });
      stage.expect(first.text).toMatch(/^1\tline 1\n[\s\S]*of 20000 lines; offset \d+ goes on/);
      const last = await stage.tool("read_file", { path: "big.txt", offset: 19_999, limit: 5 });
      stage.expect(last.text).toMatch(/^19999\tline 19999\n20000\tline 20000\n/);
    },
  },
  {
    id: "CL-31",
    title: "text is replaced, deleted or a file written whole; an edit without arguments changes nothing",
    what: "An existing file is never emptied by accident.",
    ...{ status: "kept", from: FRESH, how: "command" },
    async run(stage) {
      stage.put({ "a.txt": "keep\ndrop\n" });
      const nothing = await stage.act("edit_file", { path: "a.txt" });
      stage.expect([nothing.isError, stage.read("a.txt")]).toEqual([true, "keep\ndrop\n"]);
      await stage.act("edit_file", { path: "a.txt", old_string: "drop\n", new_string: "" });
      await stage.act("write_file", { path: "deep/b.txt", content: "b\n" });
      stage.expect([stage.read("a.txt"), stage.read("deep/b.txt")]).toEqual(["keep\n", "b\n"]);
    },
  },
  {
    id: "CL-32",
    title: "a folder is listed with its hidden names, bounded, and says how many there are",
    what: "Large folders do not fill the window.",
    ...{ status: "partly", from: BOTH, how: "command" },
    missing: "Names come without sizes, dates and permissions.",
    async run(stage) {
      stage.put(
        Object.fromEntries(
          Array.from({ length: 40 }, (_, index) => [`many/f${String(index).padStart(2, "0")}.txt`, "x"]),
        ),
      );
      stage.put({ "many/.hidden": "x", "many/sub/x.txt": "x" });
      const { text } = await stage.tool("list_files", { path: "many", limit: 10 });
      stage.expect(text).toMatch(/\.hidden/);
      stage.expect(text.trim().split("\n").length).toBeLessThan(14);
      stage.expect(text).toMatch(/42|more/);
    },
  },
  {
    id: "CL-33",
    title: "folders are shown as a tree to a depth, without what git ignores",
    what: "The shape of a project in one call.",
    ...{ status: "kept", from: FRESH, how: "command" },
    async run(stage) {
      stage.put({ "a/b/c/d.txt": "x", "a/e.txt": "x", ".gitignore": "out/\n", "out/x.txt": "x" });
      const { text } = await stage.tool("list_files", { depth: 2 });
      stage.expect(text).toMatch(/a\/[\s\S]*e\.txt/);
      stage.expect(text).not.toMatch(/d\.txt|out\/x\.txt/);
      stage.expect((await stage.tool("list_files", { depth: 9 })).text).toContain("d.txt");
    },
  },
  {
    id: "CL-34",
    title: "text is searched by expression or literally, in some files, with a bound",
    what: "Hits come with file and line.",
    ...{ status: "kept", from: FRESH, how: "command" },
    async run(stage) {
      stage.put({ "a.ts": "const a = f(x);\n", "b.md": "f(x) is called\n" });
      const found = await stage.tool("search_code", { pattern: "f(x)", literal: true, glob: "*.ts" });
      stage.expect(found.text).toContain("a.ts\n1:const a = f(x);");
      stage.expect(found.text).not.toContain("b.md");
      stage.expect((await stage.tool("search_code", { pattern: "f\\(x\\)$" })).text).toMatch(/No match/);
    },
  },
  {
    id: "CL-35",
    title: "files are found by glob at any depth, with braces",
    what: "Also those at the root.",
    ...{ status: "kept", from: BOTH, how: "command" },
    async run(stage) {
      stage.put({ "top.cbl": "x", "in/deep/low.cpy": "x", "in/no.txt": "x" });
      const { text } = await stage.tool("find_files", { pattern: "**/*.{cbl,cpy}" });
      stage.expect(text).toMatch(/top\.cbl/);
      stage.expect(text).toMatch(/in\/deep\/low\.cpy/);
      stage.expect(text).not.toContain("no.txt");
    },
  },
  {
    id: "CL-36",
    title: "folders are made with the files in them, or by a command",
    what: "A file in a folder that is not there yet needs no step before.",
    ...{ status: "partly", from: FRESH, how: "command" },
    missing: "No tool makes an empty folder; `mkdir` through the shell does, where it is allowed.",
    async run(stage) {
      await stage.act("write_file", { path: "one/two/three.txt", content: "x\n" });
      stage.expect(stage.read("one/two/three.txt")).toBe("x\n");
      stage
        .expect(
          (await stage.tool("shell", { command: "mkdir -p four/five" }, "--allowedTools", "shell(mkdir)")).isError,
        )
        .toBe(false);
      stage.expect(stage.list("four")).toEqual(["five"]);
    },
  },
  {
    id: "CL-37",
    title: "a command runs where and as long as it may; what is judged is what would run, not a word",
    what: "A word in a search is no program, and a program by its full path is the same program.",
    ...{ status: "kept", from: FRESH, how: "command" },
    async run(stage) {
      stage.put({ "notes.txt": "use ssh to log in\n" });
      stage
        .expect(await stage.tool("shell", { command: "grep ssh notes.txt" }))
        .toEqual({ isError: false, text: "use ssh to log in\n" });
      for (const command of ["ssh host", "/usr/bin/ssh host", "env ssh host", "sh -c 'ssh host'"])
        stage.expect([command, (await stage.tool("shell", { command })).isError]).toEqual([command, true]);
      const failed = await stage.act("shell", { command: "echo to-out; echo to-err >&2; exit 7" });
      stage.expect(failed.text).toMatch(/to-out[\s\S]*to-err[\s\S]*exit code 7/);
    },
  },
  {
    id: "CL-38",
    title: "the project's own linter and formatter are found, run and told file by file",
    what: "Problems come with file, line and column.",
    ...{ status: "kept", from: FRESH, how: "command" },
    async run(stage) {
      stage.put({
        "package.json": '{"scripts":{"lint":"node lint.mjs"}}',
        "lint.mjs": 'console.log("a.js:3:1: error bad name");\nprocess.exit(1);\n',
      });
      const checked = await stage.act("run_checks", { kind: "lint" });
      stage
        .expect([checked.isError, checked.text])
        .toEqual([true, stage.expect.stringMatching(/lint: npm run lint: failed[\s\S]*a\.js:3:1: error bad name/)]);
    },
  },
  {
    id: "CL-39",
    title: "the project's tests are found and run, one file of them too, and failures are told",
    what: "Passed or failed, with what the runner said.",
    ...{ status: "kept", from: FRESH, how: "command" },
    async run(stage) {
      stage.put({ "package.json": '{"scripts":{"test":"node t.mjs"}}', "t.mjs": 'console.log("all good");\n' });
      stage.expect((await stage.act("run_checks", { kind: "test" })).text).toMatch(/test: npm test: passed/);
      stage.put({ "t.mjs": 'console.error("expected 1, got 2");\nprocess.exit(1);\n' });
      const failed = await stage.act("run_checks", { kind: "test" });
      stage
        .expect([failed.isError, failed.text])
        .toEqual([true, stage.expect.stringMatching(/failed \(exit code 1\)[\s\S]*expected 1, got 2/)]);
    },
  },
  {
    id: "CL-40",
    title: "a large source comes as its outline with lines, a small one whole",
    what: "What matters of many lines fits in a few.",
    ...{ status: "partly", from: BOTH, how: "command" },
    missing:
      "The tool is offered only in folders with mainframe sources, and a large source of another kind gives an empty outline.",
    async run(stage) {
      stage.putEstate();
      const small = await stage.tool("summarize_code", { file_path: "cbl/CREDIT.cbl" });
      stage.expect(small.text).toContain("OVERLIM");
      const paragraphs = Array.from(
        { length: 600 },
        (_, index) => `       P-${index}.\n           DISPLAY "${index}".\n`,
      );
      stage.put({
        "big.cbl": `       IDENTIFICATION DIVISION.\n       PROGRAM-ID. BIG.\n       PROCEDURE DIVISION.\n${paragraphs.join("")}`,
      });
      const { text, isError } = await stage.tool("summarize_code", { file_path: "big.cbl" });
      stage.expect([isError, text.length < 40_000]).toEqual([false, true]);
      stage.expect(text).toMatch(/Total lines: 1203[\s\S]*BIG \(program\) — big\.cbl:1/);
    },
  },
  {
    id: "CL-41",
    title: "a model may end its task with a summary",
    what: "The summary is the answer.",
    ...{ status: "kept", from: BOTH, how: "headless" },
    async run(stage) {
      const { result, code, bodies } = await stage.ask({
        replies: [{ calls: [{ name: "task_complete", input: { summary: "All of it is done." } }] }],
      });
      stage.expect([code, result, bodies.length]).toEqual([0, "All of it is done.", 1]);
    },
  },
  {
    id: "CL-50",
    title: "what changes something is asked for with what it would do; no is the default and reaches the model",
    what: "A refusal with words tells the model what to do instead.",
    ...{ status: "kept", from: FRESH, how: "terminal" },
    async run(stage) {
      stage.put({ "a.txt": "one\n" });
      const edit = { calls: [{ name: "edit_file", input: { path: "a.txt", old_string: "one", new_string: "two" } }] };
      const touch = { calls: [{ name: "shell", input: { command: "touch made" } }] };
      const seat = await stage.sit({
        replies: [edit, { ...touch, expect: "use another name" }, { text: "Understood." }],
      });
      seat.type("change it\r");
      const asked = await seat.until("Yes, once");
      stage.expect(asked).toMatch(/- one[\s\S]*\+ two/);
      await answer(seat, "Yes, once", "w");
      await seat.until("What should be done instead?");
      seat.type("use another name\r");
      await seat.until(/touch made[\s\S]*Yes, once/);
      await answer(seat, /touch made/, "n");
      await seat.until("Understood.");
      stage.expect([stage.read("a.txt"), stage.has("made")]).toEqual(["one\n", false]);
    },
  },
  {
    id: "CL-60",
    title:
      "a request holds, in order, the system prompt, what was asked with its files, the reply with its call, the result",
    what: "Nothing is sent twice.",
    ...{ status: "kept", from: BOTH, how: "headless" },
    async run(stage) {
      stage.put({ "a.txt": "forty-two" });
      const { bodies } = await stage.ask({
        prompt: "what does @a.txt say?",
        replies: [{ text: "I look.", calls: [{ name: "read_file", input: { path: "a.txt" } }] }, { text: "forty-two" }],
      });
      const messages = bodies[1]?.messages ?? [];
      stage.expect(messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "tool"]);
      stage.expect(JSON.stringify(messages).split("what does @a.txt say?")).toHaveLength(2);
      stage.expect(bodies[0]?.messages).toEqual(messages.slice(0, 2));
    },
  },
  {
    id: "CL-61",
    title: "rules of the folder, or else its README, and the names in it are told at the start",
    what: "The model begins with what a newcomer would look at.",
    ...{ status: "kept", from: FRESH, how: "headless" },
    async run(stage) {
      const told = async (): Promise<string> =>
        JSON.stringify((await stage.ask({ replies: [{ text: "ok" }] })).bodies[0]?.messages);
      stage.put({ "README.md": "# Ledger\n\nKeeps the balance.\n", "src/a.ts": "", "odd-name.xyz": "" });
      const first = await told();
      stage.expect(first).toContain("odd-name.xyz");
      stage.expect(first).toContain("Keeps the balance.");
      stage.put({ ".rules/style.md": "Tabs, never blanks.\n", ".rules/more.md": "No banners.\n" });
      const second = await told();
      for (const rule of ["Tabs, never blanks.", "No banners."]) stage.expect(second).toContain(rule);
    },
  },
  {
    id: "CL-62",
    title: "a conversation larger than the window goes on: what is old is condensed, the newest stays",
    what: "The limit of a model ends no session.",
    ...{ status: "kept", from: FRESH, how: "headless" },
    async run(stage) {
      const replies = ({ body }: { readonly body: string }) => {
        if (!body.includes("You condense the conversation"))
          return { text: `Answer. ${"Many words about it. ".repeat(250)}`, deltaChars: 4_000 };
        const last = /<last_user_message>\\n(.*?)\\n<\/last_user_message>/.exec(body)?.[1];
        return { text: JSON.stringify({ goal: "to know all parts", last_user_message: last }), deltaChars: 500 };
      };
      let sizes: readonly number[] = [];
      for (let part = 1; part <= 7; part++) {
        const { code, stderr, bodies } = await stage.ask({
          prompt: `Question ${part}: what of part ${part}?`,
          replies,
          flags: part === 1 ? [] : ["-c"],
          environment: { WAYMARK_CONTEXT_TOKENS: "9000" },
        });
        stage.expect(code, stderr).toBe(0);
        stage.expect(JSON.stringify(bodies.at(-1)?.messages)).toContain(`Question ${part}: what of part ${part}?`);
        sizes = [...sizes, JSON.stringify(bodies.at(-1)).length];
      }
      stage.expect(Math.max(...sizes)).toBeLessThan(60_000);
      const { lines } = await stage.ask({
        prompt: "Question 8?",
        replies,
        flags: ["-c"],
        environment: { WAYMARK_CONTEXT_TOKENS: "9000" },
      });
      stage.expect(lines.at(-1)).toMatchObject({ subtype: "success" });
    },
  },
];
