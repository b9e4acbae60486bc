import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { StackspotScript, StackspotServer } from "../../e2e/provider-servers/stackspot.ts";
import type { WaymarkRun } from "../../e2e/run-waymark.ts";
import { BOTH, FRESH, type Row } from "../row.ts";
import type { Stage } from "../stage.ts";

type Asker = (prompt: string, ...flags: readonly string[]) => Promise<WaymarkRun>;

async function stackspot(
  stage: Stage,
  script: StackspotScript,
  more: Readonly<Record<string, string>> = {},
): Promise<{ server: StackspotServer; ask: Asker }> {
  const server = await stage.stackspot(script);
  const environment = { ...server.environment, ...more };
  return { server, ask: (prompt, ...flags) => stage.command({ args: ["-p", prompt, ...flags], environment }) };
}

const SAYS = { replies: () => ({ text: "hi" }) };
const TOKENS = "waymark/state/tokens";

/** The account, its tokens and the chat of StackSpot. */
export const STACKSPOT: readonly Row[] = [
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
      const [name = ""] = readdirSync(join(stage.home, TOKENS));
      const mode = (path: string): number => statSync(join(stage.home, path)).mode & 0o777;
      stage.expect([mode(join(TOKENS, name)), mode(TOKENS)]).toEqual([0o600, 0o700]);
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
  {
    id: "BC-30",
    title: "a request has the prompt, the streaming flag and no foreign knowledge, and goes on in its conversation",
    what: "The server's own conversation is used where you say so.",
    ...{ status: "kept", from: FRESH, how: "headless" },
    async run(stage) {
      const { server, ask } = await stackspot(stage, { replies: () => ({ text: "ok", conversationId: "c-9" }) });
      await stage.run("config", "set", "providers.stackspot.conversation", "true");
      await ask("hello");
      await ask("and now?", "-c");
      const [first, second] = server.chats;
      stage.expect(first?.body).toMatchObject({
        streaming: true,
        stackspot_knowledge: false,
        user_prompt: stage.expect.stringContaining("hello"),
      });
      stage.expect(first?.headers["accept"]).toContain("text/event-stream");
      stage.expect([first?.body["conversation_id"], second?.body["conversation_id"]]).toEqual([undefined, "c-9"]);
      stage.expect(second?.body["user_prompt"]).toBe("User: and now?");
    },
  },
  {
    id: "BC-31",
    title: "the stream is read however its bytes are cut, with heart-beats, counts and errors",
    what: "Letters of several bytes stay whole; an error in the stream is an error.",
    ...{ status: "kept", from: FRESH, how: "headless" },
    async run(stage) {
      const { ask } = await stackspot(stage, {
        replies: [
          { text: "größer 漢字 🦩 wird es nicht", pieceBytes: 1 },
          { raw: 'data: {"error": "the agent fell over"}\n\n' },
        ],
      });
      const good = await ask("hello", "--output-format", "json");
      stage
        .expect(JSON.parse(good.stdout))
        .toMatchObject({ result: "größer 漢字 🦩 wird es nicht", usage: { input_tokens: 1200, output_tokens: 34 } });
      const bad = await stage.command({
        args: ["-p", "hi"],
        environment: {
          ...(await stage.stackspot({ replies: () => ({ raw: 'data: {"error": "the agent fell over"}\n\n' }) }))
            .environment,
          WAYMARK_RETRY_ATTEMPTS: "1",
        },
      });
      stage.expect([bad.code === 0, bad.stderr]).toEqual([false, stage.expect.stringContaining("the agent fell over")]);
    },
  },
  {
    id: "BC-32",
    title:
      "a refused token is renewed once, an input too long is shortened and tried again, a rate limit is waited for",
    what: "What the service really does is met without your help.",
    ...{ status: "kept", from: FRESH, how: "headless" },
    async run(stage) {
      const { server, ask } = await stackspot(stage, {
        replies: (_, index) => {
          if (index === 0) server.revoke();
          return { text: index === 0 ? '<tool_call>\n{"name": "list_files", "arguments": {}}\n</tool_call>' : "done" };
        },
      });
      const run = await ask("what is here?");
      stage
        .expect([run.code, run.stdout, server.chats.map(({ token }) => token)])
        .toEqual([0, "done\n", ["token-1", "token-1", "token-2"]]);
      stage.put({ "a.txt": "one line of many\n".repeat(1_500) });
      const body = {
        code: "INFERENCE_6001_LLM_MODEL_BAD_REQUEST",
        message: "the input has 300000 tokens, limit 272000",
      };
      const long = await stackspot(stage, {
        replies: (_, index) => {
          if (index < 3)
            return {
              text: `<tool_call>\n{"name": "read_file", "arguments": {"path": "a.txt", "offset": ${index * 300 + 1}}}\n</tool_call>`,
            };
          return index === 3 ? { status: 400, body } : { text: "It has many lines." };
        },
      });
      stage.expect((await long.ask("read all of a.txt")).stdout).toBe("It has many lines.\n");
    },
  },
  {
    id: "BC-33",
    title: "a refused agent, a forbidden one, one that is not there and a filtered answer are each explained",
    what: "The message names the agent and what to check.",
    ...{ status: "kept", from: FRESH, how: "headless" },
    async run(stage) {
      const said = async (reply: object): Promise<string> => {
        const { ask } = await stackspot(stage, { replies: () => reply }, { WAYMARK_RETRY_ATTEMPTS: "1" });
        const { stderr, code } = await ask("hello");
        stage.expect(code).not.toBe(0);
        return stderr;
      };
      stage.expect(await said({ status: 401 })).toMatch(/Unauthorized - Authentication failed/);
      stage.expect(await said({ status: 403 })).toMatch(/Forbidden - Check your API credentials/);
      stage.expect(await said({ status: 404 })).toMatch(/Agent not found \(ID: 01CODER\)/);
      stage
        .expect(
          await said({
            raw: 'data: {"message": null, "stop_reason": "stop", "tokens": {"input": 5, "output": 77}}\n\n',
          }),
        )
        .toMatch(/77 tokens that its content filter took away/);
    },
  },
  {
    id: "BC-34",
    title: "an earlier part of the conversation is sent along, each speaker named, and the answer is shown as it comes",
    what: "A provider of single prompts becomes a conversation.",
    ...{ status: "kept", from: BOTH, how: "headless" },
    async run(stage) {
      const { server, ask } = await stackspot(stage, SAYS);
      await ask("my number is seven");
      await ask("which number?", "-c");
      stage
        .expect(server.chats[1]?.body["user_prompt"])
        .toMatch(/User: [\s\S]*my number is seven[\s\S]*Assistant: hi[\s\S]*User: which number\?/);
    },
  },
];
