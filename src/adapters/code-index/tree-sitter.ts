import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { isMainThread } from "node:worker_threads";
import type { Language, Parser } from "@vscode/tree-sitter-wasm";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { unreadFacts } from "../../engines/citadel/file-facts.ts";
import type { LanguageFrontend, SourceText } from "../../engines/citadel/frontend.ts";
import { fileFacts } from "../../engines/citadel/languages/tree-sitter/file-facts.ts";
import { type Grammar, parsedText } from "../../engines/citadel/languages/tree-sitter/grammar.ts";
import { GRAMMARS } from "../../engines/citadel/languages/tree-sitter/grammars.ts";
import { isMachineMade } from "../../engines/citadel/languages/tree-sitter/machine-made.ts";
import type { FileFacts } from "../../engines/citadel/model.ts";
import { isInstalled } from "../program-folders.ts";

const PACKAGE = "@vscode/tree-sitter-wasm";
/** A larger file is generated, and its tree would take some hundred times its size. */
const FILE_CHARACTERS_MAX = 4_000_000;
/** 2.5 MB of ordinary source; what a node and all that is made of it take is 400 bytes. */
const NODES_MAX = 550_000;
/**
 * Garbage can cost the parser's error recovery very long. It asks now and then whether to go on, about once in a hundred
 * characters of ordinary code: ten times as often, or this long, and it is stopped.
 */
const LOOKS_PER_CHARACTER_MAX = 0.1;
const LOOKS_MIN = 2_000;
const PARSE_MS_MAX = 20_000;
/** In the thread that answers a person; what takes longer is another thread's. */
const PARSE_HERE_MS_MAX = 1_000;
const MACHINE_MADE = "large, and made by a machine, as its lines differ in numbers only: not read";
const notReadOver = (max: number, what: string): string => `larger than ${max.toLocaleString("en")} ${what}: not read`;
/** The problem of a file that took too much of the time or memory that there is for a parse. */
export const TOO_HEAVY = "the parser found no way through the text in the time and memory that it may take";
/** What a parser in WebAssembly throws when it runs out of memory or stack; the classes are not in our type library. */
const TRAPS = new Set(["RuntimeError", "RangeError"]);
const V8_WITH_FILTER = /^1[1-4]\./;
const PAGES_PER_MB = 16;
const TREE_MB_MIN = 32;
/**
 * Recovery from 50 KB of open brackets would take 2 GB in one step; ordinary source takes forty times its size. What was taken is
 * never given back, but by a worker that ends.
 */
let treeMbMax = 160;
/** How much memory the trees of this thread may take; said before the first language is loaded. */
export function limitTrees(megabytes: number): void {
  treeMbMax = megabytes;
}

/** Of WebAssembly, which our type library does not have. */
const { Memory } = Reflect.get(globalThis, "WebAssembly") as {
  Memory: new (pages: { readonly initial: number; readonly maximum: number }) => object;
};

/** Out of memory, or ended in the middle of a step: the runtime of this thread reads nothing any more. */
let isBroken = false;
export const isParserBroken = (): boolean => isBroken;

type Runtime = typeof import("@vscode/tree-sitter-wasm");

/** The languages that tree-sitter reads, known without loading anything. */
export const treeSitterLanguages: readonly {
  readonly language: string;
  readonly extensions: readonly string[];
  readonly shebang?: RegExp | undefined;
}[] = GRAMMARS.map(({ language, extensions, shebang }) => ({ language, extensions, shebang }));

/**
 * Loads the parser's runtime and the grammars; each frontend then parses synchronously.
 * @param wanted  languages to load; all of them (some 20 MB of grammars, about 0.2 s) when not given
 * @throws        when the package is not installed or a grammar does not load
 */
export async function createTreeSitterFrontends(wanted?: Iterable<string>): Promise<readonly LanguageFrontend[]> {
  const names = wanted && new Set(wanted);
  const grammars = GRAMMARS.filter(({ language }) => !names || names.has(language));
  if (grammars.length === 0) return [];
  const runtime = await loadRuntime();
  return Promise.all(
    grammars.map(async (grammar) => frontend(grammar, runtime, await loadLanguage(runtime, grammar.grammar))),
  );
}

