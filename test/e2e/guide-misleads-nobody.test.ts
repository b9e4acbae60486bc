import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answerOfGuide } from "./asked-guide.ts";
import { makePlace, type Place } from "./run-waymark.ts";

/** A small library that has words which Waymark's own documentation has, too, and lacks much of what one asks a library for. */
let place: Place;

const FILES: Readonly<Record<string, string>> = {
  "README.md": "# Kedge\n\nKeeps a session of a boat and who may board it. A mooring may need a timeout one day.\n",
  "pyproject.toml": '[project]\nname = "kedge"\n\n[tool.mypy]\nstrict = true\n',
  "kedge/tide.py": "# Never throttled.\ndef wait_for_tide(retries):\n    return retries\n",
  "kedge/toll.py": [
    "import os",
    "",
    'LANDING = os.environ.get("KEDGE_LANDING")',
    "",
    "class Toll:",
    "    max_toll_usd: float | None = None",
    "",
    "    # What the harbour wants of a boat, told to the limit of its money.",
    "    def unstable_pay(self, wake: str) -> str:",
    "        return wake",
    "",
    "# @experimental",
    "def refund(): ...",
    "",
  ].join("\n"),
  "kedge/rules.gen.py": "# @experimental\nRULE = 1\n",
  "kedge/anchor.py": "def drop_anchor(depth):\n    return depth\n",
  "CONTRIBUTING.md": [
    "# Contributing",
    "",
    "Fork it. Ensure local tests pass. Pay attention to any automated CI failures reported in the pull request.",
    "",
  ].join("\n"),
  "kedge/boat.py": [
    "class Boat:",
    '    """Keeps the session of a boat: its permission to land is kept as a mooring, the transcript as a logbook."""',
    "",
    "    def board(self, prompt, sandbox):",
    "        # A step back undoes nothing.",
    "        return self.session.board(prompt)",
    "",
  ].join("\n"),
};

beforeAll(() => {
  place = makePlace(FILES);
});
afterAll(() => place.remove());

const ask = (question: string): Promise<string> => answerOfGuide(question, place);
const MANUAL = /Waymark's documentation|Documentação do Waymark|does not speak of that|não fala disso/;

