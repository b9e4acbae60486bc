import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { inTurn } from "../rounds.ts";
import { startOpenAiChat } from "./provider-servers/openai-chat.ts";
import type { WireReply, WireServer } from "./provider-servers/wire-server.ts";
import { makePlace, type Place, runWaymark } from "./run-waymark.ts";

// A model that has tools and writes its step as text: the step is taken, or the model is told once; an answer stays an answer.

let place: Place | undefined;
let server: WireServer | undefined;
afterEach(async () => {
  await server?.close();
  place?.remove();
});

const BEFORE = "alpha\nbeta\ngamma\n";
const AFTER = "alpha\ndelta\ngamma\n";
const FLAGS = ["--permission-mode", "acceptEdits", "--allowedTools", "shell"];
const DONE: WireReply = { text: "Done." };
const fence = (label: string, body: string): string => `\`\`\`${label}\n${body}\n\`\`\``;
const EXAMPLES = {
  "JSON in a fence": fence("json", '{"name": "shell",\n "arguments": {"command": "touch made"}}'),
  "a frame of its own": '<tool_call>{"name": "shell", "arguments": {"command": "touch made"}}</tool_call>',
  "another agent's name": fence("json", '{"name": "Bash", "arguments": {"command": "touch made"}}'),
};
const README = `# Calls\n\nAn example:\n\n${Object.values(EXAMPLES).join("\n\n")}\n`;

