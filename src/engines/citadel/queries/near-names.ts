import { nearWord } from "../../../base/near-word.ts";
import type { Estate } from "../graph/estate.ts";
import type { Lines } from "./answer.ts";
import { UNIT_KINDS } from "./look-up.ts";
import type { CodeAnswer, QueryInput, QueryVerb } from "./run-query.ts";

/** What there is besides what a question named. */
export interface Known {
  /** The files of the estate. */
  readonly paths: () => readonly string[];
  /** All of it; made only where a name has to be looked for. */
  readonly estate: () => Estate;
}

const NEAR_MAX = 3;
/** Shorter words begin too many names. */
const BEGINNING_CHARS_MIN = 3;

/**
 * An answer that found nothing says whether that is for a name or file that is not there at all, and what there is of nearly
 * that name: else a slip of the pen reads as a finding about the code. Every other answer stays as it is.
 */
export function withNearNames(
  verb: QueryVerb,
  { path, names = [] }: QueryInput,
  { result, known }: { readonly result: CodeAnswer<Lines>; readonly known: Known },
): CodeAnswer<Lines> {
  if (result.kind === "failure") {
    const { message } = result;
    const hint = message.startsWith("No analysed file")
      ? didYouMean(nearPaths(path, known.paths()))
      : verb === "body" || verb === "bodies"
        ? unitHint(path, names, known)
        : didYouMean(names.flatMap((name) => nearNames(name, known.estate())));
    return hint === "" || message.includes("Did you mean")
      ? result
      : { kind: "failure", message: `${message.replace(/\.$/, "")}. ${hint}` };
  }
  const isEmpty = result.kind === "answer" && result.answer.sections.length === 0 && result.answer.values.length === 0;
  if (!isEmpty || names.length === 0) return result;
  const words = wordsOf(known.estate());
  const strange = names.filter((name) => !words.has(name.toUpperCase()));
  if (strange.length === 0) return result;
  const notes = strange.map((name) =>
    `Nothing here is called ${name}. ${didYouMean(nearNames(name, known.estate()))}`.trim(),
  );
  return { kind: "answer", answer: { ...result.answer, notes } };
}

/** Everything that may be meant by a name, in capitals: of nodes, of what is referred to but not there, parts of a dataset's name. */
function wordsOf({ graph }: Estate): ReadonlySet<string> {
  const names = [...graph.nodes.map(({ name }) => name), ...graph.edges.map(({ name }) => name)];
  return new Set(names.flatMap((name) => [name, ...name.split(".")]).map((name) => name.toUpperCase()));
}

const nearNames = (name: string, { graph }: Estate): readonly string[] =>
  nearOf(name, [...new Set(graph.nodes.map((node) => node.name))]);

/** The one whose last letter is not typed yet, else one a slip away, else those that begin so; none where it is one of them. */
function nearOf(word: string, names: readonly string[]): readonly string[] {
  const wanted = word.toUpperCase();
  if (names.some((name) => name.toUpperCase() === wanted)) return [];
  const begun = names.filter((name) => name.length === word.length + 1 && name.toUpperCase().startsWith(wanted));
  const near = begun.length === 1 ? begun[0] : nearWord(word, names);
  if (near !== undefined) return [near];
  if (word.length < BEGINNING_CHARS_MIN) return [];
  return names.filter((name) => name.toUpperCase().startsWith(wanted)).slice(0, NEAR_MAX);
}

/** Where a function is that the file lacks, or what the file has of nearly that name. */
function unitHint(path: string, names: readonly string[], known: Known): string {
  const estate = known.estate();
  const units = estate
    .filesUnder(path)
    .flatMap((file) => estate.inFile(file).filter(({ kind }) => UNIT_KINDS.has(kind)));
  const near = names.flatMap((name) => nearOf(name, [...new Set(units.map((unit) => unit.name))]));
  if (near.length > 0) return didYouMean(near);
  const elsewhere = names.flatMap((name) => estate.named(name).filter(({ kind }) => UNIT_KINDS.has(kind)));
  const files = [...new Set(elsewhere.map(({ file }) => file))].slice(0, NEAR_MAX);
  return files.length === 0 ? "" : `It is in ${files.join(", ")}.`;
}

/** Files that are called so without folder and ending, else the one whose name is a slip away. */
function nearPaths(path: string, paths: readonly string[]): readonly string[] {
  const wanted = bareName(path).toUpperCase();
  const same = paths.filter((file) => bareName(file).toUpperCase() === wanted);
  if (same.length > 0) return same.slice(0, NEAR_MAX);
  const near = nearWord(wanted, [...new Set(paths.map(bareName))]);
  return near === undefined ? [] : paths.filter((file) => bareName(file) === near).slice(0, NEAR_MAX);
}

const bareName = (path: string): string => (path.split("/").pop() ?? path).replace(/\.[^.]*$/, "");

const didYouMean = (near: readonly string[]): string => (near.length === 0 ? "" : `Did you mean ${near.join(", ")}?`);
