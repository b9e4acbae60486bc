import { startOpenAiChat } from "./provider-servers/openai-chat.ts";
import type { WireReply } from "./provider-servers/wire-server.ts";
import { type Place, runWaymark } from "./run-waymark.ts";

/** What a model is given for its calls, one after the other. */
export async function resultsOf(
  place: Place,
  calls: NonNullable<WireReply["calls"]>,
  flags: readonly string[],
): Promise<readonly string[]> {
  const server = await startOpenAiChat((_request, index) => {
    const call = calls[index];
    return call ? { calls: [call] } : { text: "Done." };
  });
  try {
    const environment = { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`, OPENAI_COMPATIBLE_API_KEY: "k" };
    const args = ["-m", "openai-compatible/big", ...flags, "-p", "go"];
    const { code, stderr } = await runWaymark(args, { ...place, environment });
    if (code !== 0) throw new Error(stderr);
    const last = JSON.parse(server.requests.at(-1)?.body ?? "{}") as {
      messages: readonly { role: string; content?: unknown }[];
    };
    return last.messages.filter(({ role }) => role === "tool").map(({ content }) => String(content));
  } finally {
    await server.close();
  }
}
