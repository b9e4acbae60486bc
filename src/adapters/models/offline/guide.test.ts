import { expect, test } from "vitest";
import { createToolBench } from "../../../../test/tool-context.ts";
import { projectHistory } from "../../../core/context/project-history.ts";
import type { ModelMessage, ModelPart } from "../../../core/ports/model.ts";
import type { RecordedEvent } from "../../../core/protocol/event.ts";
import { findPassages } from "../../../tools/search/find-passages.ts";
import { createGuide } from "./guide.ts";

type Files = Readonly<Record<string, string>>;

const README: Files = { "README.md": "# Scales\n\nWeighs boats in the harbour." };

/** Plays the guide against a folder, as the loop would. */
async function play(
  prompt: string,
  files: Files = README,
): Promise<{ text: string; steps: number; unanswered: unknown }> {
  return playBehind([{ role: "user", text: prompt }], files);
}

async function playBehind(
  before: readonly ModelMessage[],
  files: Files,
): Promise<{ text: string; steps: number; unanswered: unknown }> {
  const messages: ModelMessage[] = [...before];
  const tools = ["find_files", "read_file", "search_code", "find_passages"].map((name) => ({
    name,
    description: "",
    schema: {},
  }));
  for (let steps = 1; ; steps++) {
    const parts: ModelPart[] = [];
    const request = { system: "", messages, tools, sessionId: "s" };
    for await (const part of createGuide().step(request, new AbortController().signal)) parts.push(part);
    const end = parts.at(-1);
    if (end?.type !== "end") throw new Error("no end");
    const calls = end.content.flatMap((part) => (part.kind === "call" ? [part.call] : []));
    const text = end.content.flatMap((part) => (part.kind === "text" ? [part.text] : [])).join("");
    if (calls.length === 0) return { text, steps, unanswered: end.unanswered };
    const results = await Promise.all(
      calls.map(async ({ id, name, input }) => ({ callId: id, name, ...(await found(name, input, files)) })),
    );
    messages.push({ role: "assistant", content: end.content }, { role: "tool", results });
  }
}

/** Passages are found by the tool itself, in a folder with these files. */
async function found(name: string, input: unknown, files: Files): Promise<{ text: string; failed: boolean }> {
  if (name !== "find_passages") return lookUp(name, input as Readonly<Record<string, unknown>>, files);
  const bench = createToolBench(files);
  try {
    return { text: (await bench.run(findPassages, input)).text, failed: false };
  } finally {
    await bench.close();
  }
}

function lookUp(
  name: string,
  input: Readonly<Record<string, unknown>>,
  files: Files,
): { text: string; failed: boolean } {
  const path = String(input["path"] ?? "");
  if (name === "find_files") return { text: Object.keys(files).join("\n"), failed: false };
  if (name === "search_code") return { text: searched(input, files), failed: false };
  const lines = files[path]?.split("\n") ?? [];
  const from = Number(input["offset"] ?? 1);
  const numbered = lines.map((line, index) => `${index + 1}\t${line}`).slice(from - 1);
  return { text: numbered.join("\n"), failed: files[path] === undefined };
}

/** A search of the same words and endings as the tool's, without its other settings. */
function searched(input: Readonly<Record<string, unknown>>, files: Files): string {
  const source = String(input["pattern"]);
  const pattern = new RegExp(
    input["literal"] ? source.replace(/\W/g, "\\$&") : source,
    input["ignore_case"] ? "i" : "",
  );
  const endings = /\*\.\{?([\w,]+)\}?$/.exec(String(input["glob"] ?? ""))?.[1]?.split(",");
  const place = String(input["path"] ?? "");
  const found = Object.entries(files).flatMap(([path, text]) => {
    const isSearched =
      path.startsWith(place === "." ? "" : place) &&
      (!endings || endings.some((ending) => path.endsWith(`.${ending}`)));
    const rows = text.split("\n").flatMap((line, index) => (pattern.test(line) ? [`${index + 1}:${line}`] : []));
    return isSearched && rows.length > 0 ? [[path, ...rows].join("\n")] : [];
  });
  return found.length > 0 ? found.join("\n\n") : "No match.";
}

