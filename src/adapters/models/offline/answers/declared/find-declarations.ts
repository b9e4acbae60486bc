import { wordParts } from "../../../../../engines/passages/word-parts.ts";
import { isAside } from "../../aside.ts";
import { type Looking, lookAll } from "../../looking.ts";
import { plain } from "../../reading/tokens.ts";
import { type CitedLine, isComment, readNumbered } from "../../result-text.ts";
import { search } from "../answer.ts";
import { type Declaration, declarationIn } from "./declaration.ts";

export const CODE_GLOB = "*.{ts,tsx,mts,js,jsx,mjs,py,pyi}";
const LINES_MAX = 700;
const FOUND_MAX = 2;

/** A declaration with where it begins. */
export interface Found extends Declaration {
  readonly place: CitedLine;
}

/** What is declared under a name, or under words that are the parts of one ("hook events"); what the project itself declares before tests. */
export function* declarationsNamed(said: string): Looking<readonly Found[]> {
  const parts = partsOf(said);
  if (parts.length === 0) return [];
  const name = `${parts.join("_?")}${/s$/.test(said) || parts.length === 1 ? "" : "s?"}`;
  const pattern = `^\\s*(?:(?:export|declare|default|abstract|final) +)*(?:class|interface|enum|type|const|let|var) +_?(?:${name})\\b|^_?(?:${name}) *(?::[^=]+)?= *(?:[\\[({"'|A-Z]|frozenset)`;
  const { lines } = yield* search(pattern, { glob: CODE_GLOB, limit: 60 });
  const declaring = lines.filter(({ path, text }) => !isComment(path, text));
  const own = declaring.filter(({ path }) => !isAside(path));
  const places = (own.length > 0 ? own : declaring).toSorted(
    (one, other) => Number(isWritten(other, said)) - Number(isWritten(one, said)),
  );
  const read = yield* lookAll(
    places
      .slice(0, READ_MAX)
      .map(({ path, line }) => ({ name: "read_file", input: { path, offset: line, limit: LINES_MAX } })),
  );
  const found = read.flatMap((one, index): Found[] => {
    const place = places[index];
    const declaration = place && !one.failed ? declarationIn(readNumbered(one.text, place.path)) : undefined;
    return place && declaration ? [{ ...declaration, place }] : [];
  });
  // A name spelled just so is that one alone.
  const same = found.filter(({ place }) => isWritten(place, said));
  return (same.length > 0 ? same : found).slice(0, FOUND_MAX);
}

const READ_MAX = 4;

const isWritten = ({ text }: CitedLine, said: string): boolean => /^[\w$]+$/.test(said) && text.includes(said);

/** The words that a name is made of, as they are searched for; a plural may be of one. */
function partsOf(said: string): readonly string[] {
  const words = /\s/.test(said) ? said.split(/\s+/) : wordParts(said);
  const parts = words.map((word) => plain(word).replace(/[^a-z0-9]/g, "")).filter((word) => word !== "");
  return parts.map((part, index) => (index === parts.length - 1 ? pluralForm(part) : part));
}

const pluralForm = (word: string): string =>
  word.length < 4 || /ss$/.test(word) ? word : word.replace(/ies$/, "(?:y|ies)").replace(/(?<!\))s$/, "s?");
