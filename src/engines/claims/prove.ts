import type { GraphEdge, GraphNode, Place } from "../citadel/model.ts";
import { compare } from "../citadel/queries/answer.ts";
import type { FactBase } from "./facts.ts";
import { countDone, numbersOf } from "./numbers.ts";
import type { Named, Statement, Where } from "./statement.ts";

/** What shows a statement: it needs one of the claim's lines of which `isShown` says so. */
export type Proof =
  | { readonly kind: "holds"; readonly isShown: (place: Place) => boolean; readonly wanted: string }
  | { readonly kind: "fails"; readonly why: string };

/** Whom a text is about, and what it cites. */
export interface ProofPlace {
  readonly facts: FactBase;
  readonly subject: GraphNode | undefined;
  readonly cites: readonly Place[];
}

const fails = (why: string): Proof => ({ kind: "fails", why });

/** Whether facts show what a statement says. */
export function prove(statement: Statement, place: ProofPlace): Proof {
  switch (statement.kind) {
    case "does":
      return proveDoes(statement, place);
    case "exists":
      return proveOf(statement.of, place, () => true, "is not what it is called");
    case "trait":
      return proveOf(
        statement.of,
        place,
        (node) => hasTrait(place.facts, node, statement.trait),
        `is no ${statement.trait}`,
      );
    case "has-count":
      return proveHasCount(statement, place);
    case "does-count":
      return proveDoesCount(statement, place);
    case "lies":
      return proveOf(statement.of, place, (node) => lies(node, statement), "lies elsewhere");
    case "part":
      return proveOf(
        statement.of,
        place,
        (node) => isPart(place, node, statement.owner),
        `is no part of ${statement.owner.name}`,
      );
    case "says":
      return proveSays(statement, place);
  }
}

/** Things of that name; where the text is about a thing, those in it or in its file, if there are any. */
function meant({ facts, subject, cites }: ProofPlace, named: Named): GraphNode[] {
  const found = facts.nodes(named);
  if (found.length <= 1) return found;
  if (subject !== undefined && found.includes(subject)) return [subject];
  const near = found.filter((node) => subject !== undefined && facts.chain(node).includes(subject));
  if (near.length > 0) return near;
  const shown = found.filter((node) => cites.some(facts.shows(node)));
  return shown.length > 0 ? shown : found;
}

function proveOf(of: Named, place: ProofPlace, isSo: (node: GraphNode) => boolean, why: string): Proof {
  const found = meant(place, of);
  if (found.length === 0) return proveOutside(of, place, why);
  const right = found.filter(isSo);
  // Of things with one name it must hold for each that may be meant.
  if (right.length < found.length || right.length === 0) return fails(`${of.name} ${why}`);
  const shows = right.map((node) => place.facts.shows(node));
  return {
    kind: "holds",
    isShown: (cited) => shows.some((isShown) => isShown(cited)) || place.facts.namedAt(cited, right),
    wanted: right.map(({ file, start }) => `${file}:${start}`)[0] ?? "",
  };
}

/** Something that is used and not here: a word such as `program` may say what its uses show. */
function proveOutside(of: Named, { facts }: ProofPlace, why: string): Proof {
  const edges = facts.outsideUses(of);
  if (edges.length === 0 || why !== "is not what it is called") return fails(`${describe(of)} is not in the estate`);
  return shownBy(facts, edges, of.name);
}

const describe = ({ noun, name, owner }: Named): string =>
  `${noun === undefined ? "" : `${noun} `}${name}${owner ? ` of ${owner.name}` : ""}`;

function proveDoes(
  { from, verb, to, where }: Extract<Statement, { kind: "does" }>,
  { facts, subject }: ProofPlace,
): Proof {
  const said = `${describe(from)} ${verb.base} ${describe(to)}`;
  const found = scoped(facts.edges(from, verb, to), { facts, subject }, from);
  if (found.length === 0) return fails(`no fact says: ${said}`);
  const right = found.filter((edge) => isThere(facts, edge, where));
  if (right.length === 0) return fails(`not where it is said: ${said}`);
  if (where.lines !== undefined && !where.lines.every((line) => right.some((edge) => edge.line === line)))
    return fails(`not at each of the lines that are said: ${said}`);
  return shownBy(facts, right, said);
}

/** A paragraph's name that many programs have means the one of the program that the text is about. */
function scoped(
  edges: readonly GraphEdge[],
  { facts, subject }: Pick<ProofPlace, "facts" | "subject">,
  from: Named,
): readonly GraphEdge[] {
  if (!subject || facts.nodes(from).every((node) => !facts.chain(node).slice(1).includes(subject))) return edges;
  return edges.filter((edge) => facts.chain(facts.estate.node(edge.from)).includes(subject));
}