const LIBRARY: Files = {
  "README.md": "# boxes\n\nKeeps things in boxes.\n\n## Adding\n\nCall `add` with an item and a lid.",
  "package.json":
    '{\n  "name": "boxes",\n  "license": "MIT",\n  "scripts": {\n    "test": "node --test"\n  },\n  "dependencies": {\n    "string-width": "^7.0.0"\n  }\n}',
  "source/box.ts":
    "export function add(item: string): void {\n  if (item === '') throw new Error('empty item');\n  lid.close();\n}\nexport class Box {}\nconst home = process.env.BOX_HOME;\n// TODO count lids",
  "source/lid.ts": "export function close(): number {\n  const weight = 2 * 3;\n  return weight;\n}",
  "test/box.test.ts": "test('an item is added', () => {});\ntest('a lid closes', () => {});",
  ".github/workflows/ci.yml": "name: CI\non:\n  push:\njobs:\n  test:\n    steps:\n      - run: npm test",
};

test("what it says rests on what the calls gave back, with the lines, and is said alike each time", async () => {
  const first = await play("what is this project?");
  expect(first.text).toContain("Scales: Weighs boats in the harbour. (README.md:1-3)");
  expect(await play("what is this project?")).toEqual(first);
});

test("a name that is nowhere is said to be nowhere", async () => {
  const { text, unanswered } = await play("who calls zorp_mangle?");
  expect(text).toContain("Nothing in this folder is named zorp_mangle.");
  expect(unanswered).toBe("question");
});

test("a change is not made, and what else was asked is answered", async () => {
  expect((await play("rename total to sum")).unanswered).toBe("change");
  expect((await play("what is this project? who calls zorp_mangle?")).text).toMatch(/Scales[\s\S]*zorp_mangle/);
});

test("of a long question the beginning is read and the rest is told; what is given with a question is not counted", async () => {
  const told = (text: string): readonly string[] => text.match(/I read the first .*/g) ?? [];
  const rest = (count: number): string =>
    `I read the first 2000 characters of what is asked; what stands behind them (${count}) is not regarded.`;
  expect(told((await play("a|".repeat(8000))).text)).toEqual([rest(14_000)]);
  const question = "who calls zorp_mangle?";
  const long = await play(`${question}${"\nx".repeat(2000)}`);
  expect(long.text).toContain("zorp_mangle");
  const log = Array.from({ length: 200 }, (_, index) => `12:00:0${index % 10} ERROR ${"x".repeat(20)}`).join("\n");
  expect(told((await play(`${question}\n\n${log}`)).text)).toEqual([]);
});

const ASKED_OF_ALL = [
  "which * dependencies does it have?",
  "list the * tests",
  "which * environment variables are used?",
  "what * scripts are there?",
  "list all * TODOs",
  "which * workflows are there?",
  "which * classes are there?",
  "list the * documents",
  "under which * licence is it?",
  "how do I run the * tests?",
];

test.each(ASKED_OF_ALL.flatMap((asked) => ["zorpian", "blimly"].map((word) => asked.replace("*", word))))(
  "a word that nothing here knows is never passed over: %s",
  async (asked) => {
    const word = /zorpian|blimly/.exec(asked)?.[0] ?? "";
    expect((await play(asked, LIBRARY)).text).toContain(word);
  },
);

test.each([
  ["are there tests?", /Yes[\s\S]*test\/box\.test\.ts:1/],
  ["are there tests about lids?", /Yes[\s\S]*test\/box\.test\.ts:2/],
  ["does it have dependencies?", /Yes[\s\S]*string-width/],
  ["does it depend on left-pad?", /left-pad is no declared dependency/],
  ["is there a changelog?", /No file here is a change log/],
  ["does it support Windows?", /Not known/],
  ["is there CI?", /Yes[\s\S]*ci\.yml:1/],
  ["are there any TODOs?", /Yes[\s\S]*source\/box\.ts:7/],
])("yes, no or not known, with what shows it: %s", async (asked, answer) => {
  expect((await play(asked, LIBRARY)).text).toMatch(answer);
});

test("a folder without tests is said to have none", async () => {
  expect((await play("are there any tests at all?")).text).toContain("No: no test, for there is none at all");
});

