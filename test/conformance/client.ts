// The client that the conformance runner of the Model Context Protocol starts: the built program, used as a person would. It adds the
// server, logs in where that is wanted (the browser is a fetch), and has the scripted model call every tool once.
//   node test/conformance/client.ts SERVER-URL

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { makePlace, runWaymark, startWaymark } from "../e2e/run-waymark.ts";

interface ListedTool {
  readonly name: string;
  readonly schema: { readonly properties?: Readonly<Record<string, { readonly type?: string }>> };
}

const url = process.argv.at(-1) ?? "";
const context = JSON.parse(process.env["MCP_CONFORMANCE_CONTEXT"] ?? "{}") as Readonly<Record<string, string>>;
const LOGINS_MAX = 3;
const place = makePlace();
try {
  const added = await runWaymark(["mcp", "add-json", "c", JSON.stringify({ url, ...oauth() })], place);
  if (added.code !== 0) throw new Error(added.stderr);
  await use();
} finally {
  place.remove();
}

/** Goes on after each login that the server wants. */
async function use(): Promise<void> {
  for (let logins = 0; ; logins++) {
    const said = await callAll();
    console.error(said);
    if (!said.includes("waymark mcp login c")) return;
    if (logins === LOGINS_MAX || !(await login())) process.exit(1);
  }
}

/** What a person was told beforehand, as settings. */
function oauth(): object {
  const { client_id: clientId, client_secret: clientSecret, private_key_pem: privateKey } = context;
  const algorithm = context["signing_algorithm"];
  const grant = context["name"]?.includes("client-credentials") ? { grant: "client_credentials" } : {};
  const clientMetadataUrl = "https://conformance-test.local/client-metadata.json";
  return { oauth: { clientId, clientSecret, privateKey, algorithm, clientMetadataUrl, ...grant } };
}

async function login(): Promise<boolean> {
  const child = startWaymark(["mcp", "login", "c"], place);
  let shown = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    shown += chunk.toString();
    const page = /Open (\S+)\n/.exec(shown)?.[1];
    if (page === undefined) return;
    shown = "";
    console.error(`open ${page}`);
    void fetch(page).catch((error) => console.error(error));
  });
  const code = await new Promise((done) => child.once("close", done));
  if (code !== 0) console.error(shown);
  return code === 0;
}

/** @returns all that was said */
async function callAll(): Promise<string> {
  const got = await runWaymark(["mcp", "get", "c", "--json"], place);
  if (got.code !== 0) return got.stderr;
  const { tools } = JSON.parse(got.stdout) as { readonly tools: readonly ListedTool[] };
  const calls = tools.map(({ name, schema }) => ({ name: `mcp__c__${name}`, input: inputFor(schema) }));
  const script = join(place.home, "script.json");
  writeFileSync(script, JSON.stringify([...calls.map((call) => ({ calls: [call] })), { text: "Done." }]));
  return converse(["-m", `scripted/${script}`, "--allowedTools", "mcp__c"]);
}

/** One prompt; whatever a server asks is agreed to, and nothing is filled in. */
async function converse(flags: readonly string[]): Promise<string> {
  const form = ["--input-format", "stream-json", "--output-format", "stream-json"];
  const child = startWaymark(["-p", ...form, ...flags], place);
  const said: string[] = [];
  const send = (message: object): unknown => child.stdin?.write(`${JSON.stringify(message)}\n`);
  if (child.stdout === null) throw new Error("no output");
  createInterface({ input: child.stdout }).on("line", (line) => {
    said.push(line);
    const { type, request_id: id } = JSON.parse(line) as Readonly<Record<string, unknown>>;
    const response = { subtype: "success", request_id: id, response: { action: "accept", content: {} } };
    if (type === "control_request") send({ type: "control_response", response });
    if (type === "result") child.stdin?.end();
  });
  child.stderr?.on("data", (chunk: Buffer) => said.push(chunk.toString()));
  send({ type: "user", message: { role: "user", content: "use them" } });
  await new Promise((done) => child.once("close", done));
  return said.join("\n");
}

function inputFor({ properties = {} }: ListedTool["schema"]): object {
  return Object.fromEntries(
    Object.entries(properties).map(([name, { type }]) => [name, type === "number" ? 5 : "five"]),
  );
}