function isThere(facts: FactBase, edge: GraphEdge, { inside, file, lines }: Where): boolean {
  if (file !== undefined && edge.file !== file) return false;
  if (lines !== undefined && !lines.includes(edge.line)) return false;
  return inside === undefined || facts.chain(facts.estate.node(edge.from)).some((node) => facts.isMeant(node, inside));
}

function shownBy(facts: FactBase, edges: readonly GraphEdge[], said: string): Proof {
  const extents = edges.map((edge) => facts.extentOf(edge));
  const first = extents[0];
  return {
    kind: "holds",
    isShown: ({ file, line }) => extents.some((each) => each.file === file && line >= each.line && line <= each.end),
    wanted: `${said} at ${first ? `${first.file}:${first.line}` : "no line"}`,
  };
}

function hasTrait(facts: FactBase, node: GraphNode, trait: string): boolean {
  const [, exec] = /^exec (.*)$/.exec(trait) ?? [];
  if (exec === undefined) {
    const language = facts.file(node.file)?.language;
    return language === trait || (language === "copybook" && trait === "cobol");
  }
  return facts.edgesFrom(node).some(({ detail }) => detail?.["exec"] === exec);
}

function proveHasCount({ of, noun, value }: Extract<Statement, { kind: "has-count" }>, place: ProofPlace): Proof {
  const known = meant(place, of).map((node) => numbersOf(place.facts, node, noun));
  const shown = known[0]?.join(" or ");
  const why = shown === undefined || shown === "" ? `has no known number of ${noun}s` : `has ${shown} ${noun}s`;
  return proveOf(of, place, (node) => numbersOf(place.facts, node, noun).includes(value), `${why}, not ${value}`);
}

function proveDoesCount(
  { of, verb, direction, noun, value }: Extract<Statement, { kind: "does-count" }>,
  place: ProofPlace,
): Proof {
  const found = meant(place, of);
  const [node] = found;
  if (!node || found.length > 1) return fails(`${of.name} is ${node ? "more than one thing" : "not in the estate"}`);
  const done = countDone(place.facts, node, { verb, direction, noun });
  if (!done) return fails(`nobody counts ${noun}s that way`);
  if (done.count !== value) return fails(`${of.name}: ${verb.base} ${done.count} ${noun}s, not ${value}`);
  const proof = shownBy(place.facts, done.edges, `${of.name} ${verb.base}`);
  const shows = place.facts.shows(node);
  return proof.kind === "holds" ? { ...proof, isShown: (cited) => proof.isShown(cited) || shows(cited) } : proof;
}

function lies(node: GraphNode, { file, start, end }: Extract<Statement, { kind: "lies" }>): boolean {
  return (
    (file === undefined || node.file === file) &&
    (start === undefined || node.start === start) &&
    (end === undefined || node.end === end)
  );
}

function isPart({ facts }: ProofPlace, node: GraphNode, owner: Named): boolean {
  const own = facts.chain(node).slice(1);
  if (own.some((part) => facts.isMeant(part, owner))) return true;
  return facts.nodes(owner).some((whole) => whole !== node && facts.partsOf(whole).includes(node));
}

/** The quotation is a whole sentence, line or literal of the cited lines of the file that it is said of. */
function proveSays({ of, quote }: Extract<Statement, { kind: "says" }>, place: ProofPlace): Proof {
  const files = new Set(meant(place, of).map(({ file }) => file));
  const cited = place.cites
    .filter(({ file }) => files.has(file))
    .sort((left, right) => compare(left.file, right.file) || left.line - right.line);
  const words = wordsOf(quote);
  if (words === "") return fails("the quotation has no words");
  const isIn = (places: readonly Place[]): boolean =>
    sayings(places.map((each) => place.facts.lineOf(each) ?? "")).includes(words);
  if (!isIn(cited)) return fails(`"${quote}" is no whole sentence, line or literal of the cited lines`);
  const alone = cited.filter((each) => isIn([each]));
  const used = alone.length > 0 ? alone : cited;
  return {
    kind: "holds",
    isShown: (each) => used.some(({ file, line }) => file === each.file && line === each.line),
    wanted: quote,
  };
}

/** What lines say as a whole; a part of a sentence may say the contrary of it. */
function sayings(lines: readonly string[]): string[] {
  const comments = lines.map((line) => line.replace(/^\d{6}|(?<=^.{72}).*$/g, " "));
  const text = comments.join(" ");
  const literals = lines.flatMap((line) =>
    [...line.matchAll(/'([^']*)'|"([^"]*)"/g)].map(([, one, two]) => one ?? two ?? ""),
  );
  return [text, ...comments, ...text.split(/[.;:!?](?=\s|$)/), ...literals].map(wordsOf);
}

const wordsOf = (text: string): string => (text.toUpperCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