test("a verb that is a function's name, too, is a verb where somebody does it", async () => {
  const { text } = await play("how do I add an item?", LIBRARY);
  expect(text).toContain("README.md:5-7");
  expect(text).not.toMatch(/add is a|add \(/);
});

test("a place that does what is asked comes before one that only speaks of it", async () => {
  const files = { ...LIBRARY, "docs/notes.md": "An item has a weight.\n\nThe weight of an item is told to everybody." };
  expect((await play("where is the item checked?", files)).text).toMatch(/Nearest in this folder:\nsource\/box\.ts:1-/);
  expect((await play("where is the weight calculated?", files)).text).toMatch(
    /Nearest in this folder:\nsource\/lid\.ts:1-/,
  );
});

test.each(["zorpian", "blimly", "insured"])(
  "a word that the nearest passage does not hold is named: %s",
  async (word) => {
    const { text } = await play(`where is the ${word} item checked?`, LIBRARY);
    expect(text).toContain(`does not speak of "${word}"`);
  },
);

test("what is far from everything here is not answered, in one line", async () => {
  const { text, unanswered } = await play("who approves blimly zorpians at our bank?", LIBRARY);
  expect(text).toContain("I cannot tell whether anything here answers that.");
  expect(unanswered).toBe("question");
});

test("a Portuguese question is answered in Portuguese, and the quotation stays as it is", async () => {
  const { text } = await play("onde é calculado o weight?", LIBRARY);
  expect(text).toMatch(/O mais próximo nesta pasta:\nsource\/lid\.ts:1-/);
  expect(text).toContain("const weight = 2 * 3;");
});

test("a question about the project is not answered from Waymark's own manual", async () => {
  expect((await play("how do I undo a change?", LIBRARY)).text).not.toContain("Waymark's documentation, ");
});

test.each(["lidColour", "boxSizeMax", "HTTPLid2"])(
  "a name that stands in a line is found, whatever is asked: %s",
  async (name) => {
    const files = { ...LIBRARY, "source/options.ts": `if (Object.hasOwn(options, '${name}')) {\n  raise();\n}` };
    for (const asked of [`What happens if I pass ${name}?`, `where is ${name} used?`, `what does ${name} do?`]) {
      const { text } = await play(asked, files);
      expect(text).toContain("source/options.ts:1");
      expect(text).not.toContain("Nothing in the files");
    }
  },
);

test("a test is no place where something is done", async () => {
  const { text } = await play("where is the weight parsed?", {
    ...LIBRARY,
    "test/weight.test.ts": "test('weight is parsed', () => {});",
  });
  expect(text).toMatch(/\nsource\/lid\.ts:1-/);
});

test("passages of files that a question leaves out are not quoted", async () => {
  const files = { ...LIBRARY, "test/weight.test.ts": "// the weight of zorpians is parsed here" };
  const { text } = await play("what about the zorpian weight, not in the tests?", files);
  expect(text).not.toContain("test/weight.test.ts");
});

test("files that a question leaves out stand in no list of its answer, and are not counted", async () => {
  const files = { ...LIBRARY, "test/lid.test.ts": "// TODO sharpen\nadd('x');" };
  const { text } = await play("list the TODOs, not in the tests", files);
  expect(text).toMatch(/As asked: not in the tests\.[\s\S]*\(1\):\n- source\/box\.ts:7/);
  expect(text).not.toContain("test/lid.test.ts");
  expect((await play("list the TODOs in test", files)).text).toMatch(/\(1\):\n- test\/lid\.test\.ts:1/);
});

test.each(["only in the zorpian parts", "for blimly boxes"])(
  "what restricts a question from in front of it is obeyed or named first: %s",
  async (scope) => {
    const { text } = await play(`${scope}: which scripts are there?`, LIBRARY);
    expect(text.split("\n\n")[1]?.split("\n")[0]).toContain(scope);
  },
);

test.each(["what TODOs are in lid.ts?", "list the TODOs in lid.ts"])(
  "a name that several files have is answered for each: %s",
  async (asked) => {
    const { text } = await play(asked, { ...LIBRARY, "source/more/lid.ts": "// TODO oil it" });
    expect(text).toContain("2 files here are named lid.ts: source/lid.ts, source/more/lid.ts.");
    expect(text).toMatch(/No TODO[^\n]*source\/lid\.ts[\s\S]*source\/more\/lid\.ts:1/);
  },
);

test.each(["are heavy lids counted by default?", "does it support heavy lids?"])(
  "what nothing declares is not certain where its words stand in lines: %s",
  async (asked) => {
    const { text } = await play(asked, { ...LIBRARY, "notes.md": "a heavy thing\n\n\n\n\n\n\n\n\n\n\nlids" });
    expect(text).not.toMatch(/none of the|Not known/);
    expect(text).toMatch(/Not certain[\s\S]*:\n(?:notes\.md|source\/box\.ts):\d+-/);
  },
);

const SHOP: Files = {
  "cbl/NIGHT.cbl": [
    "      * The night run closes boxes.",
    "       PROGRAM-ID. NIGHT.",
    "       1000-NIGHT-RUN.",
    "           IF BOX-CLOSED",
    "               MOVE ZERO TO BOX-FEE",
    "           ELSE",
    "               DISPLAY 'BOX IS STILL OPEN HERE: ' BOX-ID",
    "           END-IF.",
  ].join("\n"),
  "cbl/SCREEN.cbl": [
    "       PROGRAM-ID. SCREEN.",
    "       1000-SCREEN.",
    "           IF BOX-CLOSED",
    "               PERFORM SEND-CLOSED-SCREEN",
    "           END-IF.",
  ].join("\n"),
};

test("a question for a message shows where it stands under its condition, once for all its parts and below no title", async () => {
  const { text } = await play('where does "Box is still open here: 7." come from, and what happens then?', SHOP);
  expect(text).toMatch(/\n\n"BOX IS STILL OPEN HERE:" stands in one place:\ncbl\/NIGHT\.cbl:3-8[\s\S]*IF BOX-CLOSED/);
  expect(text).not.toContain("**what happens then**");
});

test("what is asked of two places is shown for each", async () => {
  const { text } = await play("what happens with a closed box in the night run and on the screen?", SHOP);
  expect(text).toMatch(/cbl\/NIGHT\.cbl:\d+-8[\s\S]*cbl\/SCREEN\.cbl:\d+-5/);
});

test("what only a running system knows is said to stand in no source", async () => {
  const { text, unanswered } = await play("how many boxes are closed right now?", SHOP);
  expect(text).toMatch(/all 2 files here\. What a running system holds or does at some time is not in its sources\./);
  expect(unanswered).toBe("question");
});

test("after a compaction the guide reads what was asked since, and not the record", async () => {
  const compaction = { type: "compaction", summary: "# Goal\nwho calls weigh?", by: "user" } as const;
  const messages = projectHistory([
    { ...compaction, tokensBefore: 9, tokensAfter: 3 },
    { type: "prompt", text: "what does this project do?", origin: "user" },
  ] as unknown as readonly RecordedEvent[]);
  expect((await playBehind(messages, README)).text).toContain("Weighs boats in the harbour.");
});

test("what the loop says between calls is no question", async () => {
  const call = { kind: "call" as const, call: { id: "guide-1-x", name: "shell", input: {} } };
  const { text } = await playBehind(
    [
      { role: "user", text: "what is this?" },
      { role: "assistant", content: [call] },
      { role: "tool", results: [{ callId: "guide-1-x", name: "shell", text: "no", failed: true }] },
      { role: "user", text: "These calls fail again and again. Say what blocks you.", isAside: true },
    ],
    README,
  );
  expect(text).toMatch(/Weighs boats in the harbour/);
});

test("a word is no letters within others, and how many of those there are is said", async () => {
  const { text } = await play("search for tar", { "a.md": "# Tar\n\nTar keeps it dry.\n\nThe start is hard.\n" });
  expect(text).not.toMatch(/start is hard/);
});

const HARBOUR: Files = {
  "cbl/LIDS.cbl": "       PROGRAM-ID. LIDS.\n           SELECT LID-FILE ASSIGN TO LIDIN\n           GO TO 1000-END.",
  "cbl/BOXES.cbl":
    "      * Transaction BX01 GO TO shows boxes.\n       PROGRAM-ID. BOXES.\n           EXEC CICS RETURN TRANSID('BX01') END-EXEC",
  "jcl/NIGHT.jcl":
    "//NIGHT JOB\n//SORT EXEC PGM=SORT\n//LIDIN DD DSN=LIDS.OLD,DISP=SHR\n//POST EXEC PGM=LIDS\n//LIDIN DD DISP=SHR,\n//            DSN=LIDS.NEW\n//OTHER DD DUMMY",
  "jcl/LIDIN.jcl": "//LIDIN JOB\n//STEP1 EXEC PGM=IDCAMS",
};

test.each([
  [
    "what is DD LIDIN in POST?",
    "Statements of DD LIDIN (1):\n- POST: LIDIN DD DISP=SHR,DSN=LIDS.NEW — jcl/NIGHT.jcl:5\n\nPrograms that assign a file to LIDIN (1):\n- cbl/LIDS.cbl:2  SELECT LID-FILE ASSIGN TO LIDIN",
  ],
  ["which programs do not use GO TO?", "of 2, comments and copybooks left aside (1):\n- BOXES — cbl/BOXES.cbl:1"],
  ["quais programas não usam GO TO?", "de 2, sem contar comentários nem copybooks (1):\n- BOXES — cbl/BOXES.cbl:1"],
  [
    "which transaction starts BOXES?",
    "Lines that name one (2):\n- cbl/BOXES.cbl:3  EXEC CICS RETURN TRANSID('BX01') END-EXEC\n- cbl/BOXES.cbl:1  * Transaction BX01",
  ],
])("what stands in lines where no fact tells it: %s", async (asked, told) => {
  const { text } = await play(asked, HARBOUR);
  expect(text).toContain(told);
  expect(text).not.toMatch(/Nearest|OTHER/);
});

test("a DD is quoted to its end, over remarks and however many lines it has", async () => {
  const operands = ["DSN='LIDS NEW'", ...Array.from({ length: 8 }, (_, at) => `UNIT${at}=(A,${at})`)];
  const lines = operands.map((operand, at) => `${at === 0 ? "//LIDIN DD " : "//   "}${operand}`);
  const job = `//NIGHT JOB\n//POST EXEC PGM=LIDS\n${lines.join(", A REMARK\n//* OF LIDS\n")}\n//OTHER DD DUMMY`;
  const { text } = await play("what is DD LIDIN in POST?", { ...HARBOUR, "jcl/NIGHT.jcl": job });
  expect(text).toContain(`- POST: LIDIN DD ${operands.join(",")} — jcl/NIGHT.jcl:3`);
});

test("a question for a DD that asks more is none for a DD alone", async () => {
  expect((await play("who deletes the records of DD LIDIN?", HARBOUR)).text).not.toContain("Statements of DD");
});

test("what only wants more shows the lists of the answer before in full", async () => {
  const files = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`docs/lid${at}.md`, `# Lid ${at}`]));
  const asked = "list the documents";
  const short = (await play(asked, files)).text;
  expect(short).toContain("- … 12 of 30 shown");
  const before: ModelMessage[] = [
    { role: "user", text: asked },
    { role: "assistant", content: [{ kind: "text", text: short }] },
    { role: "user", text: "show the rest" },
  ];
  for (const { text } of [await playBehind(before, files), await play(`${asked}, in full`, files)]) {
    expect(text.match(/^- docs/gm)).toHaveLength(30);
    expect(text).not.toContain("shown");
  }
});

