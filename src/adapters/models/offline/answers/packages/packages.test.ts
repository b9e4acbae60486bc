import { expect, test } from "vitest";
import type { Folder } from "../../folder.ts";
import type { Wanted } from "../../looking.ts";
import type { Dossier } from "../estate/operations/dossier.ts";
import { ABILITIES } from "./abilities.ts";
import { CAUGHT } from "./caught.ts";
import { FRAMING } from "./framing.ts";
import { IN_ORDER } from "./in-order.ts";
import { LOGGED } from "./logged.ts";
import { MATCHING } from "./matching.ts";
import { OPTIONS_READ } from "./options-read.ts";
import { VALIDATED } from "./validated.ts";

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
  const form = new RegExp(String(input["pattern"]), input["ignore_case"] === false ? "" : "i");
  return Object.entries(FILES)
    .map(([path, all]) => [path, ...all.flatMap((text, at) => (form.test(text) ? [`${at + 1}:${text}`] : []))])
    .filter(({ length }) => length > 1)
    .map((rows) => rows.join("\n"))
    .join("\n\n");
}

const folder: Folder = { paths: Object.keys(FILES), isWhole: true, tools: new Set(["read_file", "search_code"]) };

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

test("messages are framed by what stands behind each", () => {
  expect(said(FRAMING, "how are messages framed on the wire?")).toContain("JSON.stringify(order) + '\\n'");
  expect(said(FRAMING, "how is a hull framed?")).toBe("");
});

test("all that is logged is told with its stream and its logger, and no log of git", () => {
  const text = said(LOGGED, "does it log anything? where does it go, and can i turn it off?");
  expect(text).toContain("By what it logs: console.error 1 (standard error), logger.debug 1.");
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

test("options are told with types, defaults and what reads them; a text that speaks of one reads none", () => {
  expect(said(OPTIONS_READ, "which options can i set and what are their defaults?")).toContain(
    "- pier/options.py:7  tide_limit: int = 4",
  );
  const text = said(OPTIONS_READ, "where is the tide limit passed on?");
  expect(text).toContain("Where tide_limit is read (2):");
  expect(text).toContain('return ["--tide", options.tide_limit]');
  expect(said(OPTIONS_READ, "i want to add a new option, which places must change?")).toContain("build: 2 reads");
});
