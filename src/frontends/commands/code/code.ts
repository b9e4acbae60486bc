import { existsSync, mkdirSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import { type CodeIndex, openCodeIndex } from "../../../adapters/code-index/code-intelligence.ts";
import { loadConfig } from "../../../app/settings/load.ts";
import { locations } from "../../../app/settings/locations.ts";
import { isTrusted } from "../../../app/trust/trust.ts";
import { errorCode } from "../../../base/error-text.ts";
import { didYouMean } from "../../../base/near-word.ts";
import { EXIT, UserError } from "../../../base/user-error.ts";
import type { Page } from "../../../engines/citadel/queries/answer.ts";
import type { Diagram } from "../../../engines/citadel/queries/flow-diagram.ts";
import {
  type CodeAnswer,
  QUERY_VERBS,
  type QueryInput,
  type QueryVerb,
  renderCodeAnswer,
} from "../../../engines/citadel/queries/run-query.ts";
import { hasPattern } from "../../../engines/paths/path-rules.ts";
import { ENCODINGS, type Encoding } from "../../../engines/text/encoding.ts";
import type { CommandContext } from "../command.ts";
import { writeGraph, writeIndex, writeUses } from "./code-documents.ts";
import { progressLine } from "./code-progress.ts";

interface CodeFlags {
  readonly root?: string;
  readonly json?: boolean;
  readonly name?: readonly string[];
  readonly limit?: number;
  readonly offset?: number;
  readonly max?: number;
  readonly encoding?: string;
  readonly library?: readonly string[];
  readonly addDir?: readonly string[];
  readonly exclude?: readonly string[];
  readonly only?: readonly string[];
  readonly save?: string;
  readonly field?: string;
  readonly to?: string;
  readonly navigation?: boolean;
  readonly cd?: string;
}

const VERBS = [...QUERY_VERBS, "index", "graph", "uses"] as const;
/** Verbs whose first argument may be a name instead of a path. */
const NAMED: ReadonlySet<string> = new Set<QueryVerb>(["callers", "crud", "impact", "lineage"]);
const LIMIT_DEFAULT = 1000;

/** `waymark code VERB [PATH] [NAME…]`: structure questions answered by parsers, without a model. */
export function define(command: Command, context: CommandContext): void {
  const more = (value: string, previous: readonly string[] = []): readonly string[] => [...previous, value];
  command
    .argument("<verb>", VERBS.join(", "))
    .argument("[words...]", "a file or folder, then names of functions, fields, programs …")
    .option("--root <folder>", "the folder whose code is looked at; the working folder by default")
    .option("--name <name>", "a function, field, program …; may be given again", more)
    .option("--json", "print JSON")
    .option("--limit <lines>", "lines of each list", whole)
    .option("--offset <lines>", "lines of each list to pass over", whole)
    .option("--max <diagrams>", "diagrams of `sequence`", whole)
    .option("--exclude <kind>", "kind that `dead-code` leaves out; may be given again", more)
    .option("--only <kind>", "only kind that `dead-code` shows; may be given again", more)
    .option(
      "--library <folder>",
      "folder of copybooks that wins, or NAME=FOLDER for COPY … OF NAME; may be given again",
      more,
    )
    .option("--add-dir <folder>", "another folder of the same estate; may be given again", more)
    .option("--field <name>", "the field of `impact`, as --name")
    .option("--to <picture>", "the PICTURE that `impact` tries on the field: which statements lose something")
    .option("--navigation", "`impact` also follows XCTL, START and RETURN TRANSID")
    .option("--encoding <name>", `encoding of all files: ${ENCODINGS.join(", ")}; detected by default`)
    .option("--save <folder>", "also write diagrams there as .mmd files")
    .option("-C, --cd <folder>", "the working folder")
    .action((verb: string, words: readonly string[], flags: CodeFlags) => run(verb, words, flags, context));
}

async function run(verb: string, words: readonly string[], flags: CodeFlags, context: CommandContext): Promise<void> {
  const known = VERBS.find((candidate) => candidate === verb);
  if (!known)
    throw new UserError(
      `code has no verb "${verb}"; ${didYouMean(verb, VERBS)}it has ${VERBS.join(", ")}.`,
      EXIT.usage,
    );
  const cwd = resolve(context.cwd, flags.cd ?? ".");
  const isWhole = known === "index" || known === "graph";
  const place = isWhole ? wholePlace(words, flags, cwd) : placeOf(known, words, flags, cwd);
  const index = openCodeIndex({
    root: place.root,
    cacheFolder: locations(context.environment).cache,
    // One question and out: the files that matter are read faster than all of them.
    wholeBytesMax: 0,
    ...(await estate(place.root, flags, cwd, context)),
    ...(flags.encoding !== undefined && { encoding: encodingNamed(flags.encoding) }),
  });
  const progress = progressLine(context.error);
  const sync = { signal: new AbortController().signal, progress: progress.show };
  try {
    if (known === "graph") return writeGraph(await index.graph(sync), flags.json === true, context);
    if (known === "index") return writeIndex(await index.sync(sync), flags.json === true, context);
    if (known === "uses") return await writeUses(index.uses(place.input, sync), flags.json === true, context);
    await answer(index, known, place.input, { flags, sync, context });
  } finally {
    progress.end();
    index.close();
  }
}

/** Which files belong to it besides those below the root, and which may not be shown: by the flags and the settings. */
async function estate(
  root: string,
  flags: CodeFlags,
  cwd: string,
  { environment }: CommandContext,
): Promise<{ addedRoots: string[]; libraries: string[]; deny: string[] }> {
  const places = locations(environment);
  const { config } = await loadConfig({
    flags: {},
    environment,
    locations: places,
    cwd: root,
    trusted: isTrusted(root, places),
  });
  const libraries = (flags.library ?? []).map((library) => {
    const [, name = "", folder = ""] = /^([^=/]+=)?(.*)$/s.exec(library) ?? [];
    // A folder outside of the root is known by its whole path.
    return existsSync(resolve(root, folder)) ? library : `${name}${rootFolder(resolve(cwd, folder))}`;
  });
  const outside = libraries.map((library) => library.replace(/^[^=/]+=/, "")).filter(isAbsolute);
  const added = [...(flags.addDir ?? []), ...outside].map((folder) => rootFolder(resolve(cwd, folder)));
  return {
    addedRoots: [...added, ...config.addDirs.map((folder) => resolve(root, folder)).filter((path) => existsSync(path))],
    libraries: [...libraries, ...config.copyLibraries],
    deny: config.permissions.deny.filter(hasPattern),
  };
}

async function answer(
  index: CodeIndex,
  verb: QueryVerb,
  input: QueryInput,
  { flags, sync, context }: { flags: CodeFlags; sync: Parameters<CodeIndex["answer"]>[2]; context: CommandContext },
): Promise<void> {
  const result = await index.answer(verb, input, sync);
  if (result.kind === "failure") throw new UserError(`${result.message.trim().replace(/\.?$/, ".")}`, EXIT.badInput);
  const page = { offset: flags.offset ?? 0, limit: flags.limit ?? LIMIT_DEFAULT };
  const saved = flags.save !== undefined && result.kind === "diagrams" ? save(result.diagrams, verb, flags.save) : [];
  if (flags.json)
    context.out(`${JSON.stringify({ verb, ...jsonOf(result, page), ...(saved.length > 0 && { saved }) })}\n`);
  else context.out(renderCodeAnswer(result, page) + saved.map((path) => `Saved ${path}\n`).join(""));
}

/** Lists are cut to the page and say how much they hold in all. */
function jsonOf(result: CodeAnswer, page: Page): object {
  if (result.kind !== "answer") return result;
  const { title, values, sections, notes } = result.answer;
  return {
    kind: "answer",
    title,
    values: Object.fromEntries(values),
    sections: sections.map(({ heading, lines }) => ({
      heading,
      total: lines.length,
      lines: lines.slice(page.offset, page.offset + page.limit),
    })),
    notes,
  };
}

interface Place {
  readonly root: string;
  readonly input: QueryInput;
}

function wholePlace(words: readonly string[], flags: CodeFlags, cwd: string): Place {
  const folder = flags.root ?? words[0];
  return { root: rootFolder(resolve(cwd, folder ?? ".")), input: { path: "." } };
}

/** Tells path and names apart: a path is what exists below the root, or below the working folder. */
function placeOf(verb: string, words: readonly string[], flags: CodeFlags, cwd: string): Place {
  const [first] = words;
  const added = (flags.addDir ?? []).map((folder) => rootFolder(resolve(cwd, folder)));
  const away = flags.root === undefined && first !== undefined ? outside(first, [cwd, ...added]) : undefined;
  const root = rootFolder(away ?? resolve(cwd, flags.root ?? "."));
  const isName = NAMED.has(verb);
  const known = (word: string): string | undefined => pathBelow(word, [root, ...added], cwd);
  const at = words.findIndex((word) => !isName || known(word) !== undefined);
  const path = at < 0 ? "." : (known(words[at] as string) ?? (words[at] as string));
  const names = [
    ...(flags.name ?? []),
    ...(flags.field === undefined ? [] : [flags.field]),
    ...words.filter((_, index) => index !== at),
  ];
  // A file alone asks for the program or copybook that it holds.
  const own =
    isName && verb !== "crud" && names.length === 0 && at >= 0 ? [basename(path).replace(/\.[^.]*$/, "")] : [];
  const allNames = [...names, ...own];
  return {
    root,
    input: {
      path: own.length > 0 && verb !== "lineage" ? "." : path,
      ...(allNames.length > 0 && { names: allNames }),
      ...(flags.max !== undefined && { diagramsMax: flags.max }),
      ...(flags.exclude && { exclude: flags.exclude }),
      ...(flags.only && { only: flags.only }),
      ...(flags.to !== undefined && { to: flags.to }),
      ...(flags.navigation && { navigation: true }),
    },
  };
}

/** The folder of a path that leads out of the working folder and of those that were added: it is its own root. */
function outside(word: string, [cwd = ".", ...added]: readonly string[]): string | undefined {
  const path = resolve(cwd, word);
  if ([cwd, ...added].some((folder) => isBelow(path, folder)) || !existsSync(path)) return undefined;
  return statSync(path).isDirectory() ? path : dirname(path);
}

/** Relative to the first root, or absolute below another. */
function pathBelow(word: string, [root = ".", ...added]: readonly string[], cwd: string): string | undefined {
  for (const path of [resolve(root, word), resolve(cwd, word)]) {
    if (!existsSync(path)) continue;
    const real = realpathSync(path);
    if (isBelow(real, root)) return relative(root, real).split(sep).join("/") || ".";
    if (added.some((folder) => isBelow(real, folder))) return real;
  }
  return undefined;
}

const isBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}${sep}`);

function rootFolder(path: string): string {
  try {
    if (statSync(path).isDirectory()) return realpathSync(path);
  } catch (error) {
    const what = errorCode(error) === "ENOENT" ? "does not exist" : `cannot be read (${errorCode(error) ?? "unknown"})`;
    throw new UserError(`The folder ${path} ${what}; give another with --root.`, EXIT.badInput, { cause: error });
  }
  throw new UserError(`${path} is not a folder; give one with --root.`, EXIT.badInput);
}

function encodingNamed(name: string): Encoding {
  const found = ENCODINGS.find((encoding) => encoding === name.toLowerCase());
  if (!found) throw new UserError(`There is no encoding ${name}; choose ${ENCODINGS.join(", ")}.`, EXIT.usage);
  return found;
}

function whole(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new InvalidArgumentError("a whole number is wanted");
}

/** Writes each diagram under a name that is not taken. */
function save(diagrams: readonly Diagram[], verb: string, folder: string): string[] {
  mkdirSync(folder, { recursive: true });
  return diagrams.map((diagram) => {
    const stem = `${verb}-${diagram.title.replace(/[^\w.-]+/g, "-").replace(/^-|-$/g, "")}`;
    for (let count = 1; ; count += 1) {
      const path = join(folder, `${stem}${count === 1 ? "" : `-${count}`}.mmd`);
      try {
        writeFileSync(path, `${diagram.mermaid.trimEnd()}\n`, { flag: "wx" });
        return path;
      } catch (error) {
        if (errorCode(error) !== "EEXIST") throw error;
      }
    }
  });
}
