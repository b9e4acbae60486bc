import { expect, test } from "vitest";
import type { Folder } from "../../folder.ts";
import type { Wanted } from "../../looking.ts";
import type { Dossier } from "../estate/operations/dossier.ts";
import { ABILITIES } from "./abilities.ts";
import { answerPackage } from "./answer-package.ts";
import { CAUGHT } from "./caught.ts";
import { COMPARED } from "./compared.ts";
import { ENDED } from "./ended.ts";
import { ERROR_KINDS } from "./error-kinds.ts";
import { FRAMING } from "./framing.ts";
import { IN_ORDER } from "./in-order.ts";
import { LOGGED } from "./logged.ts";
import { MATCHING } from "./matching.ts";
import { OPTIONS_READ } from "./options-read.ts";
import { UNKNOWN_CASE } from "./unknown-case.ts";
import { USED_BY } from "./used-by.ts";
import { VALIDATED } from "./validated.ts";
import { WORKFLOW_RUN } from "./workflow-run.ts";

const FILES: Readonly<Record<string, readonly string[]>> = {
  "source/quay.ts": [
    "export class Quay {",
    "  #pendingTugs = new Map();",
    "  #nextTug = 0;",
    "  #queue = Promise.resolve();",
    "  call(order) {",
    "    const id = this.#nextTug++;",
    "    return new Promise((resolve) => {",
    "      this.#pendingTugs.set(id, resolve);",
    "      this.#send({ id, order });",
    "    });",
    "  }",
    "  #arrived(reply) {",
    "    this.#pendingTugs.get(reply.id)(reply.load);",
    "    this.#pendingTugs.delete(reply.id);",
    "  }",
    "  #send(order) {",
    "    this.#queue = this.#queue.then(() => this.writer.write(JSON.stringify(order) + '\\n'));",
    "  }",
    "  async #tryPilot(ship) {",
    "    try {",
    "      return await this.#pilotHandler(ship);",
    "    } catch (error) {",
    "      if (error instanceof PaperSchemaError) {",
    "        return Harbour.badPapers(error.issues);",
    "      }",
    "      return { stopped: true };",
    "    }",
    "  }",
    "  async #enter(ship) {",
    "    shipSchema.parse(ship.papers);",
    "    const found = await this.#tryPilot(ship);",
    "    if (found.stopped) console.error('pilot gave up', ship);",
    "  }",
    "}",
    "export class Harbour {",
    "  static badPapers(issues) {",
    "    return new Harbour(-417, issues);",
    "  }",
    "}",
    "/** What a keeper of a light must be able to do. */",
    "export interface LightKeeper {",
    "  /** Lights it. */",
    "  kindle(): void;",
    "  /** Sounds the horn. */",
    "  sound?(): void;",
    "}",
    "",
  ],
  "source/tides.ts": [
    "export class TideError extends Error {}",
    "export class EbbError extends TideError {}",
    "/** Lies in the harbour. */",
    "export class Ferry {",
    "  /** Stops a crossing that has begun. */",
    "  cancel() {",
    "    return this.wire.send('ferry/cancel');",
    "  }",
    "  /** Takes a new load on board. */",
    "  loadCargo() {",
    "    return this.wire.send('ferry/load');",
    "  }",
    "  /** Makes an empty hold. */",
    "  newCargo() {",
    "    return this.wire.send('ferry/new');",
    "  }",
    "}",
    "",
  ],
  "source/signals.ts": [
    "export function readSignal(signal) {",
    "  switch (signal.kind) {",
    "    case 'flag':",
    "      if (signal.colour === undefined) throw new Error('unsupported flag signal');",
    "      return 1;",
    "    case 'lamp':",
    "      return 2;",
    "    case 'horn':",
    "      return 3;",
    "    case 'bell':",
    "      return 4;",
    "    case 'drum':",
    "      return 5;",
    "    case 'kite':",
    "      return 6;",
    "    default:",
    "      console.warn('Unknown signal', signal.kind);",
    "      return 0;",
    "  }",
    "}",
    "",
  ],
  "examples/cross.ts": ["await ferry.cancel();"],
  ".github/workflows/gate.yml": [
    "name: Gate",
    "on:",
    "  pull_request:",
    "jobs:",
    "  look:",
    "    if: github.actor != 'gull'",
    "    steps:",
    "      - uses: actions/checkout@v4",
    "      - run: npm run spell",
    "      - run: |",
    "          npm test",
  ],
  "pier/crane.py": [
    "class Crane:",
    "    def _lift(self, load):",
    "        try:",
    "            self.crane_callback(load)",
    "        except Cancelled:",
    "            raise",
    "        except Exception as problem:",
    '            self.report({"error": str(problem)})',
    "",
  ],
  "pier/options.py": [
    "import logging",
    'logger = logging.getLogger("pier")',
    "",
    "class PierOptions:",
    '    """What a pier may be given."""',
    "",
    "    tide_limit: int = 4",
    '    """How high the tide may be."""',
    "    lamp: str | None = None",
    "",
    "def build(options):",
    '    """Reads options.lamp."""',
    "    if options.tide_limit:",
    '        logger.debug("limited")',
    '        return ["--tide", options.tide_limit]',
    "",
  ],
};

