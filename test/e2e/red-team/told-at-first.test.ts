import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { startOpenAiChat } from "../provider-servers/openai-chat.ts";
import { makePlace, type Place, putFiles, runWaymark } from "../run-waymark.ts";

const VALUE = "quagga-zebra-4711-okapi-XyZ";
const FORM = `ghp_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8".slice(0, 36)}`;

/** A server of tools that tells of itself what nobody else should hear. */
const SERVER = `
import { createInterface } from "node:readline";
const secret = ${JSON.stringify(VALUE)};
const inputSchema = { type: "object", properties: { to: { type: "string", description: secret, enum: [secret, "b"], default: secret } } };
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const capabilities = { tools: {} };
  const result = method === "initialize"
    ? { protocolVersion: params.protocolVersion, capabilities, serverInfo: { name: "s", version: "1" } }
    : { tools: [{ name: "dial", description: "Dials " + secret, inputSchema }] };
  process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result }) + "\\n");
});`;

let place: Place | undefined;
afterEach(() => place?.remove());

test("what every request begins with, and the log of it, holds no secret", async () => {
  const agent = `---\nname: helper\ndescription: helps with ${VALUE} and ${FORM}\n---\nSay ${VALUE} and ${FORM}.\n`;
  place = makePlace({ "a.txt": "x\n", [`${VALUE}.md`]: "# t\n", ".waymark/agents/helper.md": agent });
  const { cwd, home } = place;
  execFileSync("git", ["init", "-q", "-b", `try-${VALUE}`, cwd]);
  const server = join(home, "server.mjs");
  const mcpServers = { s: { command: process.execPath, args: [server] } };
  putFiles(home, { "server.mjs": SERVER, "waymark/config/config.json": JSON.stringify({ mcpServers }) });
  const bodies: string[] = [];
  const model = await startOpenAiChat(({ body }, index) => {
    bodies.push(body);
    const call = { name: "task", input: { agent: "helper", prompt: "go" } };
    return index === 0 ? { calls: [call] } : { text: "done" };
  });
  await runWaymark(["-p", "go", "-m", "openai-compatible/m", "--trust"], {
    cwd,
    home,
    environment: {
      OPENAI_COMPATIBLE_BASE_URL: `${model.url}/v1`,
      OPENAI_COMPATIBLE_API_KEY: "key-of-the-red-team",
      BANK_API_KEY: VALUE,
    },
  }).finally(() => model.close());
  const all = bodies.join("\n");
  expect(all).toContain("helps with [redacted");
  expect(all).toContain("try-[redacted");
  expect(all).toContain("Dials [redacted");
  expect(all).toContain("# Your part\\nSay [redacted");
  const logs = filesBelow(join(home, "waymark", "state")).map((path) => readFileSync(path, "utf8"));
  expect(logs.join("\n")).toContain("session-start");
  for (const secret of [VALUE, FORM]) {
    expect(all).not.toContain(secret);
    expect(logs.join("\n")).not.toContain(secret);
  }
});

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
  );
