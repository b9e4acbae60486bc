import { globSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { createTreeSitterFrontends } from "../src/adapters/code-index/tree-sitter.ts";
import type { LanguageFrontend, MemberLookup, SourceText } from "../src/engines/citadel/frontend.ts";
import { buildGraph } from "../src/engines/citadel/graph/build-graph.ts";
import { LANGUAGES, LanguageFinder } from "../src/engines/citadel/languages/index.ts";
import type { FileFacts } from "../src/engines/citadel/model.ts";
import { mutate, numbers } from "./mutations.ts";

const ESTATE = join(import.meta.dirname, "fixtures/estate");
/** How many mutations are read in all; `WAYMARK_FUZZ=100000` is the whole run. */
const MUTANTS = Number(process.env["WAYMARK_FUZZ"] ?? 5000);
const EACH_MS_MAX = 60;

const paths = globSync("**/*.*", { cwd: ESTATE })
  .map((path) => path.split(sep).join("/"))
  .filter((path) => !/(?:\.md|truth\.json)$/.test(path))
  .sort();
const sources = new Map(
  paths.map((path): [string, SourceText] => [path, { path, text: readFileSync(join(ESTATE, path), "utf8") }]),
);

const LANGUAGE_NAMES = [...LANGUAGES.map(({ language }) => language), "typescript", "java"];
let languages: ReadonlyMap<string, LanguageFrontend>;
let finder: LanguageFinder;
beforeAll(async () => {
  const all = [...LANGUAGES, ...(await createTreeSitterFrontends(["typescript", "java"]))];
  languages = new Map(all.map((frontend) => [frontend.language, frontend]));
  finder = new LanguageFinder(all);
});

/** What holds for the facts of any text whatsoever. */
function* faultsOf(facts: FileFacts, linesOf: (file: string) => number): Generator<string> {
  const keys = new Set(facts.symbols.map((symbol) => symbol.key));
  const isInside = (line: number, file: string | undefined): boolean =>
    Number.isInteger(line) && line >= 1 && line <= linesOf(file ?? facts.path);
  if (keys.size !== facts.symbols.length) yield "a key twice";
  for (const { key, start, end, file, owner } of facts.symbols) {
    if (end < start || !isInside(start, file) || !isInside(end, file)) yield `${key} has lines ${start}-${end}`;
    if (owner !== undefined && !keys.has(owner)) yield `${key} has no owner ${owner}`;
  }
  for (const { kind, name, line, file, from, to, via } of facts.references) {
    if (!isInside(line, file)) yield `${kind} ${name} at line ${line}`;
    if (!keys.has(from)) yield `${kind} ${name} from nowhere: ${from}`;
    if (to !== undefined && !keys.has(to)) yield `${kind} ${name} to nowhere: ${to}`;
    if (name === "") yield `${kind} without a name at line ${line}`;
    for (const place of via ?? [])
      if (!isInside(place.line, place.file)) yield `${kind} ${name} via line ${place.line}`;
  }
  for (const { line } of facts.problems) if (!isInside(line, undefined)) yield `a problem at line ${line}`;
}

/** The estate with some of its files mutated: what a member look-up finds is garbage as well. */
class Neighbours {
  readonly #texts: Map<string, SourceText>;
  readonly #stems: ReadonlyMap<string, string>;

  constructor(random: (below: number) => number, isMutated: boolean) {
    this.#texts = new Map(sources);
    if (isMutated)
      for (const [path, source] of sources)
        if (random(3) === 0) this.#texts.set(path, { path, text: mutate(source.text, random) });
    this.#stems = new Map(paths.map((path) => [path.replace(/^.*\/|\.[^.]*$/g, "").toUpperCase(), path]));
  }

  get members(): MemberLookup {
    return {
      find: (name) => {
        const source = this.#texts.get(this.#stems.get(name.toUpperCase()) ?? "");
        return source && { source, others: [] };
      },
    };
  }

  linesOf(path: string): number {
    return Math.max(1, this.#texts.get(path)?.text.split("\n").length ?? 0);
  }
}

const ROUND = 20;

test.each(LANGUAGE_NAMES)(
  "whatever happens to a %s file, its facts stay inside it",
  (language) => {
    const frontend = languages.get(language) as LanguageFrontend;
    const own = [...sources.values()].filter(({ path }) => finder.byPath(path)?.language === language);
    expect(own.length).toBeGreaterThan(0);
    const random = numbers(language.length * 7919);
    let neighbours = new Neighbours(random, false);
    let judged = 0;
    for (; judged < MUTANTS / LANGUAGE_NAMES.length; judged += 1) {
      if (judged % ROUND === 0) neighbours = new Neighbours(random, judged % (2 * ROUND) === 0);
      // Every fifth is a file of another language: garbage of a different kind.
      const from = random(5) === 0 ? [...sources.values()] : own;
      const source = from[random(from.length)] as SourceText;
      const mutant = { path: source.path, text: mutate(source.text, random) };
      const facts = frontend.parse(mutant, neighbours.members);
      const lines = Math.max(1, mutant.text.split("\n").length);
      const linesOf = (file: string): number => (file === mutant.path ? lines : neighbours.linesOf(file));
      const fault = faultsOf(facts, linesOf).next().value;
      // Thrown and not expected: a difference between two large values takes minutes to be shown.
      if (fault !== undefined)
        throw new Error(`${fault}; mutant ${judged} of ${mutant.path}:\n${mutant.text.slice(0, 20_000)}`);
      if (judged % ROUND === 0) buildGraph([{ facts, sha256: "" }]);
    }
    expect(judged).toBeGreaterThanOrEqual(MUTANTS / LANGUAGE_NAMES.length);
  },
  60_000 + MUTANTS * EACH_MS_MAX,
);