function found({ name, input }: Wanted): string {
  const lines = FILES[String(input["path"])] ?? [];
  if (name === "read_file")
    return [
      ...lines.map((text, at) => `${at + 1}\t${text}`).slice(Number(input["offset"] ?? 1) - 1),
      `(shown 1-${lines.length} of ${lines.length} lines)`,
    ].join("\n");
  if (name === "find_files")
    return Object.keys(FILES)
      .filter((path) => path.startsWith(".github/"))
      .join("\n");
  const form = new RegExp(String(input["pattern"]), input["ignore_case"] === false ? "" : "i");
  return Object.entries(FILES)
    .map(([path, all]) => [path, ...all.flatMap((text, at) => (form.test(text) ? [`${at + 1}:${text}`] : []))])
    .filter(({ length }) => length > 1)
    .map((rows) => rows.join("\n"))
    .join("\n\n");
}

const folder: Folder = {
  paths: Object.keys(FILES),
  isWhole: true,
  tools: new Set(["read_file", "search_code", "find_files"]),
};

/** What a dossier says to a question of these files; empty where it is not asked. */
function said(dossier: Dossier, question: string): string {
  if (!dossier.asks(question)) return "";
  const work = dossier.answer(question, question, { folder, before: [] });
  let state = work.next();
  while (!state.done) state = work.next(state.value.map((call) => ({ text: found(call), failed: false })));
  return state.value?.answer.text ?? "";
}

test("what waits for an answer is shown where it is put and where it is taken out", () => {
  const text = said(MATCHING, "how does a reply find the call that waits for it?");
  expect(text).toContain("What waits is kept by its key in #pendingTugs");
  expect(text).toContain('source/quay.ts:5-11, "Quay.call"');
  expect(text).toContain('source/quay.ts:12-15, "Quay.#arrived"');
});

test("a handler that answers is no answer that waits", () => {
  expect(said(MATCHING, "how are incoming requests matched to the pilot that should answer them?")).toBe("");
});

test("messages are framed by what stands behind each", () => {
  expect(said(FRAMING, "how are messages framed on the wire?")).toContain("JSON.stringify(order) + '\\n'");
  expect(said(FRAMING, "how is a hull framed?")).toBe("");
});

test("all that is logged is told with its stream and its logger, and no log of git", () => {
  const text = said(LOGGED, "does it log anything? where does it go, and can i turn it off?");
  expect(text).toContain(
    "By what it logs: console.error 1 (standard error), console.warn 1 (standard error), logger.debug 1.",
  );
  expect(text).toContain('- pier/options.py:2  logger = logging.getLogger("pier")');
  expect(text).toContain("No option here is called by log");
  expect(said(LOGGED, "what does the git log say?")).toBe("");
  expect(said(LOGGED, "are secrets hidden when headers are logged?")).toBe("");
});

test("what is thrown by what users give is shown where it is caught, and what the caller does then", () => {
  const text = said(CAUGHT, "what happens if a pilot handler throws?");
  expect(text).toContain("return { stopped: true };");
  expect(text).toContain("Who calls #tryPilot, and what becomes of that there (1):");
  expect(text).toContain("console.error('pilot gave up', ship);");
  expect(said(CAUGHT, "what happens if a mooring hook throws?")).toBe("");
});

test("all that is caught behind one guard is shown together", () => {
  const text = said(CAUGHT, "what happens if a crane callback raises an exception?");
  expect(text).toContain("except Cancelled:");
  expect(text).toContain("except Exception as problem:");
  expect(text).toContain('self.report({"error": str(problem)})');
});

test("what is checked is told with what a refusal is answered with", () => {
  const text = said(VALIDATED, "are incoming params validated, and what comes back?");
  expect(text).toContain("shipSchema.parse(ship.papers);");
  expect(text).toContain("return new Harbour(-417, issues);");
});

test("writes one after another are a chain of promises", () => {
  expect(said(IN_ORDER, "can two writes interleave?")).toContain("this.#queue = this.#queue.then(");
});

