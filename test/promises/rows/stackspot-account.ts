import { readdirSync } from "node:fs";
import { join } from "node:path";
import { BOTH, FRESH, type Row } from "../row.ts";
import { SAYS, stackspot } from "../stackspot-play.ts";

const TOKENS = "waymark/state/tokens";

/** The account of StackSpot and its tokens. */
export const STACKSPOT_ACCOUNT: readonly Row[] = [
  {
    id: "BC-10",
    title: "the token and the account are kept in files that only you can read, and a token file holds no secret",
    what: "Credentials stay yours; the next process takes the token from the file.",
    ...{ status: "kept", from: BOTH, how: "headless" },
    async run(stage) {
      const { server, ask } = await stackspot(stage, SAYS);
      await ask("hello");
      await ask("hello");
      stage.expect(server.tokenRequests).toHaveLength(1);
      stage.expect(server.chats.map(({ token }) => token)).toEqual(["token-1", "token-1"]);
      const [name = ""] = readdirSync(join(stage.home, TOKENS));
      stage.expect([stage.modeOf(join(TOKENS, name)), stage.modeOf(TOKENS)]).toEqual([0o600, 0o700]);
      stage.expect(stage.readHome(join(TOKENS, name))).not.toContain("secret-of-mine");
    },
  },
  {
    id: "BC-11",
    title: "the agent, the judge and the provider in use are settings of your own",
    what: "They are set by command and hold from then on; those of BuddyCtl can be taken over.",
    ...{ status: "kept", from: BOTH, how: "command" },
    async run(stage) {
      stage.configure({});
      stage.putHome({
        ".buddyctl/config.json":
          '{"default_agent_id":"01AGENT","judge_agent_id":"01JUDGE","llm":{"current_provider":"stackspot"}}',
      });
      stage.expect((await stage.run("config", "import", "buddyctl")).code).toBe(0);
      stage.expect(JSON.parse(stage.readHome("waymark/config/config.json"))).toEqual({
        provider: "stackspot",
        providers: { stackspot: { model: "01AGENT", judgeModel: "01JUDGE" } },
      });
      await stage.run("provider", "set", "stackspot", "--model", "01OTHER", "--judge", "01JUDGE2");
      stage
        .expect(JSON.parse(stage.readHome("waymark/config/config.json")))
        .toMatchObject({ providers: { stackspot: { model: "01OTHER", judgeModel: "01JUDGE2" } } });
    },
  },
  {
    id: "BC-12",
    title: "seven variables are enough, your settings' agent wins over the variable, and a missing one is named",
    what: "Realm, client and agent from the environment bring an answer.",
    ...{ status: "kept", from: BOTH, how: "headless" },
    async run(stage) {
      const { server, ask } = await stackspot(stage, SAYS);
      stage.expect((await ask("hello")).stdout).toBe("hi\n");
      await stage.run("provider", "set", "stackspot", "--model", "01OWN");
      await ask("hello");
      stage.expect(server.chats.map(({ agent }) => agent)).toEqual(["01CODER", "01OWN"]);
      const { STACKSPOT_REALM: _, ...environment } = server.environment;
      const missing = await stage.command({ args: ["-p", "hello", "-m", "stackspot/x"], environment });
      stage
        .expect([missing.code, missing.stderr])
        .toEqual([41, stage.expect.stringMatching(/Please ensure STACKSPOT_REALM is set/)]);
      stage.put({ "a.txt": "alpha\n" });
      const judged = '{"needs_tools": true, "tool_calls": [{"name": "read_file", "args": {"path": "a.txt"}}]}';
      const unsure = await stackspot(
        stage,
        {
          replies: ({ agent }, index) => ({
            text: agent === "01JUDGE" ? judged : index === 0 ? "I'll call the read_file tool now." : "alpha",
          }),
        },
        { STACKSPOT_JUDGE_AGENT_ID: "01JUDGE" },
      );
      stage.expect((await unsure.ask("what is in a.txt?")).stdout).toBe("alpha\n");
      stage.expect(unsure.server.chats.map(({ agent }) => agent)).toEqual(["01OWN", "01JUDGE", "01OWN"]);
    },
  },
  {
    id: "BC-20",
    title: "a token is asked of the realm's endpoint with client id and secret",
    what: "The form is the documented one.",
    ...{ status: "kept", from: FRESH, how: "headless" },
    async run(stage) {
      const { server, ask } = await stackspot(stage, SAYS);
      stage.expect((await ask("hello")).code).toBe(0);
      stage
        .expect(server.tokenRequests.map((form) => Object.fromEntries(form)))
        .toEqual([{ grant_type: "client_credentials", client_id: "client-of-mine", client_secret: "secret-of-mine" }]);
      stage.expect(server.chats[0]?.token).toBe("token-1");
    },
  },
  {
    id: "BC-21",
    title: "a kept token first, then its refresh, then the account; what is refused is forgotten",
    what: "The cheapest way that works is taken.",
    ...{ status: "kept", from: FRESH, how: "headless" },
    async run(stage) {
      // Past half of the life of a token.
      const pause = (): Promise<void> => new Promise((done) => setTimeout(done, 700));
      const { server, ask } = await stackspot(stage, {
        ...SAYS,
        ...{ expiresIn: 1, refreshToken: "again" },
        tokenAnswer: (form) =>
          form.get("grant_type") === "refresh_token" ? { status: 400, body: { error: "invalid_grant" } } : undefined,
      });
      await ask("one");
      await pause();
      await ask("two");
      stage
        .expect(server.tokenRequests.map((form) => form.get("grant_type")))
        .toEqual(["client_credentials", "refresh_token", "client_credentials"]);
      const good = await stackspot(
        stage,
        { ...SAYS, expiresIn: 1, refreshToken: "again" },
        { STACKSPOT_CLIENT_ID: "another" },
      );
      await good.ask("one");
      await pause();
      await good.ask("two");
      stage
        .expect(good.server.tokenRequests.map((form) => form.get("grant_type")))
        .toEqual(["client_credentials", "refresh_token"]);
    },
  },
  {
    id: "BC-22",
    title: "a token is renewed before it ends: a minute by default, as early as you set, at half its life at most",
    what: "No request goes out with a token about to end.",
    ...{ status: "kept", from: FRESH, how: "headless" },
    async run(stage) {
      const renewals = async (more: Readonly<Record<string, string>>): Promise<number> => {
        const { server, ask } = await stackspot(stage, { ...SAYS, expiresIn: 8 }, more);
        await ask("one");
        stage.expect(server.tokenRequests).toHaveLength(1);
        await new Promise((done) => setTimeout(done, 4_200));
        await ask("two");
        return server.tokenRequests.length;
      };
      const [early, late] = await Promise.all([
        renewals({}),
        renewals({ STACKSPOT_TOKEN_BUFFER: "0", STACKSPOT_CLIENT_ID: "another" }),
      ]);
      stage.expect([early, late]).toEqual([2, 1]);
    },
  },
  {
    id: "BC-23",
    title: "many processes that start at once ask for one token",
    what: "Eight of them at the same time cost one request.",
    ...{ status: "kept", from: FRESH, how: "headless" },
    async run(stage) {
      const { server, ask } = await stackspot(stage, { ...SAYS, tokenDelayMs: 300 });
      const runs = await Promise.all(Array.from({ length: 8 }, () => ask("hello", "--no-session-persistence")));
      stage.expect(new Set(runs.map(({ code, stdout }) => `${code} ${stdout}`))).toEqual(new Set(["0 hi\n"]));
      stage.expect([server.tokenRequests.length, server.chats.length]).toEqual([1, 8]);
    },
  },
  {
    id: "BC-24",
    title: "wrong credentials, a wrong realm, a broken answer and no network each have their own words",
    what: "One line says what is wrong and where.",
    ...{ status: "kept", from: FRESH, how: "headless" },
    async run(stage) {
      const said = async (status: number, body: unknown): Promise<string> => {
        const { ask } = await stackspot(stage, { ...SAYS, tokenAnswer: () => ({ status, body }) });
        const { stderr, code } = await ask("hello");
        stage.expect([code === 0, stderr.trim().split("\n").length]).toEqual([false, 1]);
        return stderr;
      };
      stage.expect(await said(401, {})).toMatch(/Invalid client credentials/);
      stage.expect(await said(404, {})).toMatch(/Invalid realm or auth URL/);
      stage.expect(await said(200, { token_type: "Bearer" })).toMatch(/Invalid token response: missing/);
      const { server } = await stackspot(stage, SAYS);
      const away = { ...server.environment, STACKSPOT_AUTH_URL: "http://127.0.0.1:9" };
      const gone = await stage.command({ args: ["-p", "hi"], environment: { ...away, WAYMARK_RETRY_ATTEMPTS: "1" } });
      stage.expect([gone.code === 0, gone.stderr]).toEqual([false, stage.expect.stringMatching(/127\.0\.0\.1:9/)]);
    },
  },
];