describe("Waymark's documentation", () => {
  test.each([
    "where are sessions stored?",
    "how do permissions work?",
    "can I use a permission with a plain prompt?",
    "how does the sandbox work?",
    "how do I resume a session?",
    "does a session of a boat work on a ship?",
    "onde ficam guardadas as sessões?",
    "como funcionam as permissões?",
    "do sessions ship with it, or are they samples?",
  ])("tells nothing where the folder has a word of what is asked: %s", async (question) => {
    expect(await ask(question)).not.toMatch(MANUAL);
  });

  test.each([
    ["how do I set a provider?", /does not speak of that[\s\S]*Waymark's documentation/],
    ["how do I use ollama?", /Waymark's documentation/],
    ["what does /undo do?", /^Waymark's documentation, Undo/m],
    ["how do I use --fork-session?", /^Waymark's documentation/m],
    ["where are sessions stored in waymark?", /^Waymark's documentation/m],
    ["what does /quux do?", /Nothing in this folder is named \/quux/],
  ])("tells it where Waymark alone has it: %s", async (question, answer) => {
    expect(await ask(question)).toMatch(answer);
  });
});

describe("what is not here", () => {
  test.each([
    [
      "is there an automated test suite or CI in this repo?",
      /^Not found [\s\S]*tests[\s\S]*^Not found [\s\S]*\.github\/workflows/m,
    ],
    ["does the project have a licence?", /^Not found [^\n]*LICENSE/],
    ["are there unit tests for the boat?", /^No(?:t found| file of tests)/],
    ["is there a Dockerfile?", /^Not found [^\n]*Dockerfile/],
    ["is there a load test?", /^Not found [^\n]*benchmarks or load tests\.$/m],
    ["does it come with benchmarks?", /^Not found [^\n]*benchmarks/],
    ["há testes neste projeto?", /^(?:Não encontrado|Não: nenhum teste)/],
    ["existe algum Dockerfile?", /^Não encontrado \(arquivos vistos: \d+\)\. O que procurei: Dockerfile/],
    ["is there any encryption of the logbook?", /^Not found: no line says "encrypt"/],
    ["does boarding have a websocket?", /^Not found: no line says "websocket"/],
    ["are passwords hashed anywhere?", /^Not found: no line says "hash"/],
    ["which port does boarding listen on?", /^Not found: no line says "port" \/ "listen"/],
    ["caching?", /^Not found: no line says "cache"/],
    ["há alguma encriptação?", /^Não encontrado: nenhuma linha diz "encrypt"/],
  ])("is said first, with what was looked for: %s", async (question, answer) => {
    const said = (await ask(question)).replace(/^(?:I am|Sou o) [^\n]*\n+/, "");
    expect(said).toMatch(answer);
    expect(said).not.toMatch(/^(?:Yes|Sim)\b|Pay attention to any automated CI/m);
  });

  test.each([
    [
      "is there a timeout on boarding?",
      /Not found in the code: no statement says "timeout"[\s\S]*- document: README\.md:3/,
    ],
    [
      "is there a rate limit on boarding?",
      /Not found in the code: no statement says "rate limit"[\s\S]*- comment: kedge\/tide\.py:1/,
    ],
    ["existe algum timeout ao embarcar?", /Não encontrado no código[\s\S]*- documento: README\.md:3/],
    [
      "does the anchor retry?",
      /Not found there: no statement of the sources that speak of "anchor" \(1\) says "retry"/,
    ],
  ])("is told from what only documents, comments or other sources say: %s", async (question, answer) => {
    expect(await ask(question)).toMatch(answer);
  });

  test.each([
    ["is there a type checker, and how strict is it?", /Here are tsconfig[^\n]* \(1\):\n- pyproject\.toml:4/],
    ["does waiting for the tide retry?", /kedge\/tide\.py:\d/],
    ["does it keep a session when a websocket drops?", /./],
    ["does waiting for the tide retry when the boat is rate limited?", /kedge\/tide\.py:\d/],
  ])("is not said of what is here: %s", async (question, answer) => {
    const said = await ask(question);
    expect(said).toMatch(answer);
    expect(said).not.toContain("Not found");
  });
});

describe("the second half of a question", () => {
  test("is of people where the first speaks of them, and is told though the first is of nothing here", async () => {
    const said = await ask(
      "Does anybody have to log in before a boat boards? And can they change anything once they're there?",
    );
    expect(said).toMatch(/^Not found: no line says "authenticate"/m);
    expect(said).toMatch(/\*\*And can anybody change anything once anybody is there\*\*/);
    expect(said).not.toMatch(/Nothing extends/);
  });

  test("asks of a verb, and no history that is called so", async () => {
    expect(await ask("Does it log anything?")).not.toMatch(/Latest commits/);
  });
});

test("a word of the language that tells which logic is meant is no module that is called so", async () => {
  expect(await ask("tide handling?")).not.toMatch(/tide is a module/);
  expect(await ask("what is tide?")).toMatch(/tide\.py/);
});

describe("what is told as the answer", () => {
  test.each([
    [
      "a name within another is a declaration",
      "does it support wake?",
      /^Not certain: no manifest names wake[\s\S]*unstable_pay/m,
    ],
    ["no report of dead code says what is excluded", "boat config - what's excluded and why", /^(?!No dead code)/],
    [
      "what is generated is told beside a count",
      "what is experimental?",
      /\(2\):\n[\s\S]*unstable_pay[\s\S]*^Besides, 1 lines of files that are generated/m,
    ],
  ])("%s: %s", async (_, question, answer) => {
    expect(await ask(question)).toMatch(answer);
  });

  test("what each of several things has is no configuration of the whole", async () => {
    const said = await ask("boats: how do I board one, and which settings can each have?");
    expect(said).not.toContain("Lines that read configuration");
  });
});
