import { afterEach, expect, test } from "vitest";
import { startOpenAiChat } from "./provider-servers/openai-chat.ts";
import type { WireServer } from "./provider-servers/wire-server.ts";
import { makePlace, type Place, runWaymark } from "./run-waymark.ts";

let place: Place;
let server: WireServer;
afterEach(async () => {
  await server.close();
  place.remove();
});

const LINES = 900;
const longFile = (name: string): string =>
  Array.from({ length: LINES }, (_, index) => `const ${name}_${index + 1} = ${index + 1};\n`).join("");

interface Message {
  readonly role: string;
  readonly content: string;
}

/** What a gateway that knows only texts is sent for each of these answers; one that two of a speaker in a row would break. */
async function requestsFor(answers: readonly string[], prompt: string): Promise<readonly (readonly Message[])[]> {
  const left = [...answers];
  place = makePlace({ "a.js": longFile("a"), "b.js": longFile("b") });
  server = await startOpenAiChat(() => ({ text: left.shift() ?? "nothing more" }));
  const flags = ["--strategy", "judge", "--permission-mode", "acceptEdits", "--allowedTools", "shell"];
  const run = await runWaymark(["-p", prompt, "-m", "openai-compatible/m", ...flags], {
    ...place,
    environment: { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`, OPENAI_COMPATIBLE_API_KEY: "k" },
  });
  expect([run.code, left], run.stderr).toEqual([0, []]);
  return server.requests.map(({ body }) => (JSON.parse(body) as { readonly messages: readonly Message[] }).messages);
}

const block = (path: string, search: string, replace: string): string =>
  `${path}\n<<<<<<< SEARCH\n${search}\n=======\n${replace}\n>>>>>>> REPLACE\n`;

test("a correction shows of a long file what is around the lines that the error names, and no file that fits", async () => {
  const fits = block("a.js", "const a_10 = 10;", "const a_10 = 0;");
  const wrong = block("b.js", "const b_499 = 499;\nconst b_500 = 5;", "const b_500 = 0;");
  const right = block("b.js", "const b_499 = 499;\nconst b_500 = 500;", "const b_500 = 0;");
  const requests = await requestsFor([`${fits}\n${wrong}`, `${fits}\n${right}`, "Done."], "set both to 0");
  const correction = requests[1]?.at(-1)?.content ?? "";
  expect(correction).toContain("b.js, each line after its number:\n… 478 more lines\n479\tconst b_479 = 479;");
  expect(correction).toContain("500\tconst b_500 = 500;");
  expect(correction).not.toContain("a.js, each line");
  expect(correction.match(/where "const b_500 = 5;" was expected/g), "the error is told once").toHaveLength(1);
  expect(correction.length).toBeLessThan(5_000);
});

test("a correction of an edit of a file that is not there says once that it is not", async () => {
  const requests = await requestsFor(
    [block("src/a.js", "const a_1 = 1;", "const a_1 = 0;"), "NO CHANGE: never mind"],
    "set it to 0",
  );
  const correction = requests[1]?.at(-1)?.content ?? "";
  expect(correction).toContain("There is a.js.");
  expect(correction, "what mends another error is not told").not.toMatch(/context lines|Usual causes/);
  expect(correction.match(/src\/a\.js/g)).toHaveLength(1);
});

test("of several calls in one answer the correction tells which were done and which were not", async () => {
  const call = (name: string, input: object): string =>
    `<tool_call>\n${JSON.stringify({ name, arguments: input })}\n</tool_call>\n`;
  const edit = (path: string, from: string, to: string): string =>
    call("edit_file", { path, old_string: from, new_string: to });
  const first =
    edit("a.js", "const a_10 = 10;", "const a_10 = 0;") +
    edit("b.js", "const b_10 = 11;", "const b_10 = 0;") +
    call("shell", { command: "cp b.js made" });
  const read = call("read_file", { path: "a.js", limit: 20 }) + call("read_file", { path: "b.js", limit: 20 });
  const requests = await requestsFor(
    [read, first, edit("b.js", "const b_10 = 10;", "const b_10 = 0;"), "Done."],
    "set 10 to 0",
  );
  const correction = requests[2]?.at(-1)?.content ?? "";
  expect(correction).toContain(
    "The calls of your reply, of which what is done stays done:\n1. edit_file a.js: done\n2. edit_file b.js: rejected, to be corrected\n3. shell: Not run, because the edit before it, call 2 of this reply, was not made, and this may read or touch b.js.",
  );
  expect(correction).toContain("Send the whole corrected edit, and nothing that was done.");
});

test("a block for a shell beside a call is told to the model as not run", async () => {
  const call = '<tool_call>\n{"name": "read_file", "arguments": {"path": "a.js", "limit": 1}}\n</tool_call>';
  const requests = await requestsFor(
    [`${call}\n\n\`\`\`bash\nwc -l a.js\n\`\`\``, "It begins with a_1."],
    "how does a.js begin?",
  );
  expect(requests[1]?.at(-1)?.content).toMatch(/const a_1 = 1;[\s\S]*The block for a shell was not run/);
});

test("speakers take turns, also where a judge read a call out of an answer", async () => {
  const judged = { needs_tools: true, tool_calls: [{ name: "shell", args: { command: "wc -l a.js" } }], reasoning: "" };
  const answers = ["```bash\nwc -l a.js\n```", JSON.stringify(judged), "NO CHANGE: it has 900 lines."];
  const requests = await requestsFor(answers, "fix the length of a.js to 900 lines");
  expect(requests.map((messages) => messages.map(({ role }) => role))).toEqual([
    ["system", "user"],
    ["system", "user"],
    ["system", "user", "assistant", "user"],
  ]);
  expect(requests[2]?.[2]?.content).toMatch(/wc -l a\.js\n```\n\n<tool_call>/);
  expect(requests[2]?.[3]?.content).toContain("900 a.js");
});

test("what an answer said behind its call stands behind it in what the model is sent again", async () => {
  const call = '<tool_call>\n{"name":"read_file","arguments":{"path":"a.js","limit":1}}\n</tool_call>';
  const requests = await requestsFor([`I look.\n${call}\nThen I answer.`, "With a_1."], "how does a.js begin?");
  expect(requests[1]?.at(-2)?.content.replaceAll(/\n+/g, "\n")).toBe(`I look.\n${call}\nThen I answer.`);
});
