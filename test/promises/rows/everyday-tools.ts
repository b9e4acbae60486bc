import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { BOTH, FRESH, type Row } from "../row.ts";
import { answer } from "../stage.ts";

/** The tools that every run uses. */
export const EVERYDAY_TOOLS: readonly Row[] = [
  {
    id: "CD-20",
    title: "a file is read from any line, by a budget of tokens, and a binary one is refused",
    what: "What was cut is told with the line to go on from.",
    ...{ status: "kept", from: FRESH, how: "command" },
    async run(stage) {
      stage.put({ "long.txt": "some words of text here\n".repeat(5_000) });
      writeFileSync(
        join(stage.cwd, "data.bin"),
        Buffer.from(Array.from({ length: 600 }, (_, index) => (index * 37) % 256)),
      );
      const part = await stage.tool("read_file", { path: "long.txt", max_tokens: 500 });
      stage.expect(part.text.length).toBeLessThan(6_000);
      stage.expect(part.text).toMatch(/shown 1-\d+ of 5000 lines; offset \d+ goes on/);
      const binary = await stage.tool("read_file", { path: "data.bin" });
      stage.expect([binary.isError, binary.text]).toEqual([true, stage.expect.stringMatching(/binary/)]);
    },
  },
  {
    id: "CD-21",
    title: "a file is written whole, its folders are made, and a stale copy never overwrites a newer one",
    what: "Writing needs leave, happens at once or not at all, and can be undone.",
    ...{ status: "kept", from: BOTH, how: "headless" },
    async run(stage) {
      stage.put({ "old.txt": "before\n", "unseen.txt": "kept\n" });
      const write = (path: string, content: string) => ({ name: "write_file", input: { path, content } });
      const { results } = await stage.ask({
        replies: [
          { calls: [{ name: "read_file", input: { path: "old.txt" } }] },
          {
            calls: [
              write("deep/er/new.txt", "new\n"),
              write("old.txt", "after\n"),
              write("../out.txt", "x"),
              write("unseen.txt", "lost\n"),
            ],
          },
          { text: "ok" },
        ],
        flags: ["--permission-mode", "acceptEdits"],
      });
      stage
        .expect([
          stage.read("deep/er/new.txt"),
          stage.read("old.txt"),
          stage.has("../out.txt"),
          stage.read("unseen.txt"),
        ])
        .toEqual(["new\n", "after\n", false, "kept\n"]);
      stage.expect(results.map(({ isError }) => isError)).toEqual([false, false, false, true, true]);
      stage.expect((await stage.run("undo", "--steps", "2")).code).toBe(0);
      stage.expect([stage.has("deep/er/new.txt"), stage.read("old.txt")]).toEqual([false, "before\n"]);
    },
  },
  {
    id: "CD-22",
    title: "text that stands once is replaced; several places are named by line; all of them on request",
    what: "Line endings and the rest of the file stay as they were.",
    ...{ status: "kept", from: FRESH, how: "command" },
    async run(stage) {
      stage.put({ "a.txt": "x = 1\r\ny = 1\r\nz = 2\r\n" });
      const several = await stage.act("edit_file", { path: "a.txt", old_string: "= 1", new_string: "= 3" });
      stage
        .expect([several.isError, several.text])
        .toEqual([true, stage.expect.stringMatching(/2 places: lines 1, 2/)]);
      stage
        .expect((await stage.act("edit_file", { path: "a.txt", old_string: "z = 2", new_string: "z = 9" })).isError)
        .toBe(false);
      await stage.act("edit_file", { path: "a.txt", old_string: "= 1", new_string: "= 3", replace_all: true });
      stage.expect(stage.read("a.txt")).toBe("x = 3\r\ny = 3\r\nz = 9\r\n");
      const gone = await stage.act("edit_file", { path: "a.txt", old_string: "nothing", new_string: "" });
      stage.expect(gone.isError).toBe(true);
    },
  },
  {
    id: "CD-23",
    title: "several places of a file are changed in one call, all or none",
    what: "One edit that does not fit leaves the file as it was.",
    ...{ status: "kept", from: FRESH, how: "command" },
    async run(stage) {
      stage.put({ "a.txt": "one\ntwo\nthree\n" });
      const edit = (old_string: string, new_string: string) => ({ old_string, new_string });
      const bad = await stage.act("edit_file", { path: "a.txt", edits: [edit("one", "1"), edit("four", "4")] });
      stage.expect([bad.isError, stage.read("a.txt")]).toEqual([true, "one\ntwo\nthree\n"]);
      await stage.act("edit_file", { path: "a.txt", edits: [edit("one", "1"), edit("three", "3")] });
      stage.expect(stage.read("a.txt")).toBe("1\ntwo\n3\n");
    },
  },
  {
    id: "CD-24",
    title: "commands see no keys, end with their group, and every part of a line is judged",
    what: "A chain, a substitution or a redirect cannot carry what would be refused alone, and reading needs no leave.",
    ...{ status: "kept", from: BOTH, how: "command" },
    async run(stage) {
      const shown = await stage.command({
        args: ["tool", "run", "shell", '{"command":"env"}', "--permission-mode", "bypassPermissions"],
        environment: { MY_SECRET_KEY: "hidden-value", AWS_TOKEN: "hidden-too" },
      });
      stage.expect([shown.code, shown.stdout]).toEqual([0, stage.expect.not.stringMatching(/hidden/)]);
      stage.put({ "a.txt": "a\n" });
      stage.expect(await stage.tool("shell", { command: "echo hi" })).toEqual({ isError: false, text: "hi\n" });
      const commands = [
        "ls; rm a.txt",
        "echo $(rm a.txt)",
        "echo `rm a.txt`",
        "true && rm a.txt",
        "ls\nrm a.txt",
        "env rm a.txt",
        "/bin/rm a.txt",
        "bash -c 'rm a.txt'",
        "echo x > a.txt",
      ];
      const results = await stage.calls(commands.map((command) => ({ name: "shell", input: { command } })));
      stage.expect(commands.filter((_, index) => results[index]?.isError !== true)).toEqual([]);
      stage.expect(stage.read("a.txt")).toBe("a\n");
    },
  },
  {
    id: "CD-25",
    title: "folders are listed, files found by glob, text searched; ignored and vendor folders are passed over",
    what: "A glob finds files at the root as well, and one bad file stops no search.",
    ...{ status: "kept", from: BOTH, how: "command" },
    async run(stage) {
      stage.put({
        ".gitignore": "build/\n",
        "top.py": "heron\n",
        "src/deep.py": "heron\n",
        "build/out.py": "heron\n",
        "node_modules/x/y.py": "heron\n",
        ".hidden.py": "heron\n",
      });
      writeFileSync(join(stage.cwd, "src/bad.py"), Buffer.from([104, 0xff, 0xfe, 10]));
      const globbed = (await stage.tool("find_files", { pattern: "**/*.py" })).text;
      for (const path of ["top.py", "src/deep.py"]) stage.expect(globbed).toContain(path);
      stage.expect(globbed).not.toMatch(/build\/out/);
      const found = (await stage.tool("search_code", { pattern: "heron", glob: "*.py" })).text;
      stage.expect(found).toMatch(/src\/deep\.py\n1:[\s\S]*top\.py\n1:|top\.py\n1:[\s\S]*src\/deep\.py\n1:/);
      stage.expect(found).not.toMatch(/build\/out/);
      const listed = (await stage.tool("list_files", { depth: 2, limit: 4 })).text;
      stage.expect(listed.trim().split("\n").length).toBeLessThan(8);
      stage.expect((await stage.tool("list_files", { hidden: false })).text).not.toContain(".hidden.py");
    },
  },
  {
    id: "CD-26",
    title: "the model asks the person, with choices, and the answer reaches it",
    what: "A question stands in the terminal; headless it is answered with that nobody is there.",
    ...{ status: "kept", from: FRESH, how: "terminal" },
    async run(stage) {
      const ask = { calls: [{ name: "ask_user", input: { question: "Which colour?", options: ["red", "blue"] } }] };
      const seat = await stage.sit({ replies: [ask, { expect: "blue", text: "Blue it is." }] });
      seat.type("paint it\r");
      await answer(seat, "Which colour?", "2");
      stage.expect(await seat.until("Blue it is.")).toContain("Which colour?");
      const alone = await stage.ask({ replies: [ask, { text: "I chose." }] });
      stage.expect([alone.code, alone.result]).toEqual([0, "I chose."]);
    },
  },
  {
    id: "CD-27",
    title: "a fact that was remembered is known to later sessions of its folder",
    what: "Notes stand in a file that one can read and change.",
    ...{ status: "partly", from: BOTH, how: "headless" },
    missing: "A note for all folders (scope user) is refused by the guard of paths, so it cannot be kept.",
    async run(stage) {
      const first = await stage.ask({
        replies: [{ calls: [{ name: "remember", input: { text: "The window ends at 05:00" } }] }, { text: "Noted." }],
        flags: ["--permission-mode", "bypassPermissions"],
      });
      stage.expect(first.results.map(({ isError }) => isError)).toEqual([false]);
      stage.expect(stage.read(".waymark/memory.md")).toContain("The window ends at 05:00");
      const next = await stage.ask({
        replies: [{ calls: [{ name: "recall", input: { query: "window" } }] }, { text: "05:00" }],
      });
      const told = JSON.stringify(next.bodies[0]?.messages);
      stage.expect(told).toContain("The window ends at 05:00");
      stage.expect(next.results[0]?.text).toContain("05:00");
    },
  },
  {
    id: "CD-28",
    title: "a list of things to do is kept with its session, and a new session begins without",
    what: "Resumed, the list is as it was left.",
    ...{ status: "kept", from: BOTH, how: "headless" },
    async run(stage) {
      const items = [{ text: "write the parser", status: "in_progress" }, { text: "test it" }];
      const todo = (input: object, ...flags: readonly string[]) =>
        stage.ask({ replies: [{ calls: [{ name: "todo", input }] }, { text: "ok" }], flags });
      const list = "[>] write the parser\n[ ] test it";
      stage.expect((await todo({ items })).results[0]?.text).toBe(list);
      stage.expect((await todo({}, "-c")).results[0]?.text).toBe(list);
      stage.expect((await todo({})).results[0]?.text).toBe("The list is empty.");
    },
  },
  {
    id: "CD-29",
    title:
      "a page is fetched only from a host that a rule or a person allows, and never from this machine or its network",
    what: "fetch_url gives the readable text of a page; private addresses are refused whatever the rules say.",
    ...{ status: "kept", from: FRESH, how: "headless" },
    async run(stage) {
      const asked: string[] = [];
      const server = createServer((request, response) => response.end(asked.push(request.url ?? "")));
      await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
      stage.defer(() => server.close());
      const { port } = server.address() as AddressInfo;
      const { results, bodies } = await stage.ask({
        replies: [
          {
            calls: ["http://127.0.0.1", "http://localhost", "http://2130706433", "http://[::1]"].map((host) => ({
              name: "fetch_url",
              input: { url: `${host}:${port}/page` },
            })),
          },
          { text: "ok" },
        ],
        flags: ["--permission-mode", "bypassPermissions", "--allowedTools", "fetch_url"],
      });
      stage.expect(bodies[0]?.tools?.map((tool) => tool.function.name)).toContain("fetch_url");
      stage.expect(results.map(({ isError }) => isError)).toEqual([true, true, true, true]);
      stage.expect(results[0]?.text).toMatch(/loopback/);
      stage.expect(asked).toEqual([]);
    },
  },
  {
    id: "CD-30",
    title: "helpers with a role of their own",
    what: "A model hands a part of its work to another that has its own prompt, tools and limits.",
    ...{ status: "absent", from: FRESH, how: "headless" },
    missing: "No tool starts another agent; only a step of a plan may be a run of its own.",
  },
];
