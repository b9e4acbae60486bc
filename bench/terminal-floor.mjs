// The least a Node program can do to show a streamed answer: read a line, ask, print what comes. Stays until it is ended.
//   BASE_URL=http://127.0.0.1:PORT/v1 node terminal-floor.mjs
import { request } from "node:http";

process.stdin.once("data", () => {
  const body = JSON.stringify({ model: "m", stream: true, messages: [{ role: "user", content: "go" }] });
  request(
    `${process.env.BASE_URL}/chat/completions`,
    { method: "POST", headers: { "content-type": "application/json" } },
    (response) => {
      let rest = "";
      response.setEncoding("utf8").on("data", (chunk) => {
        const lines = (rest + chunk).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines)
          if (line.startsWith("data: {"))
            process.stdout.write(JSON.parse(line.slice(6)).choices[0]?.delta.content ?? "");
      });
    },
  ).end(body);
});
process.stdout.write("> ");
