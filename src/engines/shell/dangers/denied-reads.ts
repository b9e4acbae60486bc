import { normalizePath } from "../../paths/worked-folders.ts";
import { patternIn, writtenIn } from "../meant/word-patterns.ts";
import type { ReadingWay } from "../policy-types.ts";
import { readerOf } from "../programs/readers.ts";
import { METADATA_ONLY } from "../programs/shown-archives.ts";
import { programName } from "../scan.ts";
import { isAnything, isLiteral, literalWord, type ShellWord } from "../words.ts";
import { type Danger, type DangerContext, hidden, place } from "./danger.ts";
import { ordersTo } from "./taken-words.ts";
import { piecesOf, piecesOfText } from "./word-pieces.ts";

/** Programs that take the names of what they read from a list, by which words. */
const TAKES_LIST: Readonly<Record<string, RegExp>> = {
  ...all("tar gtar bsdtar", /^-{0,2}[a-zA-Z]*T|^--files-from/),
  ...all("rsync", /^--(?:files|include|exclude)-from/),
  ...all("wc sort du", /^--files0/),
  ...all("zip", /^-@$|^-[a-zA-Z]*@/),
  ...all("cpio", /^-[a-zA-Z]*[op]|^--(?:create|pass-through)/),
  ...all("git", /^--(?:stdin-paths|batch\S*|pathspec-from-file.*)$/),
  ...all("wget", /^(?:-[a-zA-Z]*i|--input-file)/),
  ...all("find", /^-files0-from$/),
};
function all(names: string, says: RegExp): Readonly<Record<string, RegExp>> {
  return Object.fromEntries(names.split(" ").map((name) => [name, says]));
}

/** Programs that copy, pack or send what they are given. */
const TAKES_FILES = /^(?:cp|mv|ln|install|dd|tar|zip|7z|cpio|rsync|scp|curl|less|more|openssl|base64)$/;
/** Files that sed puts in, to the end of the line. */
const READ_BY_SED = /(?:^|[\s;{}!$\d/\\])[rRwW][ \t]*([^\s;}][^\n]*)/gm;
/** The file in a field that curl sends. */
const SENT_BY_CURL = /^[^=]+=[<@]([^;]+)/;

/**
 * What a rule keeps from being read, where a command may come to it otherwise than by a word that is its name: in a text that it carries out, in a
 * list, or by a word that only running tells. Where a sandbox closes such files to whatever runs, it is the sandbox's.
 * @param words  the command's own, without what it starts
 */
export function deniedRead(
  program: ShellWord,
  words: readonly ShellWord[],
  context: DangerContext,
): Danger | undefined {
  const { pathRule, readsRuled, closesDenied = false, isSandboxed = false } = context.options;
  if (pathRule === undefined || readsRuled !== "deny" || closesDenied || isSandboxed) return undefined;
  const name = programName(program);
  for (const piece of new Set(toldIn(name, words, context))) {
    const rule = denying(piece, context);
    if (rule !== undefined) return hidden(`it may read ${piece}, which the rule ${rule} denies`);
  }
  const says = Object.hasOwn(TAKES_LIST, name) ? TAKES_LIST[name] : undefined;
  if (says !== undefined && words.some(({ text }) => says.test(text)))
    return hidden(`a list says what ${name} reads, and a rule keeps some files from being read`);
  const unknown = showsFiles(name)
    ? words.find((word) => isAnything(word) || standsForDenied(word, context))
    : undefined;
  return unknown && hidden(`only running it tells whether a rule denies to read ${unknown.text}`);
}

const ALL_BELOW: ReadingWay = {
  ...{ namesOnly: false, below: true, deniedOnly: true, follows: true, hidden: true, glob: false },
  ...{ names: [], obeys: [] },
};

/** One of what a list or a pattern finds, where a denied file lies below. */
function standsForDenied({ standsFor }: ShellWord, context: DangerContext): boolean {
  if (standsFor === undefined) return false;
  const [start = ""] = /^[^*?[]*\//.exec(standsFor.text) ?? [];
  const { path } = place(literalWord(start === "" ? "." : start), context);
  return path !== undefined && context.options.facts?.readProblem?.(path, ALL_BELOW) !== undefined;
}

const showsFiles = (name: string): boolean => {
  const reader = readerOf(name);
  const reads = typeof reader === "object" && /^(?:paths|pattern)$/.test(reader.operands) && !METADATA_ONLY.has(name);
  return reads || TAKES_FILES.test(name);
};

function toldIn(name: string, words: readonly ShellWord[], context: DangerContext): readonly string[] {
  const texts = words.filter(isLiteral).map(({ text }) => text);
  if (/^g?sed$/.test(name))
    return texts.flatMap((text) => [...text.matchAll(READ_BY_SED)].map(([, file = ""]) => file));
  if (name === "curl") return texts.flatMap((text) => SENT_BY_CURL.exec(text)?.[1] ?? []);
  if (name === "git")
    return words.flatMap((word, at) => (/^-c$/.test(words[at - 1]?.text ?? "") ? piecesOf(word).slice(1) : []));
  return ordersTo(name, words, context).flatMap(piecesOfText);
}

/** By its letters, and as the pattern that it may be in code. */
function denying(piece: string, context: DangerContext): string | undefined {
  const { folders, options } = context;
  const glob = /[*?[]/.test(piece);
  const word = { ...literalWord(piece), glob };
  for (const folder of folders) {
    const { path, pattern } = place(word, { ...context, folders: [folder] });
    if (path === undefined) continue;
    const meant = glob ? [pattern ?? patternIn(word, folder)] : [normalizePath(writtenIn(piece, folder)), path];
    for (const one of meant) {
      const found = options.pathRule?.(one, { use: "read", glob });
      if (found?.verdict === "deny") return found.rule;
    }
  }
  return undefined;
}
