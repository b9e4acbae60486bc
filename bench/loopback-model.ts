// A model on loopback that answers at once, so that what is measured is the agent. Run as a process of its own, so that
// its time is not the agent's: prints its port, then one JSON line a request with the moments that matter.
//   node loopback-model.ts turns:N:read|shell | text:K
import { createServer } from "node:http";

const [kind = "", countText = "0", tool = "read"] = (process.argv[2] ?? "text:1").split(":");
const count = Number(countText);
const now = (): number => performance.timeOrigin + performance.now();
let request = 0;

const server = createServer((incoming, outgoing) => {
  const chunks: Buffer[] = [];
  incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
  incoming.on("end", () => {
    const bytes = Buffer.concat(chunks);
    const arrivedMs = now();
    const index = request++;
    outgoing.writeHead(200, { "content-type": "text/event-stream" });
    outgoing.end(answer(index, bytes), () => {
      process.stdout.write(`${JSON.stringify({ index, arrivedMs, sentMs: now(), bytes: bytes.length })}\n`);
    });
  });
});

function answer(index: number, body: Buffer): string {
  if (kind === "turns" && index < count) return callEvents(index, body);
  const words = kind === "text" ? count : 3;
  let events = "";
  for (let word = 0; word < words; word++) events += event({ content: `word${word} ` });
  return `${events}${finish("stop")}`;
}

/** Asks for the file or the command of this turn, whatever the tool's parameter is called. */
function callEvents(index: number, body: Buffer): string {
  const tools = (
    JSON.parse(body.toString("utf8")) as { tools: { function: { name: string; parameters: { properties: object } } }[] }
  ).tools;
  const wanted = tool === "read" ? /read/ : /shell|bash/;
  const found = tools.find((candidate) => wanted.test(candidate.function.name))?.function;
  const parameter = tool === "read" ? "path" : "command";
  const value = tool === "read" ? `file-${index}.txt` : `cat file-${index}.txt`;
  const call = { index: 0, id: `call-${index}`, type: "function", function: { name: found?.name, arguments: "" } };
  const input = { index: 0, function: { arguments: JSON.stringify({ [parameter]: value }) } };
  return event({ role: "assistant", tool_calls: [call] }) + event({ tool_calls: [input] }) + finish("tool_calls");
}

function event(delta: object): string {
  return `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "mock", choices: [{ index: 0, delta, finish_reason: null }] })}\n\n`;
}

function finish(reason: string): string {
  const last = {
    id: "c",
    object: "chat.completion.chunk",
    created: 1,
    model: "mock",
    choices: [{ index: 0, delta: {}, finish_reason: reason }],
  };
  const usage = {
    id: "c",
    object: "chat.completion.chunk",
    created: 1,
    model: "mock",
    choices: [],
    usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
  };
  return `data: ${JSON.stringify(last)}\n\ndata: ${JSON.stringify(usage)}\n\ndata: [DONE]\n\n`;
}

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.stdout.write(`${JSON.stringify({ port: typeof address === "object" ? address?.port : 0 })}\n`);
});
process.on("SIGTERM", () => process.exit(0));
