import { writtenPdf } from "../../written-pdf.ts";
import { gone } from "../gone.ts";
import { BOTH, FRESH, type Row } from "../row.ts";

/** Settings of an agent that plans, and the tools that its steps use. */
export const PLAN_SETTINGS_AND_TOOLS: readonly Row[] = [
  {
    id: "CA-01",
    title: "address, key, model, temperature and length of a reply reach any server that speaks like OpenAI",
    what: "A server of one's own is three variables away.",
    ...{ status: "partly", from: BOTH, how: "headless" },
    missing: "Fields of one vendor (such as switching its thinking off) cannot be added to the request.",
    async run(stage) {
      const { bodies, headers, code } = await stage.ask({
        replies: [{ text: "Hello." }],
        flags: ["-m", "openai-compatible/deepseek-chat"],
        environment: {
          OPENAI_COMPATIBLE_API_KEY: "the-key",
          ...{ WAYMARK_TEMPERATURE: "0.7", WAYMARK_OUTPUT_TOKENS: "4096" },
        },
      });
      stage.expect([code, headers[0]?.["authorization"]]).toEqual([0, "Bearer the-key"]);
      stage.expect(bodies[0]).toMatchObject({ model: "deepseek-chat", temperature: 0.7, max_tokens: 4096 });
    },
  },
  {
    id: "CA-02",
    title: "the steps of a run are bounded by a setting that a flag overrules, and a command by its own time",
    what: "A run that goes in circles ends; a log of what was done can be asked for.",
    ...{ status: "kept", from: BOTH, how: "headless" },
    async run(stage) {
      const circle = {
        replies: () => ({ calls: [{ name: "list_files", input: { limit: Math.ceil(Math.random() * 300) } }] }),
        environment: { WAYMARK_MAX_TURNS: "3" },
      };
      const bounded = await stage.ask(circle);
      const byFlag = await stage.ask({ ...circle, flags: ["--max-turns", "1", "--debug"] });
      stage.expect([bounded.code, bounded.bodies.length, byFlag.code, byFlag.bodies.length]).toEqual([53, 3, 53, 1]);
      stage.expect(byFlag.stderr).toMatch(/what it did is in \S+\.log/);
      const slow = await stage.act("shell", { command: "sleep 9", timeout: 1 });
      stage.expect(slow.text).toMatch(/ended after 1 s/);
    },
  },
  {
    id: "CA-10",
    title: "a tool gives success or an error and its text, and its schema can be printed",
    what: "`tool run --json` is the result as a program wants it.",
    ...{ status: "kept", from: FRESH, how: "command" },
    async run(stage) {
      stage.put({ "a.txt": "alpha\n" });
      const good = await stage.run("tool", "run", "--json", "read_file", '{"path":"a.txt"}');
      stage.expect([good.code, good.stdout]).toEqual([0, stage.expect.stringContaining("1\\talpha")]);
      JSON.parse(good.stdout);
      const bad = await stage.run("tool", "run", "--json", "read_file", '{"path":"b.txt"}');
      stage.expect([bad.code, bad.stdout + bad.stderr]).toEqual([1, stage.expect.stringMatching(/does not exist/)]);
    },
  },
  {
    id: "CA-11",
    title: "one tool views, creates, copies, deletes, replaces and inserts",
    what: "Files are handled command by command; what exists is not overwritten, what is not unique not guessed.",
    ...{ status: "partly", from: BOTH, how: "command" },
    missing: "A folder cannot be deleted: the guard of paths refuses it.",
    async run(stage) {
      stage.put({ "a.txt": "one\ntwo\nthree\n", "n/m.txt": "m\n", "dos.txt": "one\r\ntwo\r\n", "bare.txt": "end" });
      const done = { isError: false, text: stage.expect.anything() };
      const told = (text: RegExp) => ({ isError: false, text: stage.expect.stringMatching(text) });
      const refused = (text: RegExp) => ({ isError: true, text: stage.expect.stringMatching(text) });
      const acts: readonly (readonly [input: object, result: object])[] = [
        [{ command: "view", path: "a.txt" }, told(/1\tone\n2\ttwo/)],
        [{ command: "view", path: "." }, told(/a\.txt[\s\S]*n\//)],
        [{ command: "view_context", path: "a.txt", center_line: 2 }, told(/two/)],
        [{ command: "create", path: "x/y/z.txt", content: "z\n" }, done],
        [{ command: "create", path: "a.txt", content: "z\n" }, refused(/File already exists: a\.txt/)],
        [{ command: "copy", path: "n", target_path: "n2" }, told(/Copied from n to n2/)],
        [{ command: "copy", path: "none", target_path: "n3" }, refused(/none/)],
        [{ command: "insert", path: "a.txt", insert_line: 0, content: "zero" }, done],
        [{ command: "insert", path: "bare.txt", insert_line: 1, content: "after" }, done],
        [{ command: "str_replace", path: "dos.txt", old_str: "two", new_str: "2" }, done],
        [{ command: "str_replace", path: "a.txt", old_str: "o", new_str: "0" }, refused(/stands in \d+ places: lines/)],
        [{ command: "delete", path: "n2/m.txt" }, told(/Deleted: n2\/m\.txt/)],
        [{ command: "burn", path: "a.txt" }, refused(/must be one of .*"delete"/)],
      ];
      const results = await stage.calls(
        acts.map(([input]) => ({ name: "file_action", input })),
        ...["--permission-mode", "bypassPermissions"],
      );
      stage.expect(results).toEqual(acts.map(([, result]) => result));
      stage
        .expect([stage.read("a.txt"), stage.read("dos.txt"), stage.has("n2/m.txt")])
        .toEqual([...["zero\none\ntwo\nthree\n", "one\r\n2\r\n", false]]);
      stage.expect(stage.read("bare.txt")).toMatch(/^end\nafter\n?$/);
    },
  },
  {
    id: "CA-12",
    title: "Python runs apart, keeps what it printed before an error, ends in time, and cannot change the project",
    what: "Output and traceback both come back; the project can be read, not written.",
    ...{ status: "kept", from: FRESH, how: "command" },
    async run(stage) {
      stage.put({ "data.txt": "21\n" });
      const code =
        'import os\nprint(int(open(os.environ["WORKSPACE"] + "/data.txt").read()) * 2)\nraise ValueError("mine")';
      const failed = await stage.act("python", { code });
      stage
        .expect([failed.isError, failed.text])
        .toEqual([true, stage.expect.stringMatching(/^42\nTraceback[\s\S]*ValueError: mine/)]);
      const wrote = await stage.tool(
        "python",
        { code: 'import os\nopen(os.environ["WORKSPACE"] + "/made.txt", "w")' },
        "--allowedTools",
        "python",
      );
      stage.expect([wrote.isError, stage.has("made.txt")]).toEqual([true, false]);
      stage.expect((await stage.act("python", { code: "import time\ntime.sleep(9)", timeout: 1 })).text).toMatch(/1 s/);
    },
  },
  {
    id: "CA-13",
    title:
      "a command gives both its streams and its exit code, ends in time with its children, and its output is bounded",
    what: "A long output is shown in part and kept whole.",
    ...{ status: "kept", from: FRESH, how: "command" },
    async run(stage) {
      const failed = await stage.act("shell", { command: "echo out; echo err >&2; exit 3" });
      stage.expect(failed).toEqual({ isError: true, text: stage.expect.stringMatching(/out\nerr\n\(exit code 3\)/) });
      const ended = await stage.act("shell", { command: "(sleep 3571.25 & wait) & sleep 9", timeout: 1 });
      stage.expect(ended.text).toMatch(/ended after 1 s/);
      const long = await stage.act("shell", { command: "seq 1 200000" });
      stage.expect(long.text.length).toBeLessThan(60_000);
      stage.expect(long.text).toMatch(/^1\n2\n[\s\S]*200000/);
      await gone("sleep 3571.25");
    },
  },
  {
    id: "CA-14",
    title: "pages of a PDF as text",
    what: "read_file gives the text of a PDF below the numbers of its pages, and those pages that are named.",
    ...{ status: "partly", from: FRESH, how: "command" },
    missing: "Sections are not found by their names; scanned pages hold no text.",
    async run(stage) {
      const pages = ["Preface", "Terms of delivery", "Prices"];
      stage.put({ "offer.pdf": writtenPdf(pages).toString() });
      const read = (input: object) =>
        stage.run("tool", "run", "read_file", JSON.stringify({ path: "offer.pdf", ...input }));
      stage.expect((await read({})).stdout).toMatch(/--- page 2 of 3 ---\n\d+\tTerms of delivery/);
      const third = (await read({ pages: "3" })).stdout;
      stage.expect([third.includes("Prices"), third.includes("Terms")]).toEqual([true, false]);
    },
  },
];
