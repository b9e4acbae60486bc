import { describe, expect, test } from "vitest";
import { type Random, randomOf } from "../../../../test/random.ts";
import { askedFor } from "../../../core/prompts/asks-for-change.ts";
import { TOOLS } from "../../../tools/index.ts";
import { textReader } from "./text-reader.ts";

// Answers by generator, on either side of the line: what leads to a block that ends the answer is a step, all else is for the person.

const RUNS = Number(process.env["WAYMARK_FUZZ"] ?? 600);
const SEED = Number(process.env["WAYMARK_SEED"] ?? 20_262);

const read = (prompt: string, text: string) =>
  textReader.read(text, TOOLS, { edits: false, asked: askedFor(prompt) }).then(({ kind }) => kind);

const DEEDS = [
  "fix the rounding in total.mjs",
  "The total must not be rounded.",
  "Could you make the tests pass?",
  "go on",
  "run the tests and mend what fails",
  "corrija o total",
  "pode corrigir o total?",
  "Behebe den Fehler in total.mjs",
  "apply this patch to the folder",
];
const QUESTIONS = [
  "where is the total made?",
  "what does total.mjs do?",
  "explain the rounding",
  "por que o teste falha?",
];
const TEXTS = [
  "show me a diff that mends the total",
  "How would you fix the rounding?",
  "how do I run the tests?",
  "write a patch for the rounding, but do not apply it",
  "give me the command that runs the tests",
  "como eu rodo os testes?",
  "mostre um exemplo de chamada de ferramenta",
  "what will you do first?",
  "Without changing anything: what is wrong with the rounding?",
  "answer with a unified diff",
];
const LEADS = [
  "",
  "",
  "Here is the fix:",
  "The loop begins one too late. I mend it now.",
  "I'll fix this.",
  "Segue a correção:",
  "I read total.mjs; the index is wrong.\n\nNow the change:",
  "**total.mjs**",
];
const TALES = [
  "I have changed total.mjs like this:",
  "You can run it with:",
  "This is what it would look like:",
  "For example:",
  "One option is this:",
  "I suggest the following:",
  "Corrigi o arquivo assim:",
];
const TAILS = [
  "This keeps the first price in the sum.",
  "Tell me if this is what you want.",
  "- the first line is the old one\n- the second is the new one",
  "All tests pass now.",
  "Isso corrige a soma.",
];

const fence = (label: string, body: string): string => `\`\`\`${label}\n${body}\n\`\`\``;

function diffOf(random: Random): string {
  const [old, put] = [
    random.pick(["let index = 1;", "  return a;", "x"]),
    random.pick(["let index = 0;", "  return b;", "y"]),
  ];
  const hunk = `@@ -1,2 +1,2 @@\n first line\n-${old}\n+${put}`;
  return random.pick([
    fence("diff", `--- a/total.mjs\n+++ b/total.mjs\n${hunk}`),
    fence("patch", `diff --git a/total.mjs b/total.mjs\n--- a/total.mjs\n+++ b/total.mjs\n${hunk}`),
    `--- a/total.mjs\n+++ b/total.mjs\n${hunk}`,
    `*** Begin Patch\n*** Update File: total.mjs\n@@\n first line\n-${old}\n+${put}\n*** End Patch`,
    fence("", `*** Begin Patch\n*** Add File: new.mjs\n+${put}\n*** End Patch`),
    `total.mjs\n<<<<<<< SEARCH\n${old}\n=======\n${put}\n>>>>>>> REPLACE`,
    `total.mjs\n${fence("", `<<<<<<< SEARCH\n${old}\n=======\n${put}\n>>>>>>> REPLACE`)}`,
    fence("json", JSON.stringify({ path: "total.mjs", old_string: old, new_string: put })),
    fence("diff", "-let a\n+let b"),
  ]);
}

const OTHERS: readonly (readonly [string, object])[] = [
  ["bash", { command: "npm test" }],
  ["Bash", { command: "npm test", timeout: 1000 }],
  ["read", { file_path: "total.mjs" }],
  ["str_replace", { path: "total.mjs", old_str: "a", new_str: "b" }],
  ["run_shell_command", { command: "npm test" }],
  ["Grep", { pattern: "total" }],
];

function otherCall(random: Random): string {
  const [name, given] = random.pick(OTHERS);
  const keys = random.pick([
    ["name", "arguments"],
    ["tool", "input"],
    ["name", "parameters"],
  ]);
  return JSON.stringify({ [keys[0] ?? ""]: name, [keys[1] ?? ""]: given }, null, random.pick([0, 2]));
}

