import { expect, test } from "vitest";
import { INTENTS } from "../answers/intents.ts";
import { intentChooser, markLastDo } from "./choose-intent.ts";
import { PHRASES } from "./lexicon.ts";
import { splitParts } from "./parts.ts";
import { conceptsOf, joinPhrases, markTold, readTokens } from "./tokens.ts";
import { readUnits, type Slot } from "./units.ts";

const choose = intentChooser(INTENTS);

/** The kind of question that a part is taken as, where names are told by their spelling alone. */
function kindOf(part: string): string | undefined {
  const tokens = markLastDo(markTold(readTokens(joinPhrases(part))));
  const slots = new Map<number, Slot>();
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind === "name") slots.set(index, /\.\w+$|\//.test(text) ? "FILE" : "NAME");
    else if (kind === "other" || kind === "told") slots.set(index, "TOPIC");
  }
  const named = [...slots.values()].filter((slot) => slot !== "TOPIC").length;
  return choose({ units: readUnits(tokens, slots), slots: new Set(slots.values()), named })[0]?.intent.id;
}

test("what words mean together is a word that has a meaning itself", () => {
  const odd = PHRASES.flatMap(([, token]) => token.split(" ")).filter(
    (word) => word !== "" && word !== "xref" && conceptsOf(word).length === 0,
  );
  expect(odd).toEqual([]);
});

test("each kind of question is read as itself in each of its own forms but where two kinds say the same", () => {
  const forms = INTENTS.flatMap(({ id, forms: own }) => own.split("|").map((form) => ({ id, form: form.trim() })));
  const wrong = forms.filter(({ id, form }) => {
    const written = form
      .replace(/\b[XY]\b/g, "ACCT-ID")
      .replace(/\bF\b/g, "src/a.ts")
      .replace(/\bT\b/g, "zebras");
    return kindOf(written) !== id;
  });
  expect(wrong.length / forms.length).toBeLessThan(0.3);
});

test.each([
  ["who calls RATE_X and where is FEE_X defined?", ["who calls RATE_X", "where is FEE_X defined?"]],
  ["how do I install it and run the tests", ["how do I install it", "how do I run the tests"]],
  ["How many programs and jobs are there?", ["How many programs are there?", "How many jobs are there?"]],
  ["who changed a.ts last, and when?", ["who changed a.ts last when?"]],
  ["O que faz isto e onde comeca?", ["O que faz isto", "onde comeca?"]],
  ["read and write it", ["read and write it"]],
])("%s", (prompt, parts) => {
  expect(splitParts(prompt)).toEqual(parts);
});

test.each([
  ["which functions does RATE_X call?", "callees"],
  ["who is calling RATE_X these days?", "callers"],
  ["by whom is RATE_X called", "callers"],
  ["de onde vem o valor de ACCT-ID", "lineage"],
  ["could you tell me what breaks when ACCT-ID is widened", "impact"],
  ["quem mexeu por ultimo em src/a.ts", "last-change"],
])("%s is read as %s", (part, id) => {
  expect(kindOf(part)).toBe(id);
});
