import { BOTH, FRESH, type Row } from "../row.ts";
import { say, WIRE_NAMES } from "../stage.ts";

const BROKEN = { "total.txt": "sum starts at 1\n" };
const read = { name: "read_file", input: { path: "total.txt" } };
const fix = { name: "edit_file", input: { path: "total.txt", old_string: "at 1", new_string: "at 0" } };

/** Which model answers, and how that is set. */
export const MODELS_AND_SETTINGS: readonly Row[] = [
  {
    id: "CL-01",
    title: "the default provider and model are set, keys stored and models listed by commands",
    what: "The list comes from the provider's own API, with the default marked.",
    ...{ status: "kept", from: BOTH, how: "command" },
    async run(stage) {
      const server = await stage.serve([{ text: "hello from it" }]);
      stage.configure({ providers: { groq: { baseUrl: `${server.url}/v1` } } });
      stage.expect((await stage.command({ args: ["login", "groq"], stdin: "gsk_0123456789abcdef\n" })).code).toBe(0);
      await stage.run("provider", "set", "groq", "--model", "chat-model");
      stage.expect((await stage.run("models", "list")).stdout).toMatch(/^groq\/chat-model\s+\*/m);
      stage.expect((await stage.run("-p", "hi")).stdout).toBe("hello from it\n");
      stage.expect(server.requests[0]?.headers["authorization"]).toBe("Bearer gsk_0123456789abcdef");
    },
  },
  {
    id: "CL-02",
    title: "without arguments it is a session: commands, formatted answers, and no error ends it",
    what: "A failure of the model is a line in the session, and the next prompt works.",
    ...{ status: "kept", from: FRESH, how: "terminal" },
    async run(stage) {
      const seat = await stage.sit({
        replies: [{ fail: { kind: "refused", message: "Not that." } }, { text: "Still **here**." }],
      });
      seat.type("first\r");
      await seat.until("Not that.");
      stage.expect(await say(seat, "second", "Still here.")).not.toContain("**");
      seat.type("/exit\r");
      stage.expect(await seat.ended()).toBe(0);
    },
  },
  {
    id: "CL-10",
    title: "settings stand in one file of your own; those of cli-code can be taken over, keys only when you say so",
    what: "Provider, models, temperature and thresholds, each told with file and line before it is written.",
    ...{ status: "kept", from: BOTH, how: "command" },
    async run(stage) {
      stage.configure({});
      stage.putHome({
        ".config/cli-code/config.yaml":
          "google_api_key: AIzaSy-secret-of-mine\ndefault_model: models/gemini-2.5-pro\nollama_api_url: http://127.0.0.1:11434/v1\nollama_default_model: llama3.2\nsettings:\n  temperature: 0.5\n",
      });
      const dry = await stage.run("config", "import", "cli-code", "--dry-run");
      stage.expect(dry.stdout).toMatch(/config\.yaml:6.*temperature|temperature.*config\.yaml:6/);
      stage.expect(stage.readHome("waymark/config/config.json")).toBe("{}");
      await stage.run("config", "import", "cli-code");
      stage.expect(JSON.parse(stage.readHome("waymark/config/config.json"))).toEqual({
        temperature: 0.5,
        providers: {
          google: { model: "gemini-2.5-pro" },
          ollama: { baseUrl: "http://127.0.0.1:11434/v1", model: "llama3.2" },
        },
      });
    },
  },
  {
    id: "CL-11",
    title: "variables set provider, model, key, address and limits, also from a file",
    what: "Every setting has its variable.",
    ...{ status: "kept", from: BOTH, how: "headless" },
    async run(stage) {
      const server = await stage.serve([{ text: "one" }]);
      stage.putHome({
        "waymark/config/.env": `OPENAI_COMPATIBLE_BASE_URL=${server.url}/v1\nOPENAI_COMPATIBLE_API_KEY=k\nWAYMARK_TEMPERATURE=0.2\n`,
      });
      const { stdout } = await stage.command({
        args: ["-p", "hi"],
        environment: { WAYMARK_DEFAULT_PROVIDER: "openai-compatible", WAYMARK_DEFAULT_MODEL: "from-variable" },
      });
      stage.expect(stdout).toBe("one\n");
      stage
        .expect(JSON.parse(server.requests[0]?.body ?? ""))
        .toMatchObject({ model: "from-variable", temperature: 0.2 });
    },
  },
  {
    id: "CL-12",
    title: "the provider: flag before variable before your settings before the default",
    what: "What stands nearest to the command wins.",
    ...{ status: "kept", from: FRESH, how: "headless" },
    async run(stage) {
      const servers = {
        groq: await stage.serve(() => ({ text: "groq" })),
        xai: await stage.serve(() => ({ text: "xai" })),
        mistral: await stage.serve(() => ({ text: "mistral" })),
      };
      const keys = Object.entries(servers).flatMap(([id, { url }]) => [
        [`${id.toUpperCase()}_API_KEY`, "k"],
        [`${id.toUpperCase()}_BASE_URL`, `${url}/v1`],
      ]);
      const models = { groq: { model: "m" }, xai: { model: "m" }, mistral: { model: "m" } };
      const ask = async (
        settings: object,
        more: Record<string, string>,
        ...flags: readonly string[]
      ): Promise<string> => {
        stage.configure({ providers: models, ...settings });
        return (
          await stage.command({ args: ["-p", "hi", ...flags], environment: { ...Object.fromEntries(keys), ...more } })
        ).stdout.trim();
      };
      const own = { provider: "mistral" };
      stage.expect(await ask(own, {})).toBe("mistral");
      stage.expect(await ask(own, { WAYMARK_PROVIDER: "xai" })).toBe("xai");
      stage.expect(await ask(own, { WAYMARK_PROVIDER: "xai" }, "--provider", "groq")).toBe("groq");
    },
  },
  {
    id: "CL-13",
    title: "the model: flag, the provider's variable, the common variable, your settings, the provider's default",
    what: "The order holds for every provider alike.",
    ...{ status: "kept", from: FRESH, how: "headless" },
    async run(stage) {
      const server = await stage.serve(() => ({ text: "ok" }));
      const base = { OLLAMA_BASE_URL: `${server.url}/v1`, WAYMARK_PROVIDER: "ollama" };
      const asked = async (environment: Record<string, string>, ...flags: readonly string[]): Promise<string> => {
        await stage.command({ args: ["-p", "hi", ...flags], environment: { ...base, ...environment } });
        return (JSON.parse(server.requests.at(-1)?.body ?? "{}") as { model: string }).model;
      };
      stage.configure({ providers: { ollama: { model: "from-settings" } } });
      stage.expect(await asked({})).toBe("from-settings");
      stage.expect(await asked({ WAYMARK_DEFAULT_MODEL: "from-variable" })).toBe("from-variable");
      stage.expect(await asked({ WAYMARK_DEFAULT_MODEL: "from-variable" }, "-m", "from-flag")).toBe("from-flag");
      const own = { WAYMARK_DEFAULT_MODEL: "from-variable", WAYMARK_OLLAMA_DEFAULT_MODEL: "from-its-own" };
      stage.expect(await asked(own)).toBe("from-its-own");
      stage.expect(await asked({ CLI_CODE_DEFAULT_MODEL: "theirs" })).toBe("from-settings");
      stage.configure({});
      const theirs = { CLI_CODE_DEFAULT_MODEL: "theirs", CLI_CODE_DEFAULT_PROVIDER: "nobody" };
      stage.expect(await asked(theirs)).toBe("theirs");
      stage.expect(await asked({ ...theirs, CLI_CODE_OLLAMA_DEFAULT_MODEL: "its-own" })).toBe("its-own");
    },
  },
  {
    id: "CL-14",
    title: "the real environment wins over a file of variables, and an example file is never read",
    what: "What you export for one run counts.",
    ...{ status: "kept", from: BOTH, how: "command" },
    async run(stage) {
      stage.put({ ".env": "WAYMARK_MAX_TURNS=7\n", ".env.example": "WAYMARK_MAX_TURNS=9\nWAYMARK_TEMPERATURE=1.5\n" });
      await stage.run("config", "trust");
      const value = async (key: string, environment: Record<string, string> = {}): Promise<unknown> =>
        (
          JSON.parse((await stage.command({ args: ["config", "explain", key, "--json"], environment })).stdout) as {
            value: unknown;
          }
        ).value;
      stage
        .expect([
          await value("maxTurns"),
          await value("maxTurns", { WAYMARK_MAX_TURNS: "8" }),
          await value("temperature"),
        ])
        .toEqual([7, 8, null]);
    },
  },
  {
    id: "CL-20",
    title: "one agent, whatever the model: the same prompt works over every wire, and models can be listed",
    what: "OpenAI's two wires, Anthropic's and Gemini's stream text and call tools alike.",
    ...{ status: "kept", from: BOTH, how: "headless" },
    async run(stage) {
      stage.put(BROKEN);
      for (const wire of WIRE_NAMES) {
        const { result, results, code } = await stage.ask({
          wire,
          replies: [{ text: "I look.", calls: [read] }, { text: `Seen over ${wire}.` }],
        });
        stage
          .expect([code, result, results[0]?.text])
          .toEqual([0, `Seen over ${wire}.`, stage.expect.stringContaining("sum starts at 1")]);
      }
    },
  },
  {
    id: "CL-21",
    title: "a run ends with a plain answer, with task_complete and its summary, or at a limit that is named",
    what: "Several steps of tools are no reason to stop, over any wire.",
    ...{ status: "kept", from: FRESH, how: "headless" },
    async run(stage) {
      for (const wire of WIRE_NAMES) {
        stage.put(BROKEN);
        const { result, code, stderr, lines } = await stage.ask({
          wire,
          replies: [
            { calls: [read] },
            { calls: [fix] },
            { calls: [read] },
            {
              calls: [{ name: "task_complete", input: { summary: "It starts at 0." } }],
              usage: { input: 900, output: 40, cached: 800 },
            },
          ],
          flags: ["--permission-mode", "acceptEdits"],
        });
        stage
          .expect([wire, code, stderr, result, stage.read("total.txt")])
          .toEqual([wire, 0, "", "It starts at 0.", "sum starts at 0\n"]);
        stage.expect(lines.at(-1)).toMatchObject({ num_turns: 4, usage: { cache_read_input_tokens: 800 } });
      }
    },
  },
  {
    id: "CL-22",
    title: "a model that is out of quota gives way to the next of your list, and it is said",
    what: "A wrong key does not: that is told at once.",
    ...{ status: "kept", from: FRESH, how: "headless" },
    async run(stage) {
      const busy = await stage.serve([
        { fault: { kind: "status", status: 402, message: "insufficient credits" } },
        { fault: { kind: "status", status: 401, message: "bad key" } },
      ]);
      const free = await stage.serve([{ text: "from the fallback" }]);
      const environment = {
        XAI_API_KEY: "k",
        XAI_BASE_URL: `${busy.url}/v1`,
        GROQ_API_KEY: "k",
        GROQ_BASE_URL: `${free.url}/v1`,
        WAYMARK_FALLBACK_MODELS: "groq/second",
      };
      const ask = () => stage.command({ args: ["-p", "hi", "-m", "xai/first"], environment });
      const good = await ask();
      stage
        .expect([good.code, good.stdout, good.stderr])
        .toEqual([0, "from the fallback\n", stage.expect.stringMatching(/no credit left: going on with groq\/second/)]);
      const refused = await ask();
      stage.expect([refused.code, free.requests.length]).toEqual([41, 1]);
    },
  },
  {
    id: "CL-23",
    title: "every wire gets the tools in its own form, with types that it knows",
    what: "Schemas keep integers, lists and choices whoever serves the model.",
    ...{ status: "kept", from: FRESH, how: "headless" },
    async run(stage) {
      for (const wire of WIRE_NAMES) {
        const { bodies } = await stage.ask({ wire, replies: [{ text: "ok" }] });
        const body = JSON.stringify(bodies[0]);
        stage.expect([wire, body]).toEqual([wire, stage.expect.stringContaining('"search_code"')]);
        const start = body.indexOf('"search_code"');
        const declared = body.slice(start, start + 2_500);
        stage.expect(declared).toMatch(/"limit":\{[^}]*"(integer|INTEGER)"/);
        if (wire !== "gemini") stage.expect(body).not.toMatch(/"type":"(STRING|OBJECT|INTEGER)"/);
      }
    },
  },
];
