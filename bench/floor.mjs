// The least a Node program can do for the same conversation: read the stream, run the call, send the next request.
// BASE_URL=http://127.0.0.1:PORT/v1 node floor.mjs PROMPT
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";

const agent = new Agent({ keepAlive: true });
const describe = (name, parameter) => ({
  type: "function",
  function: {
    name,
    description: name,
    parameters: { type: "object", properties: { [parameter]: { type: "string" } }, required: [parameter] },
  },
});
const tools = [describe("read_file", "path"), describe("shell", "command")];
const messages = [
  { role: "system", content: "You are a coding agent." },
  { role: "user", content: process.argv[2] },
];

function post(body) {
  return new Promise((resolve, reject) => {
    const options = { method: "POST", agent, headers: { "content-type": "application/json" } };
    request(`${process.env.BASE_URL}/chat/completions`, options, (response) => resolve(response.setEncoding("utf8")))
      .on("error", reject)
      .end(body);
  });
}

function runTool(name, input) {
  return name === "read_file"
    ? readFileSync(input.path, "utf8")
    : execFileSync("bash", ["-c", input.command], { encoding: "utf8" });
}

for (;;) {
  let rest = "";
  let text = "";
  let call;
  for await (const chunk of await post(JSON.stringify({ model: "mock", stream: true, messages, tools }))) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      if (!line.startsWith("data: {")) continue;
      const delta = JSON.parse(line.slice(6)).choices[0]?.delta;
      if (delta?.content) {
        text += delta.content;
        process.stdout.write(delta.content);
      }
      const part = delta?.tool_calls?.[0];
      if (part?.id) call = part;
      else if (part) call.function.arguments += part.function.arguments;
    }
  }
  messages.push({ role: "assistant", content: text, ...(call ? { tool_calls: [call] } : {}) });
  if (!call) break;
  const output = runTool(call.function.name, JSON.parse(call.function.arguments));
  messages.push({ role: "tool", tool_call_id: call.id, content: output });
}
process.stdout.write("\n");
agent.destroy();