function brokenCall(random: Random): string {
  const name = random.pick(["read_file", "bash", "shell", "str_replace", "edit_file"]);
  return random.pick([
    `{"name": "${name}", "arguments": {"path": "total.mjs"`,
    `{"name": "${name}", "arguments": {"command": "grep "a" b"}}`,
    `{"name": "${name}", "arguments": {"path": "total.mjs", }}}`.replace(", }}}", ', "offset": }}'),
  ]);
}

const unknownCall = (random: Random): string =>
  JSON.stringify({ name: random.pick(["count_words", "lint-file", "listFunctions"]), arguments: { path: "a" } });
const shellBlock = (random: Random): string =>
  fence(random.pick(["bash", "sh", "shell", "console"]), random.pick(["npm test", "cd src\nls -la", "$ make all"]));
const announcement = (random: Random): string =>
  random.pick([
    "Now I will run the tests:",
    "Let me read total.mjs:",
    "I found the place.\n\nNext, I'm going to apply the change:",
    "The sum is wrong at its first price. Let me fix it:",
    "Running the tests now:",
    "Agora vou executar os testes:",
    "I'll run the tests to see it:",
  ]);
const led = (lead: string, block: string): string => (lead === "" ? block : `${lead}\n\n${block}`);

describe("an answer that is a step", () => {
  const makers: readonly [string, (random: Random) => string, readonly string[]][] = [
    ["calls or broken", diffOf, DEEDS],
    ["calls", (random) => fence(random.pick(["json", "", "tool_call"]), otherCall(random)), [...DEEDS, ...QUESTIONS]],
    [
      "broken or calls",
      (random) => fence(random.pick(["json", "", "tool_call"]), brokenCall(random)),
      [...DEEDS, ...QUESTIONS],
    ],
    ["broken", (random) => fence("json", unknownCall(random)), DEEDS],
    ["broken", shellBlock, [...DEEDS, ...QUESTIONS]],
  ];
  test("is read as its calls, or the model is told", async () => {
    const random = randomOf(SEED);
    for (let run = 0; run < RUNS; run++) {
      const [kinds, make, prompts] = random.pick(makers);
      const [prompt, text] = [random.pick(prompts), led(random.pick(LEADS), make(random))];
      expect(kinds.split(" or "), `seed ${SEED}\n${prompt}\n---\n${text}`).toContain(await read(prompt, text));
    }
  });
  test("is told of where it is only announced", async () => {
    const random = randomOf(SEED);
    for (let run = 0; run < RUNS / 4; run++) {
      const [prompt, text] = [random.pick([...DEEDS, ...QUESTIONS]), announcement(random)];
      expect(await read(prompt, text), `${prompt}\n---\n${text}`).toBe("unsure");
    }
  });
});

describe("an answer for a person", () => {
  const blocks = [diffOf, shellBlock, (random: Random) => fence("json", unknownCall(random))];
  const any = [...DEEDS, ...QUESTIONS, ...TEXTS];
  const writers: readonly ((random: Random) => readonly [string, string])[] = [
    (random) => [random.pick(TEXTS), led(random.pick(LEADS), random.pick(blocks)(random))],
    (random) => [random.pick(any), `${led(random.pick(LEADS), random.pick(blocks)(random))}\n\n${random.pick(TAILS)}`],
    (random) => [random.pick(any), led(random.pick(TALES), random.pick(blocks)(random))],
    (random) => [random.pick(QUESTIONS), led(random.pick(LEADS), diffOf(random))],
    (random) => [
      random.pick(any),
      led(random.pick(LEADS), fence(random.pick(["ts", "python", "cobol", "json"]), '{"a": 1}')),
    ],
    (random) => [
      random.pick(any),
      `${random.pick(TAILS)} ${random.pick(["I will need your word before I go on.", "Shall I run the tests?", "Done.", "The files are:\n\n- total.mjs\n- total.test.mjs"])}`,
    ],
    (random) => [
      random.pick(any),
      `# What I found\n\n${random.pick(TAILS)}\n\n${random.pick(blocks)(random)}\n\n${random.pick(TAILS)}`,
    ],
  ];
  test("is left alone", async () => {
    const random = randomOf(SEED + 1);
    for (let run = 0; run < RUNS; run++) {
      const [prompt, text] = random.pick(writers)(random);
      expect(await read(prompt, text), `seed ${SEED}\n${prompt}\n---\n${text}`).toBe("answer");
    }
  });
});

describe("what a prompt asks for", () => {
  test.each([
    ...DEEDS.map((prompt) => [prompt, "deed"] as const),
    ...QUESTIONS.map((prompt) => [prompt, "answer"] as const),
    ...TEXTS.map((prompt) => [prompt, "text"] as const),
    ["fix the total and show me the diff", "deed"],
    ["Create an example configuration in examples/", "deed"],
    ["why does the command fail?", "answer"],
    ["", "deed"],
  ] as const)("%s", (prompt, asked) => expect(askedFor(prompt)).toBe(asked));
});
