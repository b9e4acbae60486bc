import { BOTH, FRESH, type Row } from "../row.ts";
import { SAYS, stackspot } from "../stackspot-play.ts";

const CALL = '<tool_call>\n{"name": "read_file", "arguments": {"path": "a.txt"}}\n</tool_call>';

/** The chat of StackSpot. */
export const STACKSPOT_CHAT: readonly Row[] = [
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
      const kept = "waymark/state/stackspot-conversations.json";
      stage
        .expect([stage.modeOf(kept), stage.readHome(kept)])
        .toEqual([0o600, stage.expect.not.stringContaining("hello")]);
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
      const sizes = long.server.chats.map((chat) => String(chat.body["user_prompt"]).length);
      stage.expect(sizes.at(-1)).toBeLessThan((sizes[3] ?? 0) * 0.8);
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
    ...{ status: "kept", from: BOTH, how: "terminal" },
    async run(stage) {
      const { server, ask } = await stackspot(stage, SAYS);
      await ask("my number is seven");
      await ask("which number?", "-c");
      stage
        .expect(server.chats[1]?.body["user_prompt"])
        .toMatch(/User: [\s\S]*my number is seven[\s\S]*Assistant: hi[\s\S]*User: which number\?/);
      stage.put({ "a.txt": "alpha\n" });
      const looks = await stackspot(stage, { replies: [{ text: `I will look.\n${CALL}` }, { text: "It has alpha." }] });
      stage.expect((await looks.ask("what is in a.txt?")).stdout).toBe("It has alpha.\n");
      stage
        .expect(looks.server.chats[1]?.body["user_prompt"])
        .toMatch(/\n\nAssistant: I will look\.[\s\S]*\n\nUser: <tool_result name="read_file"[\s\S]*alpha/);
      const slow = await stage.stackspot({ replies: [{ text: `${"Slowly. ".repeat(30)}The end.`, stalls: true }] });
      const seat = await stage.sit({ bare: "stackspot/01CODER", environment: slow.environment });
      seat.type("tell me\r");
      stage.expect(await seat.until("Slowly. Slowly.")).toMatch(/Esc cancels/);
    },
  },
];