/** What the model was told after each answer, by its last message. */
async function play(prompt: string, answers: readonly (string | WireReply)[], flags: readonly string[] = FLAGS) {
  place = makePlace({ "notes.txt": BEFORE, "README.md": README });
  const left = answers.map((answer) => (typeof answer === "string" ? { text: answer } : answer));
  server = await startOpenAiChat(() => left.shift() ?? DONE);
  const run = await runWaymark(["-m", "openai-compatible/m", "-p", prompt, ...flags], {
    ...place,
    environment: { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`, OPENAI_COMPATIBLE_API_KEY: "k" },
  });
  const told = server.requests.slice(1).map(({ body }) => String(JSON.parse(body).messages.at(-1).content));
  return {
    run,
    told,
    file: readFileSync(join(place.cwd, "notes.txt"), "utf8"),
    isMade: existsSync(join(place.cwd, "made")),
  };
}
const DIFF = "--- a/notes.txt\n+++ b/notes.txt\n@@ -1,3 +1,3 @@\n alpha\n-beta\n+delta\n gamma";
const PATCH = "*** Begin Patch\n*** Update File: notes.txt\n@@\n alpha\n-beta\n+delta\n*** End Patch";
const BLOCK = "notes.txt\n<<<<<<< SEARCH\nbeta\n=======\ndelta\n>>>>>>> REPLACE";
const jsonCall = (name: string, input: object): string => JSON.stringify({ name, arguments: input });

describe("an answer that is an edit and nothing else is made, where a change may be meant", () => {
  test.each(
    inTurn(2, [
      ["a fenced diff", fence("diff", DIFF)],
      ["a diff behind words that lead to it", `The third word is wrong. Here is the fix:\n\n${fence("diff", DIFF)}`],
      ["a bare patch envelope", PATCH],
      ["a search and replace block", BLOCK],
      ["a replacement in JSON", fence("json", '{"path": "notes.txt", "old_string": "beta", "new_string": "delta"}')],
    ]),
  )("%s", async (_, answer) => {
    const { run, told, file } = await play("replace beta by delta in notes.txt", [answer]);
    expect([run.code, file]).toEqual([0, AFTER]);
    expect(told).toEqual([expect.stringMatching(/^Edited notes\.txt \(\+1 -1 lines/)]);
  });
});

describe("a call that stands in what a tool has shown is a quote", () => {
  const read: WireReply = { calls: [{ name: "read_file", input: { path: "README.md" } }] };
  const quotes = Object.entries(EXAMPLES).map(
    ([form, example]) => [form, `The file holds this example:\n\n${example}`] as const,
  );

  test.each(inTurn(1, [...quotes]))("%s, in reply to a question: an answer", async (_, quote) => {
    const { told, isMade } = await play("What does README.md say?", [read, quote]);
    expect([told.length, isMade]).toEqual([1, false]);
  });

  test.each(inTurn(1, quotes.slice(0, 2)))(
    "%s, where something is to be done: made once the model says that it means it",
    async (form, quote) => {
      const { told, isMade } = await play("create the file that README.md names", [
        read,
        quote,
        EXAMPLES[form as keyof typeof EXAMPLES],
      ]);
      expect(told[1]).toContain("stands in what you were shown");
      expect([told.length, isMade]).toEqual([3, true]);
    },
  );

  test("a model without native calls is told, too", async () => {
    const text = ["--config", "providers.openai-compatible.nativeTools=false"];
    const look = '<tool_call>{"name": "read_file", "arguments": {"path": "README.md"}}</tool_call>';
    const { told, isMade } = await play("What does README.md say?", [look, quotes[1]?.[1] ?? ""], [...FLAGS, ...text]);
    expect(told[1]).toContain("stands in what you were shown");
    expect(isMade).toBe(false);
  });

  test("what no file holds is made at once", async () => {
    const { isMade } = await play("create the file that README.md names", [
      read,
      fence("json", jsonCall("shell", { command: "printf x > made" })),
    ]);
    expect(isMade).toBe(true);
  });
});

describe("an edit that is shown and not meant stays text", () => {
  test.each(
    inTurn(2, [
      ["one that was asked to be seen", "show me a diff that replaces beta by delta", fence("diff", DIFF)],
      ["one asked for by a question", "how would you replace beta by delta?", `${fence("diff", DIFF)}`],
      [
        "one that is explained",
        "replace beta by delta",
        `${fence("diff", DIFF)}\n\nThis replaces the second word, which was wrong.`,
      ],
      ["one that is told as an option", "replace beta by delta", `You could apply this:\n\n${fence("diff", DIFF)}`],
    ]),
  )("%s", async (_, prompt, answer) => {
    const { told, file } = await play(prompt, [answer]);
    expect([told, file]).toEqual([[], BEFORE]);
  });

  test("one in plan mode", async () => {
    const { told, file } = await play("replace beta by delta", [fence("diff", DIFF)], ["--permission-mode", "plan"]);
    expect([told, file]).toEqual([[], BEFORE]);
  });

  test("one that tells of what was done", async () => {
    const edit = { name: "edit_file", input: { path: "notes.txt", old_string: "beta", new_string: "delta" } };
    const { told, file } = await play("replace beta by delta", [{ calls: [edit] }, fence("diff", DIFF)]);
    expect([told.length, file]).toEqual([1, AFTER]);
  });
});

test("an edit in text is asked about like any other, and a rule keeps its word", async () => {
  const { run, told, file } = await play("replace beta by delta", [PATCH], ["--disallowedTools", "Edit(notes.txt)"]);
  expect([run.code, file]).toEqual([1, BEFORE]);
  expect(told).toEqual([expect.stringContaining("Not allowed: ")]);
});

test("an edit in text that does not fit is told once; sent again as it was, the run ends and says what was not done", async () => {
  const wrong = fence("diff", DIFF.replace("-beta", "-zeta"));
  const { run, told, file } = await play("replace beta by delta", [wrong, wrong, "never asked"]);
  expect(told).toEqual([expect.stringContaining("notes.txt")]);
  expect(file).toBe(BEFORE);
  expect(run.stderr).toContain("nothing of it was done");
});

describe("a fenced call by another agent's name is a call", () => {
  test.each(
    inTurn(2, [
      ["bash", fence("json", jsonCall("bash", { command: "cat notes.txt" }))],
      ["the label of the fence", fence("bash", '{"command": "cat notes.txt"}')],
      ["read", fence("", jsonCall("Read", { file_path: "notes.txt" }))],
      ["shell", `I look at it first.\n\n${fence("json", jsonCall("shell", { command: "cat notes.txt" }))}`],
    ]),
  )("%s", async (_, answer) => {
    const { told } = await play("look at notes.txt and tell me the second word", [answer]);
    expect(told).toEqual([expect.stringContaining("beta")]);
  });

  test("str_replace", async () => {
    const input = { path: "notes.txt", old_str: "beta", new_str: "delta" };
    const { file } = await play("replace beta by delta", [fence("json", jsonCall("str_replace", input))]);
    expect(file).toBe(AFTER);
  });
});

describe("what was meant as a step and cannot be read is told once, with what to do", () => {
  test.each(
    inTurn(3, [
      ["broken JSON", fence("json", '{"name": "read_file", "arguments": {"path": "notes.txt"'), /call/i],
      [
        "quotes that end a text",
        fence("json", '{"name": "shell", "arguments": {"command": "grep "beta" notes.txt"}}'),
        /call/i,
      ],
      [
        "a tool that nobody has",
        fence("json", jsonCall("count_words", { path: "notes.txt" })),
        /no tool "count_words"/,
      ],
      ["a block for a shell", fence("bash", "cat notes.txt"), /call shell/],
      ["a step that is announced", "I have found the place in notes.txt. Now I will run the tests:", /call/],
      ["nothing but an announcement", "Let me search for the word.", /call/],
      ["one that ends in a full stop", "The quotes are different. Now I will correct the edit and apply it.", /call/],
      ["an announcement in Portuguese", "Encontrei o erro. Agora vou executar os testes:", /call/],
    ]),
  )("%s", async (_, answer, says) => {
    const { run, told } = await play("replace the wrong word in notes.txt", [answer, answer, "never asked"]);
    expect(told).toEqual([expect.stringMatching(says)]);
    expect(run.stderr).toContain("nothing of it was done");
  });

  test("a step that is announced after a call that failed", async () => {
    const run = { calls: [{ name: "shell", input: { command: "touch made.txt" } }] };
    const missing = { calls: [{ name: "read_file", input: { path: "note.txt" } }] };
    const { told } = await play("mend notes.txt", [
      run,
      missing,
      "It has another name. I will read it now.",
      "It is fine.",
    ]);
    expect(told).toEqual([expect.anything(), expect.anything(), expect.stringMatching(/call/)]);
  });

  test("told again after a call was made", async () => {
    const look = { calls: [{ name: "read_file", input: { path: "notes.txt" } }] };
    const { told } = await play("mend notes.txt", [
      "Let me run the tests:",
      look,
      "Let me run the tests:",
      "It is fine.",
    ]);
    expect(told).toHaveLength(3);
  });
});

test("an answer that says that it was done, where nothing was, is asked for it once", async () => {
  const { told, file } = await play("replace beta by delta", [
    "Done. I replaced it.",
    "Done. I replaced it.",
    "never asked",
  ]);
  expect(told).toEqual([expect.stringContaining("nothing was changed")]);
  expect(file).toBe(BEFORE);
});

describe("an answer for a person is left alone", () => {
  test.each(
    inTurn(3, [
      ["how do I list the files?", fence("bash", "ls -la")],
      ["show me what a tool call looks like", fence("json", jsonCall("count_words", { path: "a" }))],
      ["write a launch configuration", fence("json", '{"name": "Launch Program", "args": ["--fast"], "type": "node"}')],
      ["mend notes.txt", "The second word was wrong, and now it is delta. I will need your word before I go on."],
      ["mend notes.txt", "It has already been corrected. I will run the tests once you have committed it."],
      ["mend notes.txt", "Everything is as it should be. Let me know if you want more."],
      ["what will you do next?", "I will read the notes."],
      [
        "explain the notes",
        "The notes say:\n\n- alpha\n- beta\n\nRun this to see them:\n\n```bash\ncat notes.txt\n```\n\nThat is all.",
      ],
    ]),
  )("%s", async (prompt, answer) => {
    const { told } = await play(prompt, [answer]);
    expect(told).toEqual([]);
  });
});
