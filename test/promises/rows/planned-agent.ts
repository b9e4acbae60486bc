import { gone } from "../gone.ts";
import { draft } from "../plan-play.ts";
import { BOTH, FRESH, type Row } from "../row.ts";
import { answer, say } from "../stage.ts";

const ALL = ["--permission-mode", "bypassPermissions"];
/** How long a first question waits for a second one that may never come. */
const ALONE_MS = 20_000;
const absent = { status: "absent", from: FRESH, how: "headless" } as const;

/** What the seeds planned for models and the agent. */
export const PLANNED_AGENT: readonly Row[] = [
  { id: "FT-01", title: "OpenAI, Anthropic, Gemini and compatible servers all work", status: "same", as: "CL-20" },
  { id: "FT-02", title: "another model goes on where the quota ends", status: "same", as: "CL-22" },
  {
    id: "FT-03",
    title: "connections are kept and used again",
    what: "The steps of a run do not each open a connection of their own.",
    ...{ status: "kept", from: FRESH, how: "headless" },
    async run(stage) {
      const ports = new Set<number>();
      const { createServer } = await import("node:http");
      const server = createServer((request, response) => {
        ports.add(request.socket.remotePort ?? 0);
        request.resume().on("end", () => {
          const isLast = ++answers === 4;
          const call = {
            index: 0,
            id: `c${answers}`,
            type: "function",
            function: { name: "list_files", arguments: JSON.stringify({ limit: answers }) },
          };
          const delta = isLast ? { content: "Done." } : { tool_calls: [call] };
          const choice = {
            index: 0,
            delta: { role: "assistant", ...delta },
            finish_reason: isLast ? "stop" : "tool_calls",
          };
          response.writeHead(200, { "content-type": "text/event-stream" });
          response.end(
            `data: ${JSON.stringify({ id: "x", object: "chat.completion.chunk", created: 1, model: "m", choices: [choice] })}\n\ndata: [DONE]\n\n`,
          );
        });
      });
      let answers = 0;
      await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
      stage.defer(() => server.close());
      const address = server.address();
      const port = typeof address === "object" ? address?.port : 0;
      const run = await stage.command({
        args: ["-p", "go", "-m", "openai-compatible/m"],
        environment: { OPENAI_COMPATIBLE_BASE_URL: `http://127.0.0.1:${port}/v1`, OPENAI_COMPATIBLE_API_KEY: "k" },
      });
      stage.expect([run.stdout, answers]).toEqual(["Done.\n", 4]);
      stage.expect(ports.size).toBeLessThan(4);
    },
  },
  { id: "FT-04", title: "schemas are put into each provider's own form", status: "same", as: "CL-23" },
  {
    id: "FT-05",
    title: "providers as plug-ins",
    what: "A provider is added by installing a package.",
    ...absent,
    missing: "Another server is added by its address; a wire of its own cannot be added from outside.",
  },
  { id: "FT-06", title: "several rounds of tools in one run", status: "same", as: "CL-21" },
  { id: "FT-07", title: "calls that do not collide run side by side", status: "same", as: "CW-07" },
  {
    id: "FT-08",
    title: "steps of a plan that do not need each other run side by side",
    what: "Two questions to the model at a time, where the plan allows it.",
    ...{ status: "partly", from: FRESH, how: "headless" },
    missing: "Steps that run commands wait for each other.",
    async run(stage) {
      const think = (id: string) => ({ id, title: id, tool: "think", params: { prompt: `think of ${id}` }, needs: [] });
      await draft(stage, [think("one"), think("two")]);
      let open = 0;
      let most = 0;
      const { createServer } = await import("node:http");
      const { setTimeout: after } = await import("node:timers/promises");
      const together = Promise.withResolvers<void>();
      // Answered when a second question has come as well, or when none comes.
      const server = createServer(async (request, response) => {
        most = Math.max(most, ++open);
        request.resume();
        if (open === 2) together.resolve();
        await Promise.race([together.promise, after(ALONE_MS, undefined, { ref: false })]);
        open--;
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.end(
          `data: ${JSON.stringify({ id: "x", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta: { role: "assistant", content: "Thought." }, finish_reason: "stop" }] })}\n\ndata: [DONE]\n\n`,
        );
      });
      await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
      stage.defer(() => server.close());
      const address = server.address();
      const port = typeof address === "object" ? address?.port : 0;
      const run = await stage.command({
        args: ["plan", "run", "-m", "openai-compatible/m", ...ALL],
        environment: { OPENAI_COMPATIBLE_BASE_URL: `http://127.0.0.1:${port}/v1`, OPENAI_COMPATIBLE_API_KEY: "k" },
      });
      stage.expect([run.code, most]).toEqual([0, 2]);
    },
  },
  { id: "FT-09", title: "questions to the person while it works", status: "same", as: "CD-26" },
  { id: "FT-10", title: "leave is asked before something is changed", status: "same", as: "CL-50" },
  { id: "FT-11", title: "several agents with roles", status: "same", as: "CD-30" },
  { id: "FT-12", title: "plans with needs, checks, changes and limits", status: "same", as: "CA-60" },
  {
    id: "FT-13",
    title: "learning from how tools were used",
    what: "What worked before is preferred later.",
    ...absent,
    missing: "Only notes that are remembered on purpose carry over.",
  },
  {
    id: "FT-14",
    title: "a long command runs in the background, is looked at while it runs, and is ended",
    what: "A server is started, its output paged, and nothing is left when the run ends.",
    ...{ status: "kept", from: FRESH, how: "headless" },
    async run(stage) {
      const { results } = await stage.ask({
        replies: [
          { calls: [{ name: "shell", input: { command: "echo ready; touch up; sleep 3572.25", background: true } }] },
          {
            calls: [
              { name: "shell", input: { command: "until test -e up; do sleep 0.1; done" } },
              { name: "shell_output", input: {} },
              { name: "shell_output", input: { handle: "out-1" } },
            ],
          },
          { text: "ok" },
        ],
        flags: ALL,
      });
      stage.expect(results[0]?.text).toMatch(/Started in the background/);
      stage.expect(results.map(({ text }) => text).join("\n")).toContain("ready");
      await gone("sleep 3572.25");
    },
  },
  {
    id: "FT-15",
    title: "many prompts in one go",
    what: "A file of prompts is worked on and each answer kept.",
    ...absent,
    missing: "One process answers one prompt; a loop in a shell does the rest.",
  },
  { id: "FT-16", title: "a whole repository is described without a model", status: "same", as: "CW-36" },
  { id: "FT-17", title: "notes outlive their session", status: "same", as: "CD-27" },
  {
    id: "FT-18",
    title: "the window is counted by what the provider says, and shown",
    what: "/context tells what fills it, part by part.",
    ...{ status: "kept", from: FRESH, how: "terminal" },
    async run(stage) {
      const usage = { inputTokens: 4_321, outputTokens: 5, cacheReadTokens: 0, cacheWriteTokens: 0 };
      const seat = await stage.sit({ replies: [{ text: "Counted.", usage }] });
      await say(seat, "count", "Counted.");
      seat.type("/context\r");
      stage.expect(await seat.until(/prompts[^\n]*%/)).toMatch(/4\.3k tokens/);
    },
  },
  { id: "FT-19", title: "what matters least is left out first", status: "same", as: "CW-09" },
  { id: "FT-20", title: "older parts of a conversation are condensed", status: "same", as: "CL-62" },
  { id: "FT-21", title: "long contents are condensed and stay within reach", status: "same", as: "CW-82" },
  { id: "FT-22", title: "a long conversation keeps its newest part whole", status: "same", as: "CL-62" },
  { id: "FT-23", title: "the context can be looked at", status: "same", as: "FT-18" },
  {
    id: "FT-24",
    title: "what is kept of a conversation is one's own choice",
    what: "/compact condenses now, Esc Esc goes back to before a prompt, /reset begins anew.",
    ...{ status: "kept", from: FRESH, how: "terminal" },
    async run(stage) {
      const seat = await stage.sit({ replies: [{ text: "One." }, { text: "Two." }, { text: "Other two." }] });
      await say(seat, "first thing", "One.");
      await say(seat, "second thing", "Two.");
      seat.type("/rewind\r");
      await answer(seat, "Go back to before which prompt?", "1");
      await seat.until((text) => text.split("› first thing").length === 3);
      seat.type(" differently\r");
      stage.expect(await seat.until("Other two.")).toContain("second thing differently");
    },
  },
  {
    id: "FT-25",
    title: "a session that was cut short is whole again, up to what was shown",
    what: "After a crash nothing that was on the screen is lost, and the session goes on.",
    ...{ status: "kept", from: BOTH, how: "headless" },
    async run(stage) {
      const { startWaymark } = await import("../../e2e/run-waymark.ts");
      const model = stage.script([
        { text: "The first part is done.", calls: [{ name: "shell", input: { command: "sleep 30" } }] },
      ]);
      const child = startWaymark(["-p", "work on it", "-m", model, "--output-format", "stream-json"], {
        cwd: stage.cwd,
        home: stage.home,
      });
      stage.defer(() => child.kill("SIGKILL"));
      await new Promise<void>((done) =>
        child.stdout?.on("data", (piece) => String(piece).includes("first part") && done()),
      );
      child.kill("SIGKILL");
      await new Promise((done) => child.once("close", done));
      const next = await stage.ask({ prompt: "go on", replies: [{ text: "So." }], flags: ["-c"] });
      stage.expect(next.code, next.stderr).toBe(0);
      const sent = JSON.stringify(next.bodies[0]?.messages);
      for (const part of ["work on it", "The first part is done."]) stage.expect(sent).toContain(part);
      stage.expect((await stage.run("sessions", "fsck")).code).toBe(0);
    },
  },
  {
    id: "FT-26",
    title: "an earlier conversation goes on, in place or as a copy",
    what: "-c takes the last one, -r a named one, --fork-session leaves the old one as it was.",
    ...{ status: "kept", from: BOTH, how: "headless" },
    async run(stage) {
      const first = await stage.ask({ prompt: "one", replies: [{ text: "first" }] });
      const id = String(first.lines[0]?.["session_id"]);
      const second = await stage.ask({ prompt: "two", replies: [{ text: "second" }], flags: ["-r", id] });
      const third = await stage.ask({ prompt: "three", replies: [{ text: "third" }], flags: ["-c", "--fork-session"] });
      stage.expect([second, third].map(({ bodies }) => bodies[0]?.messages.length)).toEqual([4, 6]);
      stage.expect([second.lines[0]?.["session_id"], third.lines[0]?.["session_id"] === id]).toEqual([id, false]);
    },
  },
  {
    id: "FT-27",
    title: "sessions are listed, shown and removed",
    what: "Each has its first words, its time and its folder.",
    ...{ status: "kept", from: BOTH, how: "command" },
    async run(stage) {
      for (const prompt of ["about herons", "about egrets"])
        await stage.ask({ prompt, replies: [{ text: `Said ${prompt}.` }] });
      const list = await stage.run("sessions", "list");
      stage.expect(list.stdout).toMatch(/about egrets[\s\S]*about herons/);
      const [newest] = JSON.parse((await stage.run("sessions", "list", "--json")).stdout) as { id: string }[];
      stage.expect((await stage.run("sessions", "show", newest?.id ?? "")).stdout).toContain("Said about egrets.");
      await stage.run("sessions", "rm", newest?.id ?? "");
      stage.expect((await stage.run("sessions", "list")).stdout).not.toContain("about egrets");
    },
  },
  {
    id: "FT-28",
    title: "a run is recorded and played again without a network",
    what: "A replay that is asked something else says at which step.",
    ...{ status: "kept", from: BOTH, how: "headless" },
    async run(stage) {
      stage.put({ "a.txt": "alpha\n" });
      const file = `${stage.home}/run.jsonl`;
      const replies = [{ calls: [{ name: "read_file", input: { path: "a.txt" } }] }, { text: "It says alpha." }];
      await stage.ask({ prompt: "what does it say?", replies, flags: ["--record", file] });
      const again = await stage.run("-p", "what does it say?", "--replay", file);
      stage.expect([again.code, again.stdout]).toEqual([0, "It says alpha.\n"]);
      const other = await stage.run("-p", "what else?", "--replay", file);
      stage.expect([other.code, other.stderr]).toEqual([42, stage.expect.stringMatching(/Step 1 of the recording/)]);
    },
  },
  {
    id: "FT-29",
    title: "condensing on demand, and before the window is full",
    what: "/compact makes room at once; else it happens by itself and is told.",
    ...{ status: "kept", from: FRESH, how: "terminal" },
    async run(stage) {
      const server = await stage.serve(({ body }) => {
        if (!body.includes("You condense the conversation"))
          return { text: "The heron waits. ".repeat(80), deltaChars: 4_000 };
        const last = /<last_user_message>\\n(.*?)\\n<\/last_user_message>/.exec(body)?.[1];
        return { text: JSON.stringify({ goal: "to know herons", last_user_message: last }), deltaChars: 500 };
      });
      const seat = await stage.sit({ args: ["-m", "openai-compatible/m"], environment: server.environment });
      for (const prompt of ["of herons", "of egrets", "of storks"]) await say(seat, prompt, "The heron waits.");
      seat.type("/compact\r");
      stage.expect(await seat.until(/[Cc]ompact(ed|ion)|condensed/)).toContain("of storks");
    },
  },
];
