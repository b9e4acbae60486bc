// A model on loopback that now and then refuses, errs, hangs or cuts its answer, by a draw that is the same each time for a request's text
// and its number. Run as a process of its own: prints its port, answers `GET /seen` with what it did.
//   node chaos-model.ts LATENCY_MS FAULTS_PERCENT RETRY_AFTER_SECONDS
import { createServer, type ServerResponse } from "node:http";
import { crc32 } from "node:zlib";

const [latencyMs = 20, faultsPercent = 20, retryAfter = 0.05] = process.argv.slice(2).map(Number);
export const USAGE = { input: 40, output: 7 };
const asked = new Map<number, number>();
const did = { whole: 0, "429": 0, "500": 0, hang: 0, cut: 0 };
type Deed = keyof typeof did;

const server = createServer((incoming, outgoing) => {
  if (incoming.url === "/seen") {
    outgoing.end(JSON.stringify(did));
    return;
  }
  const chunks: Buffer[] = [];
  incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
  incoming.on("end", () => {
    const number = Number(/Number (\d+)\./.exec(Buffer.concat(chunks).toString("utf8"))?.[1] ?? -1);
    const times = (asked.get(number) ?? 0) + 1;
    asked.set(number, times);
    setTimeout(() => answer(number, deedOf(number, times), outgoing), latencyMs);
  });
});

function deedOf(number: number, times: number): Deed {
  const draw = crc32(`${number} ${times}`) % 1000;
  const faults = faultsPercent * 10;
  if (times > 3 || draw >= faults) return "whole";
  const share = draw / faults;
  if (share < 0.5) return "429";
  if (share < 0.75) return "500";
  return share < 0.97 ? "cut" : "hang";
}

function answer(number: number, deed: Deed, outgoing: ServerResponse): void {
  did[deed]++;
  if (deed === "hang") return;
  if (deed === "429" || deed === "500") {
    outgoing.writeHead(Number(deed), {
      "content-type": "application/json",
      ...(deed === "429" ? { "retry-after": `${retryAfter}` } : {}),
    });
    outgoing.end(JSON.stringify({ error: { message: deed } }));
    return;
  }
  outgoing.writeHead(200, { "content-type": "text/event-stream" });
  outgoing.write(event({ choices: [{ index: 0, delta: { content: `n${number}` }, finish_reason: null }] }));
  if (deed === "cut") return void setTimeout(() => outgoing.destroy(), 5);
  outgoing.write(event({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] }));
  const usage = { prompt_tokens: USAGE.input, completion_tokens: USAGE.output };
  outgoing.end(`${event({ choices: [], usage })}data: [DONE]\n\n`);
}

const event = (part: object): string =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "chaos", ...part })}\n\n`;

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  console.log(typeof address === "object" && address !== null ? address.port : 0);
});
