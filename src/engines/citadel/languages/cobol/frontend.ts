import { countLines } from "../../file-facts.ts";
import type { LanguageFrontend, MemberLookup, SourceText } from "../../frontend.ts";
import type { FileFacts, Problem } from "../../model.ts";
import { clauseUses } from "./data/clause-uses.ts";
import { embeddedUses } from "./exec/handlers.ts";
import { buildFacts } from "./facts.ts";
import { parseMember } from "./member.ts";
import { countPatterns } from "./patterns.ts";
import { expand } from "./source/copy.ts";
import { parsePrograms } from "./structure.ts";
import { T, type TokenBuffer } from "./words/tokens.ts";
import { W } from "./words/words.ts";

const COPYBOOK_EXTENSIONS = [".cpy", ".copy", ".cpb", ".copybook"];

/** COBOL programs. A file without PROGRAM-ID or divisions is read as a copybook. */
export const cobol: LanguageFrontend = {
  language: "cobol",
  extensions: [".cbl", ".cob", ".cobol", ".pco", ".sqb", ".ccp", ".cbf"],
  detect: (_path, head) => /^.{0,11}\s*(?:ID|IDENTIFICATION)\s+DIVISION\b|^.{6,11}\s*PROGRAM-ID\s*\./im.test(head),
  parse: (source, members) => parseCobol(source, members, "cobol"),
};

/** Copybooks on their own: data descriptions, or paragraphs and statements. */
export const copybook: LanguageFrontend = {
  language: "copybook",
  extensions: COPYBOOK_EXTENSIONS,
  parse: (source, members) => parseCobol(source, members, "copybook"),
};

function parseCobol(source: SourceText, members: MemberLookup, language: string): FileFacts {
  const expansion = expand(source.path, source.text, members);
  const problems: Problem[] = [];
  const stem = (source.path.split("/").pop() ?? source.path).replace(/\.[^.]*$/, "");
  const isMember = !hasProgram(expansion.buffer) || (language === "copybook" && !hasIdentification(expansion.buffer));
  const programs = isMember
    ? [parseMember(expansion.buffer, stem, problems)]
    : parsePrograms(expansion.buffer, stem, problems);
  for (const program of programs) {
    clauseUses(expansion.buffer, program);
    embeddedUses(expansion.buffer, program);
  }
  const lines = countLines(source.text);
  if (expansion.problems.length === 0 && (!isMember || language === "cobol"))
    problems.push(...cutOff(source, expansion.buffer, lines));
  return buildFacts({
    path: source.path,
    // A file that is copied and holds a program all the same is one.
    language: isMember || isCopybookName(source.path) ? language : "cobol",
    lines,
    isMember,
    programs,
    expansion,
    problems,
    patterns: countPatterns(expansion.buffer, programs),
  });
}

/** A program whose text ends without a period and without a line end was cut off when it was transferred. */
function cutOff({ text }: SourceText, buffer: TokenBuffer, lines: number): Problem[] {
  const isWhole = buffer.kind[buffer.count - 1] === T.PERIOD && /\bPROCEDURE\s+DIVISION\b/i.test(text);
  if (buffer.count === 0 || /[\n\r]$/.test(text) || isWhole) return [];
  // A member that is copied may well be a part of a sentence.
  if (!/\b(?:ID|IDENTIFICATION)\s+DIVISION\b/i.test(text)) return [];
  return [{ line: lines, message: "the file ends in the middle of a program; it may have been cut off" }];
}

function hasProgram(buffer: TokenBuffer): boolean {
  for (let row = 0; row + 1 < buffer.count; row += 1) {
    const word = buffer.word[row] as number;
    if (word === W.PROGRAM_ID || word === W.FUNCTION_ID || word === W.CLASS_ID) return true;
    if (word === W.PROCEDURE && buffer.word[row + 1] === W.DIVISION) return true;
  }
  return false;
}

function hasIdentification(buffer: TokenBuffer): boolean {
  for (let row = 0; row < buffer.count; row += 1)
    if (buffer.word[row] === W.PROGRAM_ID) return buffer.source[row] === 0;
  return false;
}

const isCopybookName = (path: string): boolean =>
  COPYBOOK_EXTENSIONS.some((extension) => path.toLowerCase().endsWith(extension));