test("an interface tells what must be there and what may be left out", () => {
  const text = said(ABILITIES, "which methods must a light keeper implement?");
  expect(text).toContain(
    "Its public methods that must be there (1):\n- source/quay.ts:43  kindle(): void  # Lights it.",
  );
  expect(text).toContain("Its public methods that may be left out (1):\n- source/quay.ts:45  sound?(): void");
});

test("a narrowed list of methods is left to what narrows", () => {
  expect(said(ABILITIES, "which methods does a light keeper have besides kindle?")).toBe("");
});

test("options are told with types, defaults and what reads them; a text that speaks of one reads none", () => {
  expect(said(OPTIONS_READ, "which options can i set and what are their defaults?")).toContain(
    "- pier/options.py:7  tide_limit: int = 4",
  );
  const text = said(OPTIONS_READ, "where is the tide limit passed on?");
  expect(text).toContain("Where tide_limit is read (2):");
  expect(text).toContain('return ["--tide", options.tide_limit]');
  expect(said(OPTIONS_READ, "i want to add a new option, which places must change?")).toContain("build: 2 reads");
});

test("classes of errors are a tree however they are asked for; of one case another answer tells", () => {
  expect(said(ERROR_KINDS, "what errors can be raised by this package? give me the hierarchy")).toContain(
    "- source/tides.ts:1  class TideError extends Error\n-   source/tides.ts:2  class EbbError extends TideError",
  );
  expect(said(ERROR_KINDS, "which error is thrown when the tide turns?")).toBe("");
  expect(ERROR_KINDS.tells.test("which of them extend weirerror")).toBe(false);
});

test("two things that are compared are each said and shown", () => {
  const text = said(COMPARED, "compare loading cargo with creating a new one");
  expect(text).toContain('I took "loading cargo" as Ferry.loadCargo and "creating" as Ferry.newCargo.');
  expect(text).toContain("Makes an empty hold.");
  expect(said(COMPARED, "what is the difference between the tide limit option and the lamp option?")).toContain(
    'pier/options.py:7-8, "tide_limit":\n  tide_limit: int = 4\n  """How high the tide may be."""',
  );
});

test("what ends something is shown with what it sends and who calls it", () => {
  const text = said(ENDED, "can a crossing that has begun be cancelled, and how?");
  expect(text).toContain("return this.wire.send('ferry/cancel');");
  expect(text).toContain("- examples/cross.ts:1  await ferry.cancel();");
  expect(said(ENDED, "can a whale be cancelled?")).toBe("");
});

test("a workflow is told with what starts it, and each job with its case and its commands", () => {
  const text = said(WORKFLOW_RUN, "what does ci check on a pull request?");
  expect(text).toContain("It starts on: pull_request:");
  expect(text).toContain("gate.yml:5  look: if: github.actor != 'gull'; npm run spell; npm test");
  expect(said(WORKFLOW_RUN, "how does the client release a lock?")).toBe("");
});

test("what no case fits is shown by the last branch, and not by a refusal within a case", () => {
  const text = said(UNKNOWN_CASE, "what happens when an unknown signal arrives?");
  expect(text).toContain("console.warn('Unknown signal', signal.kind);");
  expect(text).not.toContain("unsupported flag signal");
  expect(said(UNKNOWN_CASE, "what happens when an unknown whale arrives?")).toBe("");
});

test("what is planned and what must change for it are one question", () => {
  const parts = ["I want to add a new option", "Which places must change?"];
  const work = answerPackage(parts, parts.join(". "), { folder, before: [] });
  let state = work.next();
  while (!state.done) state = work.next(state.value.map((call) => ({ text: found(call), failed: false })));
  expect(state.value?.answer.text).toContain("build: 2 reads");
});

test("what uses a class that words call is listed, also where the sentence before names it", () => {
  const text = said(USED_BY, "i want to change the tide error class. who uses it?");
  expect(text).toContain('I took "tide error class" as TideError, source/tides.ts:1.');
  expect(text).toContain("source/tides.ts:2  export class EbbError extends TideError {}");
  expect(said(USED_BY, "who uses the harbour?")).toBe("");
});

test("where code of another language stands nothing is said to be missing", () => {
  const isAnswered = (paths: readonly string[]): boolean => {
    const work = answerPackage(["does it log anything?"], "does it log anything?", {
      folder: { ...folder, paths },
      before: [],
    });
    let state = work.next();
    while (!state.done) state = work.next(state.value.map((call) => ({ text: found(call), failed: false })));
    return state.value !== undefined;
  };
  expect(isAnswered(folder.paths)).toBe(true);
  expect(isAnswered([...folder.paths, "crane/hoist.go"])).toBe(false);
});
