import { closeSync, readSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { errorCode, errorText } from "../../base/error-text.ts";
import { unreadFacts } from "../../engines/citadel/file-facts.ts";
import type { LanguageFrontend, MemberLookup, SourceText } from "../../engines/citadel/frontend.ts";
import { isVague } from "../../engines/citadel/languages/extensions.ts";
import type { LanguageFinder } from "../../engines/citadel/languages/index.ts";
import type { FileFacts, Problem } from "../../engines/citadel/model.ts";
import type { Encoding } from "../../engines/text/encoding.ts";
import { openFileAt } from "../pinned-folder.ts";
import type { FileEntry } from "./entry.ts";
import { stemOf } from "./entry.ts";
import type { MemberPaths } from "./member-paths.ts";
import { readSource } from "./source-text.ts";
import { TOO_HEAVY } from "./tree-sitter.ts";

/** One file as parsed. `facts` is absent for a file that no language takes. */
export interface ParsedFile
  extends Pick<
    FileEntry,
    "path" | "sizeBytes" | "modifiedMs" | "changedMs" | "readMs" | "sha256" | "asked" | "trouble"
  > {
  readonly facts?: FileFacts;
  /** It took more time or memory than the thread that answers a person gives. */
  readonly isHeavy?: true;
}

const HEAD_BYTES = 4096;
/** Each is kept with its tokens, which take as much again; files beside each other copy the same. */
const MEMBER_TEXTS_CHARACTERS_MAX = 16 * 1024 * 1024;

export interface ParserPlace {
  readonly root: string;
  readonly finder: LanguageFinder;
  readonly members: MemberPaths;
  readonly encoding: Encoding | undefined;
  /** Files that are copybooks because programs copy them. */
  readonly copied: ReadonlySet<string>;
}

/** Reads and parses files of one root; keeps the texts of members, which many files share. */
export class FileParser {
  private readonly place: ParserPlace;
  private readonly texts = new Map<string, SourceText>();
  private textCharacters = 0;

  constructor(place: ParserPlace) {
    this.place = place;
  }

  parse(path: string): ParsedFile {
    const absolute = resolve(this.place.root, path);
    const empty = look(path, absolute);
    if (empty.trouble !== undefined) return empty;
    const language = this.languageOf(path, absolute);
    if (!language) return empty;
    const source = readSource(absolute, this.place.encoding);
    const { sha256 } = source;
    if (source.kind === "trouble") return { ...without(empty, language, source.message), sha256 };
    const asked = new Set<string>();
    const read = this.factsOf(language, { path, text: source.text }, asked);
    const facts = source.problem ? withProblem(read, source.problem) : read;
    const [problem] = facts.parse === "failed" ? facts.problems : [];
    return {
      ...empty,
      sha256,
      facts,
      asked: [...asked],
      ...(problem && { trouble: problem.message }),
      ...(problem?.message === TOO_HEAVY && { isHeavy: true }),
    };
  }

  /** A file that is not to be parsed, and why; it is tried again when it changes. */
  fail(path: string, message: string): ParsedFile {
    const absolute = resolve(this.place.root, path);
    const empty = look(path, absolute);
    const language = this.languageOf(path, absolute);
    return empty.trouble === undefined && language ? without(empty, language, message) : empty;
  }

  private languageOf(path: string, absolute: string): LanguageFrontend | undefined {
    const { finder, copied } = this.place;
    const known = finder.byPath(path);
    const isCopied = copied.has(path);
    if (known && !(isCopied && known.language === "cobol")) return known;
    const told = known || !isVague(path) ? undefined : finder.byText(path, headOf(absolute));
    return told ?? (isCopied ? finder.named("copybook") : known);
  }

  private factsOf(language: LanguageFrontend, source: SourceText, asked: Set<string>): FileFacts {
    try {
      return language.parse(source, this.lookup(source.path, asked));
    } catch (error) {
      return unreadFacts({ path: source.path, text: "" }, language.language, `the parser stopped: ${errorText(error)}`);
    }
  }

  private lookup(from: string, asked: Set<string>): MemberLookup {
    return {
      find: (name, kind, library) => {
        asked.add(stemOf(name));
        const [best, ...others] = this.place.members.find({ name, kind, library, from });
        const source = best === undefined ? undefined : this.memberText(best);
        return source && { source, others };
      },
    };
  }

  private memberText(path: string): SourceText | undefined {
    const known = this.texts.get(path);
    if (known) {
      // The ones that were not asked for longest go first.
      this.texts.delete(path);
      this.texts.set(path, known);
      return known;
    }
    const read = readSource(resolve(this.place.root, path), this.place.encoding);
    if (read.kind === "trouble") return undefined;
    const source = { path, text: read.text };
    this.textCharacters += read.text.length;
    for (const [oldest, { text }] of this.texts) {
      if (this.textCharacters <= MEMBER_TEXTS_CHARACTERS_MAX) break;
      this.texts.delete(oldest);
      this.textCharacters -= text.length;
    }
    this.texts.set(path, source);
    return source;
  }
}

function withProblem(facts: FileFacts, problem: Problem): FileFacts {
  const parse = facts.parse === "full" ? "partial" : facts.parse;
  const line = Math.min(problem.line, Math.max(1, facts.lines));
  return { ...facts, parse, problems: [{ ...problem, line }, ...facts.problems] };
}

function look(path: string, absolute: string): ParsedFile {
  const empty = { path, sizeBytes: 0, modifiedMs: 0, changedMs: 0, readMs: Date.now(), sha256: "", asked: [] };
  try {
    // Before the bytes are read: a change in between is then noticed the next time.
    const { size, mtimeMs, ctimeMs } = statSync(absolute);
    return { ...empty, sizeBytes: size, modifiedMs: mtimeMs, changedMs: ctimeMs };
  } catch (error) {
    return { ...empty, trouble: `the file cannot be read (${errorCode(error) ?? "unknown"})` };
  }
}

function without(empty: ParsedFile, { language }: LanguageFrontend, message: string): ParsedFile {
  return { ...empty, facts: unreadFacts({ path: empty.path, text: "" }, language, message), trouble: message };
}

function headOf(absolute: string): string {
  try {
    const descriptor = openFileAt(absolute);
    try {
      const bytes = Buffer.alloc(HEAD_BYTES);
      return bytes.toString("latin1", 0, readSync(descriptor, bytes, 0, HEAD_BYTES, 0));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return "";
  }
}
