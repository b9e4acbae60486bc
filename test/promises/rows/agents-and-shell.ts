import { BOTH, FRESH, type Row } from "../row.ts";
import { say } from "../stage.ts";

/** The shell around an agent: accounts, commands, status, providers. */
export const AGENTS_AND_SHELL: readonly Row[] = [
  {
    id: "BC-01",
    title: "login proves the account, status shows it masked, logout forgets it; --debug keeps the ten newest logs",
    what: "Keys are stored, told of and forgotten by commands.",
    ...{ status: "kept", from: BOTH, how: "command" },
    async run(stage) {
      const { environment, tokenRequests } = await stage.stackspot({ replies: () => ({ text: "hi" }) });
      const { STACKSPOT_CLIENT_ID, STACKSPOT_CLIENT_SECRET, STACKSPOT_REALM, ...rest } = environment;
      const stdin = `STACKSPOT_CLIENT_ID=${STACKSPOT_CLIENT_ID}\nSTACKSPOT_CLIENT_SECRET=${STACKSPOT_CLIENT_SECRET}\nSTACKSPOT_REALM=${STACKSPOT_REALM}\n`;
      const login = await stage.command({ args: ["login", "stackspot"], environment: rest, stdin });
      stage.expect([login.code, login.stderr, tokenRequests.length]).toEqual([0, "", 1]);
      stage.expect((await stage.command({ args: ["-p", "hello"], environment: rest })).stdout).toBe("hi\n");
      const status = await stage.command({ args: ["status", "stackspot"], environment: rest });
      stage.expect(status.stdout).toMatch(/stackspot\s+stored/);
      stage.expect(status.stdout).not.toContain("secret-of-mine");
      await stage.command({ args: ["logout", "stackspot"], environment: rest });
      stage.expect(stage.readHome("waymark/config/credentials.json")).not.toContain("secret-of-mine");
      const { readdirSync } = await import("node:fs");
      stage.expect(readdirSync(`${stage.home}/waymark/state/tokens`)).toEqual([]);
      const logs = Object.fromEntries(
        Array.from({ length: 12 }, (_, day) => [`waymark/state/debug/2020-01-${day + 10}T00-00-00.000Z-1.log`, ""]),
      );
      stage.putHome(logs);
      const debug = await stage.command({ args: ["-p", "hi", "--offline"], environment: { DEBUG: "1" } });
      stage.expect(debug.stderr).toMatch(/what it did is in \S+\.log/);
      stage.expect(readdirSync(`${stage.home}/waymark/state/debug`)).toHaveLength(10);
    },
  },
  {
    id: "BC-02",
    title: "slash commands for help, status, agent, provider, mode and clearing; an unknown one is told",
    what: "The list of providers tells what is missing for each.",
    ...{ status: "kept", from: FRESH, how: "terminal" },
    async run(stage) {
      const seat = await stage.sit({ rows: 60 });
      const asked: readonly [string, string | RegExp][] = [
        ["/provider list", /1\. anthropic Anthropic: ✗ none: set ANTHROPIC_API_KEY/],
        ["/fly", "There is no command /fly; /help lists them."],
        ["/mode auto", "Mode acceptEdits"],
        ["/status", /mode acceptEdits/],
        ["/agent-default 01ABC", "providers.stackspot.model is set"],
        ["/help", /Tools of the model/],
      ];
      for (const [line, answer] of asked) {
        seat.type(`${line}\r`);
        await seat.until(answer);
      }
      seat.type("/quit\r");
      stage.expect(await seat.ended()).toBe(0);
    },
  },
  {
    id: "BC-03",
    title: "the line at the prompt tells the model, what commands run in, and the mode when it is another",
    what: "The state is in sight while one types.",
    ...{ status: "kept", from: FRESH, how: "terminal" },
    async run(stage) {
      const seat = await stage.sit();
      seat.type("\x1b[Z");
      const screen = await seat.until(/\.json · plan · (?:bubblewrap|seatbelt|landlock|no sandbox)/);
      stage.expect(screen).toContain("scripted/");
    },
  },
  {
    id: "BC-04",
    title: "what was sent before is suggested, and a start without a model says what can be done",
    what: "History comes back across sessions; the first line is a banner.",
    ...{ status: "kept", from: BOTH, how: "terminal" },
    async run(stage) {
      const first = await stage.sit({ replies: [{ text: "One." }] });
      await say(first, "alpha question", "One.");
      first.close();
      const seat = await stage.sit({ replies: [{ expect: "alpha question", text: "Two." }] });
      stage.expect(await seat.everything()).toMatch(/Waymark \d+\.\d+\.\d+ in /);
      seat.type("alph");
      await seat.until(/› alpha question/);
      seat.type("\x1b[C\r");
      await seat.until("Two.");
    },
  },
  {
    id: "BC-05",
    title: "an agent's id is a UUID or letters, digits, _ and -; anything else is refused",
    what: "A wrong id is noticed when it is set.",
    ...{ status: "kept", from: FRESH, how: "command" },
    async run(stage) {
      const set = (id: string) => stage.run("provider", "set", "stackspot", "--model", id);
      for (const id of ["01J8ZQ3X9K2M4N6P8R0S2T4V6W", "my_agent-7", "0f8fad5b-d9cb-469f-a165-70867728950e"]) {
        stage.expect((await set(id)).code).toBe(0);
        stage.expect(stage.readHome("waymark/config/config.json")).toContain(id);
      }
      for (const id of ["a b", "x/../y", "a;b"]) {
        const refused = await set(id);
        stage.expect([refused.code, refused.stderr]).toEqual([2, stage.expect.stringMatching(/is no id of an agent/)]);
      }
    },
  },
  {
    id: "BC-40",
    title: "every provider is listed with credentials, address and reach; the one in use is changed by command",
    what: "An unknown provider or missing credentials are named.",
    ...{ status: "kept", from: BOTH, how: "command" },
    async run(stage) {
      const server = await stage.serve([]);
      const environment = {
        GROQ_API_KEY: "k",
        GROQ_BASE_URL: `${server.url}/v1`,
        XAI_API_KEY: "k",
        XAI_BASE_URL: "http://127.0.0.1:9/v1",
      };
      const list = async () =>
        JSON.parse((await stage.command({ args: ["provider", "list", "--json"], environment })).stdout) as Record<
          string,
          unknown
        >[];
      const byId = new Map((await list()).map((one) => [one["id"], one]));
      stage.expect(byId.get("groq")).toMatchObject({ implemented: true, hasCredentials: true, reachable: true });
      stage.expect(byId.get("xai")).toMatchObject({ hasCredentials: true, reachable: false });
      await stage.command({ args: ["provider", "set", "xai", "--model", "grok-9"], environment });
      stage.expect((await list()).find((one) => one["current"])).toMatchObject({ id: "xai", defaultModel: "grok-9" });
      stage
        .expect((await stage.run("provider", "set", "nope")).stderr)
        .toMatch(/Provider 'nope' not found\. Available: anthropic, /);
    },
  },
];
