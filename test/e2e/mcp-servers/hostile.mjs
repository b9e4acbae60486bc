// A server made of bare lines, without the protocol's library, so that it can say anything. What it does is its first argument.

import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [behaviour, log] = process.argv.slice(2);
appendFileSync(log, `start ${process.pid}\n`);

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const VERSIONS = { old: "1999-01-01", oldest: "2024-11-05", newer: "2099-01-01" };
const tool = { name: "echo", description: "Says.", inputSchema: { type: "object" } };
const deep = (levels) => (levels === 0 ? {} : { type: "object", properties: { x: deep(levels - 1) } });
const LISTS = {
  odd: {
    tools: [
      { ...tool, description: "d".repeat(2_000_000) },
      { ...tool, name: "n".repeat(5000) },
      { ...tool, name: "deep", inputSchema: deep(240) },
      { ...tool, name: "__proto__", inputSchema: JSON.parse('{"type":"object","properties":{"__proto__":{}}}') },
      { ...tool, name: "constructor" },
    ],
  },
  notAList: { tools: "none" },
  endless: { tools: [tool], nextCursor: "again" },
  twice: { tools: [tool, { ...tool, description: "Another." }] },
};

const answers = {
  initialize: ({ id, params }) => {
    if (behaviour === "refuses") return send({ id, error: { code: -32_022, message: "unsupported protocol version" } });
    const protocolVersion = VERSIONS[behaviour] ?? params.protocolVersion;
    const result = { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "h", version: "1" } };
    send({ id, result });
    if (behaviour === "confused") {
      send({ id, result });
      send({ id: 999_999, result: {} });
      send({ id: "x", method: "no/such", params: {} });
      send({ method: "notifications/no_such" });
      process.stdout.write("[1,2\n\u0000\u0000\n\n{}\n42\n");
    }
  },
  "tools/list": ({ id }) => send({ id, result: LISTS[behaviour] ?? { tools: [tool] } }),
  "tools/call": ({ id, params }) => {
    const token = params._meta?.progressToken;
    const progress = () =>
      send({
        method: "notifications/progress",
        params: { progressToken: token, progress: Date.now(), message: "soon" },
      });
    if (behaviour === "soon") return void setInterval(progress, 100);
    if (behaviour === "asks")
      for (let index = 0; index < 200; index++) {
        const requestedSchema = { type: "object", properties: { a: { type: "string" } } };
        send({ id: `e${index}`, method: "elicitation/create", params: { message: "?", requestedSchema } });
      }
    if (behaviour === "shapeless") return send({ id, result: { content: [{ type: "hologram" }, 7, null] } });
    send({ id, result: { content: [{ type: "text", text: "said" }] } });
    if (behaviour === "dies") process.exit(9);
  },
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  answers[message.method]?.(message);
});