test.each([
  ["can you edit files?", "No: the offline guide only reads"],
  ["how do I undo?", "`waymark undo` takes back"],
])("%s is asked of the guide itself, and no change", async (asked, said) => {
  const { text, unanswered } = await play(asked);
  expect([text.includes(said), unanswered]).toEqual([true, undefined]);
});

test("what is spoken of by its name is not what stands for something else", async () => {
  const { text } = await play("where are captains told, and how does it know who is a captain?", {
    ...README,
    "lid.ts": "export function isCaptain(one) {\n  return one.kind === 'captain';\n}\n",
  });
  expect(text).toContain("**how does it know who is a captain**");
});

test("who asks what to read first is led to the README before all else", async () => {
  const { text } = await play("I'm new here, where do I start?", { ...README, "server.ts": "createServer(serve);\n" });
  expect(text.split("\n").slice(2)).toEqual([
    "To read first: README.md:1",
    "Scales: Weighs boats in the harbour. (README.md:1-3)",
    "Where it starts:",
    "Lines with which a program of its own begins (1):",
    "- server.ts:1  createServer(serve);",
  ]);
});

test("while a long question is read others have their turn", async () => {
  let hadTurn = false;
  setImmediate(() => {
    hadTurn = true;
  });
  const prompt = Array.from({ length: 100 }, (_, index) => `what are the errors of menu${index}?`).join(" ");
  const request = { system: "", messages: [{ role: "user", text: prompt } as const], tools: [], sessionId: "s" };
  for await (const part of createGuide().step(request, new AbortController().signal)) expect(part).toBeDefined();
  expect(hadTurn).toBe(true);
});
