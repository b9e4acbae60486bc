import type { GraphNode, Place } from "../citadel/model.ts";
import type { Claim, Verdict } from "./claim.ts";
import type { FactBase } from "./facts.ts";
import { nounOf } from "./nouns.ts";
import { type Proof, type ProofPlace, prove } from "./prove.ts";
import { readSentence } from "./read-sentence.ts";
import type { Named, Statement } from "./statement.ts";
import { type Token, tokensOf } from "./tokens.ts";
import { verbForm } from "./verbs.ts";

/**
 * Whether a claim follows from facts, to its last word: its text is read as statements, each of which a fact must show and a
 * cited line prove; each cited line must prove one; and what it says of itself as data must hold and be in its text.
 * @param subject  what the text is about: the meaning of `it`, and the home of names that many have
 */
export function checkClaim(claim: Claim, subject: GraphNode | undefined, facts: FactBase): Verdict {
  const reasons: string[] = [];
  const statements: Statement[] = [];
  const places: Place[] = [];
  let about: Named | undefined = subject && { name: subject.name };
  for (const tokens of sentencesOf(tokensOf(claim.text, (name) => facts.isWritten(name)))) {
    reasons.push(...strangers(tokens, facts));
    const sentence = readSentence(tokens, about);
    if (sentence.kind === "unreadable") reasons.push(sentence.why);
    else {
      statements.push(...sentence.reading.statements);
      places.push(...sentence.reading.places);
      about = sentence.subject ?? about;
    }
  }
  if (reasons.length === 0 && statements.length === 0) reasons.push("it claims nothing that facts could show");
  const cites = [...claim.cites];
  for (const cite of cites)
    if (facts.lineOf(cite) === undefined) reasons.push(`there is no line ${cite.file}:${cite.line}`);
  for (const { file, line } of places)
    if (!cites.some((cite) => cite.file === file && cite.line === line))
      reasons.push(`${file}:${line} stands in the text and not in cites`);
  reasons.push(...dataReasons(claim, statements));
  reasons.push(...proofReasons(statements, { facts, subject, cites }));
  return reasons.length === 0 ? { kind: "verified" } : { kind: "unproven", reasons: [...new Set(reasons)] };
}

function sentencesOf(tokens: readonly Token[]): Token[][] {
  const sentences: Token[][] = [[]];
  for (const token of tokens) {
    if (token.kind === "mark" && token.text === ".") sentences.push([]);
    else sentences.at(-1)?.push(token);
  }
  return sentences.filter((sentence) => sentence.length > 0);
}

function strangers(tokens: readonly Token[], facts: FactBase): string[] {
  return tokens.flatMap((token) => {
    if (token.kind === "place" && facts.file(token.file) === undefined) return [`there is no file ${token.file}`];
    const isStrange = token.kind === "name" && !facts.isKnown(token.text) && !facts.isTrait(token.text);
    return isStrange ? [`nothing in the estate is called ${token.text}`] : [];
  });
}

/** What a claim says as data must be what its text says. */
function dataReasons({ relations = [], numbers = [] }: Claim, statements: readonly Statement[]): string[] {
  const same = (named: Named, name: string): boolean => named.name.toUpperCase() === name.toUpperCase();
  const missing = relations.filter(({ from, verb, to }) => {
    const wanted = verbForm(verb.split(" ")[0] ?? "")?.verb;
    return !statements.some(
      (each) => each.kind === "does" && each.verb === wanted && same(each.from, from) && same(each.to, to),
    );
  });
  const uncounted = numbers.filter(({ value, unit, of }) => {
    const noun = nounOf(unit);
    return !statements.some(
      (each) =>
        (each.kind === "has-count" || each.kind === "does-count") &&
        each.value === value &&
        each.noun === noun &&
        same(each.of, of),
    );
  });
  return [
    ...missing.map(({ from, verb, to }) => `the text does not say: ${from} ${verb} ${to}`),
    ...uncounted.map(({ value, unit, of }) => `the text does not say: ${of} has ${value} ${unit}`),
  ];
}

function proofReasons(statements: readonly Statement[], place: ProofPlace): string[] {
  const proofs = statements.map((statement) => prove(statement, place));
  const isShown = (proof: Proof, cite: Place): boolean => proof.kind === "holds" && proof.isShown(cite);
  // What kind of thing something is may be said in passing: it must be so, and needs no line of its own.
  const isPassing = ({ kind }: Statement): boolean => kind === "exists" || kind === "trait";
  const isAllPassing = statements.every(isPassing);
  const unproven = proofs.flatMap((proof, index) => {
    if (proof.kind === "fails") return [proof.why];
    const statement = statements[index];
    if (!isAllPassing && statement && isPassing(statement)) return [];
    return place.cites.some(proof.isShown) ? [] : [`no cited line shows it; wanted: ${proof.wanted}`];
  });
  const idle = place.cites.filter((cite) => !proofs.some((proof) => isShown(proof, cite)));
  return [...unproven, ...idle.map(({ file, line }) => `${file}:${line} shows nothing of what is said`)];
}
