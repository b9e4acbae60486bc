import { setTimeout as delay } from "node:timers/promises";
import { BOTH, FRESH, type Row } from "../row.ts";
import { answer, say } from "../stage.ts";

const TYPED_AHEAD_MS = 150;

/** The terminal, and what is kept between its sessions. */
export const TERMINAL_USE: readonly Row[] = [
  {
    id: "CD-40",
    title: "messages keep their order and ids, the system prompt is first each time, and what it all costs is shown",
    what: "The window is measured; when it fills, old results go first and the conversation is condensed.",
    ...{ status: "kept", from: BOTH, how: "headless" },
    async run(stage) {
      stage.put({ "a.txt": "alpha\n" });
      const read = { calls: [{ name: "read_file", input: { path: "a.txt" }, id: "call_7" }] };
      const first = await stage.ask({ prompt: "one", replies: [read, { text: "first" }] });
      const second = await stage.ask({ prompt: "two", replies: [{ text: "second" }], flags: ["-c"] });
      const messages = second.bodies[0]?.messages ?? [];
      stage
        .expect(messages.map(({ role }) => role))
        .toEqual(["system", "user", "assistant", "tool", "assistant", "user"]);
      stage.expect(messages[3]?.tool_call_id).toBe("call_7");
      stage.expect(messages[0]).toEqual(first.bodies[0]?.messages[0]);
    },
  },
  {
    id: "CD-50",
    title: "each call shows what runs and how it ended; code has colours by its language",
    what: "Answers and results are drawn, not dumped.",
    ...{ status: "kept", from: FRESH, how: "terminal" },
    async run(stage) {
      stage.put({ "a.py": "def alpha():\n    return 1\n" });
      const read = (path: string) => ({ calls: [{ name: "read_file", input: { path } }] });
      const seat = await stage.sit({ replies: [read("a.py"), read("b.py"), { text: "Seen." }] });
      const text = await say(seat, "look", "Seen.");
      stage.expect(text).toMatch(/✓ #1 read_file a\.py/);
      stage.expect(text).toMatch(/✗ #2 read_file/);
      seat.type("/e 1\r");
      await seat.until("1 def alpha():");
      stage.expect(seat.written).toMatch(/\x1b\[[\d;]+mdef\x1b\[0m/);
    },
  },
  {
    id: "CD-51",
    title: "calls are numbered one-liners that unfold by number or key, and can be listed",
    what: "Output is out of the way until it is wanted.",
    ...{ status: "kept", from: FRESH, how: "terminal" },
    async run(stage) {
      stage.put({ "a.txt": "hidden words\n" });
      const seat = await stage.sit({
        replies: [{ calls: [{ name: "shell", input: { command: "cat a.txt" } }] }, { text: "Seen." }],
      });
      stage.expect(await seat.everything()).toMatch(/Waymark .* in /);
      const text = await say(seat, "look", "Seen.");
      stage.expect(text).toMatch(/✓ #1 shell/);
      seat.type("/list\r");
      await seat.until(/#1 ✓ shell/);
      seat.type("/e\r");
      await seat.until((now) => now.split("hidden words").length > 1);
      seat.type("\x0f");
      await seat.until((now) => now.split("✓ #1").length > 2);
    },
  },
  {
    id: "CD-60",
    title: "settings come in layers, and the source of each is told",
    what: "Defaults, your files, a trusted folder's (limits only tighter), `.env`, environment and flags, in this order.",
    ...{ status: "partly", from: BOTH, how: "command" },
    missing:
      "Which tools may be used and which variables commands see is set by rules and lists, not per project file of another format.",
    async run(stage) {
      const explain = async (environment: Record<string, string> = {}): Promise<{ value: number; source: string }> =>
        JSON.parse((await stage.command({ args: ["config", "explain", "maxTurns", "--json"], environment })).stdout);
      stage.configure({ maxTurns: 4 });
      stage.put({ ".waymark/config.json": '{ "maxTurns": 3 }' });
      stage.expect((await explain()).value).toBe(4);
      await stage.run("config", "trust");
      stage
        .expect(await explain())
        .toMatchObject({ value: 3, source: stage.expect.stringContaining(".waymark/config.json") });
      stage.putHome({ "waymark/config/.env": "WAYMARK_MAX_TURNS=8\n" });
      stage.expect(await explain()).toMatchObject({ value: 8, source: "environment WAYMARK_MAX_TURNS (from .env)" });
      stage
        .expect(await explain({ WAYMARK_MAX_TURNS: "6" }))
        .toMatchObject({ value: 6, source: "environment WAYMARK_MAX_TURNS" });
    },
  },
  {
    id: "CD-61",
    title: "the first run without a key asks once, and a pasted key is kept unseen and tried",
    what: "From nothing to an answer in one keystroke; a key is stored so that only you can read it.",
    ...{ status: "kept", from: FRESH, how: "terminal" },
    async run(stage) {
      const server = await stage.serve([{ text: "Here is the model." }]);
      stage.configure({ providers: { groq: { baseUrl: `${server.url}/v1` } } });
      const nowhere = "http://127.0.0.1:9/v1";
      const seat = await stage.sit({
        bare: "Which?",
        environment: { OLLAMA_BASE_URL: nowhere, LMSTUDIO_BASE_URL: nowhere, LLAMACPP_BASE_URL: nowhere },
      });
      await answer(seat, "Which?", "k");
      await seat.until("Paste the key");
      seat.type("gsk_0123456789abcdef\r");
      await seat.until("Groq is used from now on");
      await seat.until("groq/");
      seat.type("hello\r");
      await seat.until("Here is the model.");
      stage.expect(await seat.everything()).not.toContain("0123456789abcdef");
      stage.expect(server.requests[0]?.headers["authorization"]).toBe("Bearer gsk_0123456789abcdef");
      stage.expect(stage.modeOf("waymark/config/credentials.json")).toBe(0o600);
    },
  },
  {
    id: "CD-62",
    title: "doctor, config, trust and version are commands of their own",
    what: "What is missing is named with what to do, and trust is given and taken back by command.",
    ...{ status: "kept", from: BOTH, how: "command" },
    async run(stage) {
      const doctor = await stage.run("doctor");
      stage.expect(doctor.stdout).toMatch(/ok +runtime +Node[\s\S]*config[\s\S]*note +model .*set a key/);
      stage.expect((await stage.run("--version")).stdout).toMatch(/^\d+\.\d+\.\d+/);
      stage.put({ ".waymark/config.json": '{ "maxTurns": 33 }' });
      const value = async () => (await stage.run("config", "get", "maxTurns")).stdout.trim();
      await stage.run("config", "untrust");
      stage.expect(await value()).toBe("200");
      await stage.run("config", "trust");
      stage.expect(await value()).toBe("33");
    },
  },
  {
    id: "CD-63",
    title: "slash commands show and change settings, models and calls, and subcommands typed by habit are run",
    what: "/config, /model, /init, /e and /list; `waymark doctor` in the prompt is no question to the model; what is typed while one runs counts after it.",
    ...{ status: "kept", from: FRESH, how: "terminal" },
    async run(stage) {
      stage.put({ "package.json": '{"scripts":{"test":"node t.mjs"}}' });
      const seat = await stage.sit({ rows: 60 });
      seat.type("/config get maxTurns\r");
      await seat.until(/\n {2}200/);
      seat.type("waymark doctor\r");
      await seat.until(/runtime\s+Node[\s\S]*\n›/);
      seat.type("/init\r");
      // Typed while the subcommand has the terminal; its Enter counts when the prompt is back.
      await delay(TYPED_AHEAD_MS);
      seat.type("/config get minionContextThreshold\r");
      await seat.until(/AGENTS\.md is written[\s\S]*\n {2}8000[\s\S]*\n›/);
      await seat.until(() => stage.has("AGENTS.md"));
      stage.expect(stage.read("AGENTS.md")).toContain("npm test");
      seat.type("/exit\r");
      stage.expect(await seat.ended()).toBe(0);
    },
  },
  {
    id: "CD-64",
    title: "instructions of the folder and of those above it are read, the nearest last, with what they import",
    what: "AGENTS.md reaches the model from the repository's root down to where you are.",
    ...{ status: "kept", from: BOTH, how: "headless" },
    async run(stage) {
      stage.put({
        "AGENTS.md": "Root rule.\n@more.md\n",
        "more.md": "Imported rule.\n",
        "sub/AGENTS.md": "Nearest rule.\n",
        ".git/HEAD": "ref: refs/heads/main\n",
      });
      const { bodies } = await stage.ask({ replies: [{ text: "ok" }], flags: ["-C", "sub"] });
      stage
        .expect(String(bodies[0]?.messages[0]?.content))
        .toMatch(/Root rule\.\s+Imported rule\.[\s\S]*Nearest rule\./);
    },
  },
  {
    id: "CD-65",
    title: "a folder that would configure or start something is asked about once, with what it would do",
    what: "No is kept to; yes holds until something of it changes.",
    ...{ status: "kept", from: FRESH, how: "terminal" },
    async run(stage) {
      stage.put({ ".waymark/skills/nightly/SKILL.md": "---\nname: nightly\ndescription: d\n---\nx\n" });
      const open = async (key: string | undefined): Promise<string> => {
        const args = ["-m", "offline/guide"];
        const seat = await stage.sit({
          args,
          bare: key === undefined ? "/help lists" : "Let them count in this folder",
        });
        if (key !== undefined) await answer(seat, ".waymark/skills/nightly/SKILL.md (skill)", key);
        await seat.until("/help lists commands");
        seat.type("/skills\r");
        const text = await seat.until(/There are no skills here|nightly`? \(project\)/);
        seat.close();
        return text;
      };
      stage.expect(await open("n")).toContain("There are no skills here");
      stage.expect(await open("y")).toMatch(/nightly`? \(project\)/);
      stage.expect(await open(undefined)).toMatch(/nightly`? \(project\)/);
      stage.put({ ".waymark/skills/nightly/SKILL.md": "---\nname: nightly\ndescription: other\n---\nx\n" });
      stage.expect(await open("n")).toContain("There are no skills here");
    },
  },
  {
    id: "CD-66",
    title: "a daily look for updates",
    what: "Waymark tells when there is a newer version.",
    ...{ status: "absent", from: FRESH, how: "terminal" },
    missing: "Nothing is asked of the network unasked, updates neither.",
  },
  {
    id: "CD-67",
    title: "the model knows the day, the system and the folder",
    what: "It need not ask or guess where and when it is.",
    ...{ status: "kept", from: BOTH, how: "headless" },
    async run(stage) {
      const { bodies } = await stage.ask({ replies: [{ text: "ok" }] });
      const told = JSON.stringify(bodies[0]?.messages);
      stage.expect(told).toContain(new Date().toISOString().slice(0, 7));
      stage.expect(told).toContain(process.platform === "darwin" ? "darwin" : process.platform);
      stage.expect(told).toContain(stage.cwd);
    },
  },
  {
    id: "CD-68",
    title: "what happened can be read later: each session event by event, and on request all that was done",
    what: "The log of a session is a file of lines; --debug writes a second one, without secrets.",
    ...{ status: "kept", from: BOTH, how: "headless" },
    async run(stage) {
      const secret = ["ghp", "Zk9vQ2mX7bL4tR8wY1nC5dF6gH3jK0pS2aQe"].join("_");
      const { stderr, lines } = await stage.ask({
        prompt: "keep this",
        replies: [{ text: `My key is ${secret}.` }],
        flags: ["--debug"],
      });
      const { readFileSync } = await import("node:fs");
      const log = readFileSync(/what it did is in (\S+\.log)/.exec(stderr)?.[1] ?? "", "utf8");
      stage.expect(log).toContain("keep this");
      stage.expect(log).not.toContain(secret);
      const shown = await stage.run("sessions", "export", String(lines[0]?.["session_id"]), "--format", "md");
      stage.expect(shown.stdout).toMatch(/## You\n\nkeep this/);
    },
  },
  {
    id: "CD-69",
    title: "Ctrl-C ends what goes on and gives the prompt back",
    what: "Neither a cancel nor an error ends the session.",
    ...{ status: "kept", from: FRESH, how: "terminal" },
    async run(stage) {
      const wait = { calls: [{ name: "shell", input: { command: "sleep 60" } }] };
      const seat = await stage.sit({ replies: [wait, { text: "Still here." }] });
      seat.type("wait\r");
      await seat.until(/shell \$ sleep 60[\s\S]*Esc cancels/);
      seat.type("\x03");
      await seat.until("Cancelled.");
      stage.expect(await say(seat, "and now?", "Still here.")).toContain("Cancelled.");
    },
  },
  {
    id: "CD-70",
    title: "a model that repeats the same failing call is told, and stopped when it goes on",
    what: "A circle costs a few steps, not a day.",
    ...{ status: "partly", from: FRESH, how: "headless" },
    missing: "The person is not asked which way to go on; the run ends and says why.",
    async run(stage) {
      const { bodies, results, code, result } = await stage.ask({
        replies: () => ({ calls: [{ name: "read_file", input: { path: "none.txt" } }] }),
      });
      stage.expect(bodies.length).toBeLessThan(8);
      stage.expect(code).not.toBe(0);
      stage.expect(JSON.stringify(bodies.at(-1)?.messages) + results.at(-1)?.text).toMatch(/(same|again|repeat)/i);
      stage.expect(result).not.toBe("");
    },
  },
];