let loadedRuntime: Promise<Runtime> | undefined;
const loadedLanguages = new Map<string, Promise<Language>>();

function loadRuntime(): Promise<Runtime> {
  loadedRuntime ??= (async () => {
    if (!isInstalled(PACKAGE))
      throw new UserError(
        phrase`Waymark lacks ${PACKAGE}, which lies beside it: install Waymark again.`,
        EXIT.configuration,
      );
    // V8 soon optimises a grammar's lexer, one function of 100 KB and more: a second of both cores and up to 800 MB, a thread,
    // for a sixth of the time of large builds. The filter names the only function that may be optimised, one that does not
    // exist. A V8 without the flag would complain on stderr.
    if (V8_WITH_FILTER.test(process.versions.v8)) setFlagsFromString("--wasm-tier-up-filter=1000000000");
    // A UMD package: under Node its exports arrive as the default.
    const module = (await import("@vscode/tree-sitter-wasm")) as unknown as Runtime & { readonly default?: Runtime };
    const runtime = module.default ?? module;
    // It speaks of its end by itself, past whoever may write to the terminal.
    const own: object = {
      wasmMemory: new Memory({ initial: TREE_MB_MIN * PAGES_PER_MB, maximum: treeMbMax * PAGES_PER_MB }),
      printErr: () => {},
    };
    await runtime.Parser.init(own as Parameters<Runtime["Parser"]["init"]>[0]);
    return runtime;
  })();
  return loadedRuntime;
}

function loadLanguage(runtime: Runtime, grammar: string): Promise<Language> {
  const known = loadedLanguages.get(grammar);
  if (known !== undefined) return known;
  const folder = dirname(createRequire(import.meta.url).resolve(PACKAGE));
  const language = readFile(join(folder, `tree-sitter-${grammar}.wasm`)).then((bytes) => runtime.Language.load(bytes));
  loadedLanguages.set(grammar, language);
  return language;
}

function frontend(grammar: Grammar, runtime: Runtime, language: Language): LanguageFrontend {
  let parser: Parser | undefined;
  const { shebang } = grammar;
  return {
    language: grammar.language,
    extensions: grammar.extensions,
    ...(shebang && { detect: (_path: string, head: string) => shebang.test(head) }),
    parse(source) {
      if (source.text.length > FILE_CHARACTERS_MAX)
        return unreadFacts(source, grammar.language, notReadOver(FILE_CHARACTERS_MAX, "characters"));
      if (isMachineMade(source.text)) return unreadFacts(source, grammar.language, MACHINE_MADE);
      if (isBroken) return unreadFacts(source, grammar.language, TOO_HEAVY);
      parser ??= new runtime.Parser().setLanguage(language);
      try {
        return parsed(parser, source, grammar);
      } catch (error) {
        // The parser runs out of memory, or traps, on some garbage; it is of no use afterwards.
        if (!(error instanceof Error && TRAPS.has(error.name))) throw error;
        parser = undefined;
        if (isBroken) return unreadFacts(source, grammar.language, TOO_HEAVY);
        return unreadFacts(source, grammar.language, `the parser gave up: ${error.message}`);
      }
    },
  };
}

function parsed(parser: Parser, source: SourceText, grammar: Grammar): FileFacts {
  let looks = Math.max(LOOKS_MIN, source.text.length * LOOKS_PER_CHARACTER_MAX);
  const latest = performance.now() + (isMainThread ? PARSE_HERE_MS_MAX : PARSE_MS_MAX);
  // So it stays where what follows is ended in the middle.
  isBroken = true;
  const tree = parser.parse(parsedText(source.text, grammar), null, {
    progressCallback: () => --looks < 0 || performance.now() > latest,
  });
  isBroken = false;
  if (!tree) {
    parser.reset();
    return unreadFacts(source, grammar.language, TOO_HEAVY);
  }
  try {
    const { rootNode } = tree;
    if (rootNode.descendantCount > NODES_MAX)
      return unreadFacts(source, grammar.language, notReadOver(NODES_MAX, "nodes of syntax"));
    return fileFacts(source, rootNode, grammar);
  } finally {
    tree.delete();
  }
}
