import type { SourceText } from "./frontend.ts";
import type { FileFacts, NodeKind, Problem, SymbolFact } from "./model.ts";

/** What a small language finds in a file that stands alone: no members are expanded into it. */
type Found = Pick<FileFacts, "symbols" | "references"> & { readonly problems?: readonly Problem[] };

/** The facts of such a file; with a problem they are a part of what it says. */
export function standaloneFacts({ path, text }: SourceText, language: string, found: Found): FileFacts {
  const { symbols, references, problems = [] } = found;
  const parse = problems.length > 0 ? "partial" : "full";
  return { path, language, lines: countLines(text), parse, problems, symbols, references, members: [] };
}

/** Says of a file only why it was not read. */
export function unreadFacts(source: SourceText, language: string, message: string): FileFacts {
  const problems = [{ line: 1, message }];
  return { ...standaloneFacts(source, language, { symbols: [], references: [], problems }), parse: "failed" };
}

/** The problem of a file in which nothing was found; a single line may be empty of it. */
export const nothingFound = (text: string, message: string): readonly Problem[] =>
  text.includes("\n") ? [{ line: 1, message }] : [];

/** The member that a file is, by its name without folders and ending. */
export const memberName = (path: string): string =>
  path
    .slice(path.lastIndexOf("/") + 1)
    .replace(/\.[^.]*$/, "")
    .toUpperCase();

/** A symbol for the file as a whole. */
export function memberSymbol(
  { path, text }: SourceText,
  kind: NodeKind,
  detail: Readonly<Record<string, unknown>>,
): SymbolFact {
  const name = memberName(path);
  return { key: `${kind}:${name}`, kind, name, start: 1, end: Math.max(1, countLines(text)), detail };
}

/** What stands behind the last line end is a line; an empty text has none. */
export function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines += 1;
  return text === "" || text.endsWith("\n") ? lines : lines + 1;
}
