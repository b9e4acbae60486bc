import { readdirSync } from "node:fs";
import { BOTH, FRESH, type Row } from "../row.ts";

const read = (path: string) => ({ name: "read_file", input: { path } });
const shell = (command: string) => ({ name: "shell", input: { command } });
const ALL = ["--permission-mode", "bypassPermissions"];

/** How one prompt is worked on to its end. */
export const AGENT_LOOP: readonly Row[] = [
  {
    id: "CW-01",
    title: "calls are run and their results fed back until the model answers in plain text",
    what: "A question may take several steps; the last one, without calls, is the answer.",
    ...{ status: "kept", from: BOTH, how: "headless" },
    async run(stage) {
      stage.put({ "a.txt": "see b.txt\n", "b.txt": "forty-two\n" });
      const { result, bodies, code } = await stage.ask({
        replies: [{ calls: [read("a.txt")] }, { calls: [read("b.txt")] }, { text: "It is forty-two." }],
      });
      stage.expect([code, result]).toEqual([0, "It is forty-two."]);
      stage
        .expect(bodies[2]?.messages.map(({ role }) => role))
        .toEqual([...["system", "user", "assistant", "tool", "assistant", "tool"]]);
      stage.expect(bodies[2]?.messages.at(-1)?.content).toContain("forty-two");
    },
  },
  {
    id: "CW-02",
    title: "steps, temperature and the length of a reply are settings that reach the model",
    what: "Limits of a run have defaults, and each can be set by file, variable or flag.",
    ...{ status: "kept", from: BOTH, how: "headless" },
    async run(stage) {
      const { bodies, code, result } = await stage.ask({
        replies: () => ({ calls: [{ name: "list_files", input: { limit: Math.ceil(Math.random() * 300) } }] }),
        flags: ["--max-turns", "10"],
        environment: { WAYMARK_TEMPERATURE: "0.3", WAYMARK_OUTPUT_TOKENS: "4096" },
      });
      stage.expect([code, bodies.length]).toEqual([53, 10]);
      stage.expect(bodies[0]).toMatchObject({ temperature: 0.3, max_tokens: 4096 });
      stage.expect(result).toMatch(/limit of 10 steps/);
    },
  },
  {
    id: "CW-03",
    title: "the result names the answer, the session, steps, tokens and how the run ended",
    what: "A program that runs Waymark gets one line with everything that it needs to go on.",
    ...{ status: "kept", from: BOTH, how: "headless" },
    async run(stage) {
      stage.put({ "a.txt": "alpha\n" });
      const { lines } = await stage.ask({
        replies: [{ calls: [read("a.txt")] }, { text: "alpha", usage: { input: 50, output: 7 } }],
        flags: ["--output-format", "json"],
      });
      stage.expect(lines).toHaveLength(1);
      stage.expect(lines[0]).toMatchObject({
        ...{ type: "result", subtype: "success", is_error: false, result: "alpha", num_turns: 2 },
        session_id: stage.expect.stringMatching(/./),
        usage: { input_tokens: 150, output_tokens: 27 },
      });
    },
  },
  {
    id: "CW-04",
    title: "at the limit of steps there is a partial answer that says what was done",
    what: "A run that must stop tells the limit, which tools were used, and how to go on.",
    ...{ status: "kept", from: FRESH, how: "headless" },
    async run(stage) {
      stage.put({ "a.txt": "alpha\n" });
      const thought = "So far I have seen that the first file holds nothing but the word alpha, twice.";
      const { result, code } = await stage.ask({
        replies: [{ text: thought, calls: [read("a.txt"), shell("true")] }, { calls: [read("a.txt")] }],
        flags: ["--max-turns", "2", ...ALL],
      });
      stage.expect(code).toBe(53);
      stage.expect(result).toMatch(/limit of 2 steps/);
      stage.expect(result).toMatch(/read_file/);
      stage.expect(result).toMatch(/shell/);
      stage.expect(result).toContain(thought);
    },
  },
  {
    id: "CW-05",
    title: "a call that fails is told to the model, which may try something else",
    what: "A tool's error never ends a run.",
    ...{ status: "kept", from: FRESH, how: "headless" },
    async run(stage) {
      stage.put({ "b.txt": "beta\n" });
      const { results, result, code } = await stage.ask({
        replies: [
          { calls: [read("a.txt")] },
          { calls: [{ name: "levitate", input: {} }] },
          { calls: [read("b.txt")] },
          { text: "beta" },
        ],
      });
      stage.expect(results.map(({ isError }) => isError)).toEqual([true, true, false]);
      stage.expect(results[0]?.text).toContain("a.txt cannot be read: it does not exist");
      stage.expect(results[1]?.text).toMatch(/levitate/);
      stage.expect([code, result]).toEqual([0, "beta"]);
    },
  },
  {
    id: "CW-06",
    title: "a failure of the model is told in one line, and the session can go on",
    what: "When the model cannot be reached the conversation is kept for another try.",
    ...{ status: "kept", from: FRESH, how: "headless" },
    async run(stage) {
      const failed = await stage.ask({
        prompt: "remember the word heron",
        replies: [{ fault: { kind: "status", status: 401, message: "bad key" } }],
      });
      stage.expect(failed.code).toBe(41);
      stage.expect(failed.stderr.trim().split("\n")).toHaveLength(1);
      const again = await stage.ask({ prompt: "which word?", replies: [{ text: "heron" }], flags: ["-c"] });
      stage.expect([again.code, again.result]).toEqual([0, "heron"]);
      stage.expect(JSON.stringify(again.bodies[0]?.messages)).toContain("remember the word heron");
    },
  },
  {
    id: "CW-07",
    title: "the calls of one step are settled together, their results come in the order of the calls",
    what: "Several files are read in one step, whichever is ready first; what would collide waits.",
    ...{ status: "kept", from: FRESH, how: "headless" },
    async run(stage) {
      stage.put({ "big.txt": "word\n".repeat(100_000), "small.txt": "tiny\n" });
      const calls = [
        { name: "search_code", input: { pattern: "wo.d", path: "big.txt", limit: 1 } },
        read("small.txt"),
        { name: "write_file", input: { path: "made.txt", content: "made\n" } },
        read("made.txt"),
        read("none.txt"),
      ];
      const { results, bodies } = await stage.ask({ replies: [{ calls }, { text: "done" }], flags: ALL });
      stage
        .expect(results.map(({ text }) => text))
        .toEqual([
          stage.expect.stringContaining("big.txt\n1:word"),
          stage.expect.stringContaining("tiny"),
          stage.expect.stringContaining("made.txt"),
          stage.expect.stringContaining("1\tmade"),
          stage.expect.stringContaining("none.txt cannot be read"),
        ]);
      stage.expect(bodies).toHaveLength(2);
      await stage.ask({
        replies: [
          { calls: [shell("sleep 0.3 && cat small.txt"), shell("wc -l big.txt"), shell("touch new.txt")] },
          { text: "done" },
        ],
        flags: ALL,
      });
      const log = readdirSync(stage.home, { recursive: true, encoding: "utf8" })
        .filter((path) => /sessions\/.*\.jsonl$/.test(path))
        .sort()
        .at(-1);
      const order = stage
        .readHome(log ?? "")
        .match(/"type":"call-(?:start|end)"/g)
        ?.map((type) => type.slice(13, -1));
      // The two that read have both begun before either is settled; the one that writes waits for them.
      stage.expect(order).toEqual(["start", "start", "end", "end", "start", "end"]);
    },
  },
  {
    id: "CW-08",
    title: "an answer that only speaks about calling something stays an answer",
    what: "Words such as 'calling the' in a real answer never throw it away; an empty reply is asked for again.",
    ...{ status: "kept", from: FRESH, how: "headless" },
    async run(stage) {
      const text = "Before calling the tool of the vendor, I would use the read function: calling it is cheap.";
      const plain = await stage.ask({ replies: [{ text }] });
      stage.expect([plain.result, plain.bodies.length]).toEqual([text, 1]);
      const empty = await stage.ask({ replies: [{ text: "" }, { text: "Here it is." }] });
      stage.expect([empty.result, empty.bodies.length]).toEqual(["Here it is.", 2]);
    },
  },
  {
    id: "CW-09",
    title: "a history that grows too long loses old results, never half of a call",
    what: "The system prompt and your newest message stay; no result is sent without its call.",
    ...{ status: "kept", from: FRESH, how: "headless" },
    async run(stage) {
      stage.put({ "a.txt": "several words in a line of text\n".repeat(400) });
      const { bodies, code, stderr } = await stage.ask({
        prompt: "count the herons",
        replies: (_, index) =>
          index < 9
            ? { calls: [{ name: "read_file", input: { path: "a.txt", offset: index + 1 } }] }
            : { text: "none" },
        environment: { WAYMARK_CONTEXT_TOKENS: "16000" },
      });
      stage.expect(code, stderr).toBe(0);
      for (const { messages } of bodies) {
        const asked = messages.flatMap(({ tool_calls }) => tool_calls?.map(({ id }) => id) ?? []);
        const given = messages.flatMap(({ tool_call_id }) => (tool_call_id === undefined ? [] : [tool_call_id]));
        stage.expect(given).toEqual(asked);
        stage.expect(messages[0]?.role).toBe("system");
        stage.expect(JSON.stringify(messages)).toContain("count the herons");
      }
      const sizes = bodies.map((body) => JSON.stringify(body).length);
      stage.expect(Math.max(...sizes)).toBeLessThan(90_000);
    },
  },
  {
    id: "CW-10",
    title: "an answer is shown while it is being written",
    what: "The first words are on the screen before the last ones have come.",
    ...{ status: "kept", from: FRESH, how: "terminal" },
    async run(stage) {
      const text = `${"Slowly. ".repeat(30)}The end.`;
      const server = await stage.serve([{ text, deltaChars: 8, fault: { kind: "stall-mid-stream" } }]);
      const live = await stage.sit({ args: ["-m", "openai-compatible/m"], environment: server.environment });
      live.type("tell me\r");
      const screen = await live.until("Slowly. Slowly.");
      stage.expect(screen).toMatch(/Esc cancels/);
      stage.expect(screen).not.toContain("The end.");
      live.type("\x1b");
      await live.until("Cancelled.");
    },
  },
  {
    id: "CW-11",
    title: "every call has its id, and arguments that are no JSON are told, not emptied",
    what: "A reply with broken arguments is answered with what is wrong, so that nothing runs by accident.",
    ...{ status: "kept", from: FRESH, how: "headless" },
    async run(stage) {
      stage.put({ "a.txt": "alpha\n" });
      const { results, bodies } = await stage.ask({
        replies: [
          {
            calls: [
              { name: "list_files", input: '{"path": ".", "limit": ?!' },
              { ...read("a.txt"), id: "call_mine" },
            ],
          },
          { text: "done" },
        ],
      });
      stage.expect(results[0]?.isError).toBe(true);
      stage.expect(results[1]?.text).toContain("alpha");
      const [, , reply, ...given] = bodies[1]?.messages ?? [];
      stage.expect(given.map(({ tool_call_id }) => tool_call_id)).toEqual(reply?.tool_calls?.map(({ id }) => id));
      stage.expect(given[1]?.tool_call_id).toBe("call_mine");
    },
  },
  {
    id: "CW-12",
    title: "the agent as a library",
    what: "A program opens a folder, asks, goes on asking, resets and reads the history through an import.",
    ...{ status: "absent", from: FRESH, how: "headless" },
    missing: "No public import holds a conversation; programs drive `waymark -p --output-format stream-json` instead.",
  },
];
