import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { client, methods, ndJsonStream, PROTOCOL_VERSION } from "@agentclientprotocol/sdk";
import type { RecordedEvent } from "../../src/core/protocol/event.ts";
import { jsonLines, type Place, startWaymark } from "./run-waymark.ts";

export interface GuideAnswer {
  readonly said: string;
  /** How the run ended, as its session keeps it: `done` where `-p` would end with 0. */
  readonly outcome: string;
}

type Ask = (prompts: readonly string[]) => Promise<GuideAnswer>;
/** By the home of the place. */
const guides = new Map<string, Promise<Ask>>();

/**
 * What the guide, which needs no model, says to a question in a place. The installed program is started once for all questions of a
 * place, as an editor starts it: each is asked in a session of its own, which knows nothing of those before.
 * @param before  what was said in the same session
 */
export async function askGuide(question: string, place: Place, before: readonly string[] = []): Promise<GuideAnswer> {
  const guide = guides.get(place.home) ?? startGuide(place);
  guides.set(place.home, guide);
  return (await guide)([...before, question]);
}

export const answerOfGuide = async (question: string, place: Place): Promise<string> =>
  (await askGuide(question, place)).said;

async function startGuide(place: Place): Promise<Ask> {
  const child = startWaymark(["acp", "-m", "offline/guide"], place);
  place.ends.push(() => {
    guides.delete(place.home);
    child.kill("SIGKILL");
  });
  const said = new Map<string, string>();
  const { stdin, stdout } = child as { stdin: Writable; stdout: Readable };
  const { agent } = client({ name: "editor" })
    .onNotification(methods.client.session.update, ({ params: { sessionId, update } }) => {
      if (update.sessionUpdate === "agent_message_chunk" && update.content.type === "text")
        said.set(sessionId, (said.get(sessionId) ?? "") + update.content.text);
    })
    .connect(
      ndJsonStream(
        Writable.toWeb(stdin) as WritableStream<Uint8Array>,
        Readable.toWeb(stdout) as ReadableStream<Uint8Array>,
      ),
    );
  await agent.request(methods.agent.initialize, { protocolVersion: PROTOCOL_VERSION, clientCapabilities: {} });
  return async (prompts) => {
    const { sessionId } = await agent.request(methods.agent.session.new, { cwd: place.cwd, mcpServers: [] });
    for (const text of prompts) {
      said.delete(sessionId);
      await agent.request(methods.agent.session.prompt, { sessionId, prompt: [{ type: "text", text }] });
    }
    return { said: said.get(sessionId) ?? "", outcome: outcomeOf(sessionId, place) };
  };
}

function outcomeOf(sessionId: string, { home }: Place): string {
  const [file = ""] = globSync(join(home, "waymark", "state", "sessions", "*", `${sessionId}.jsonl`));
  const events = jsonLines(readFileSync(file, "utf8")).map((line) => line["event"] as RecordedEvent);
  return events.findLast((event) => event.type === "run-end")?.outcome.kind ?? "none";
}
