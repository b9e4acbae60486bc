import { expect, test } from "vitest";
import { inTurn } from "../../../../../test/rounds.ts";
import { INTENTS } from "../answers/intents.ts";
import { intentChooser, markLastDo } from "./choose-intent.ts";
import { PHRASES } from "./lexicon.ts";
import { splitParts, withShared } from "./parts.ts";
import { asksHowTo, asksOfNow, asksYesOrNo, comparesWithNumber, negationIn } from "./question-form.ts";
import { readRestriction } from "./restriction.ts";
import { subjectWords } from "./subject.ts";
import { asSaid, conceptsOf, joinPhrases, markProject, markTold, readTokens } from "./tokens.ts";
import { readUnits, type Slot } from "./units.ts";
import { holdsWord } from "./word-forms.ts";

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

test("each kind of question is read as itself in each of its own forms but where two kinds say the same", {
  timeout: 240_000,
}, () => {
  const all = INTENTS.flatMap(({ id, forms: own }) => own.split("|").map((form) => ({ id, form: form.trim() })));
  const forms = inTurn(3, all);
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
  ["hi, who calls RATE_X?", ["who calls RATE_X?"]],
  ["Bom dia! quem chama RATE_X?", ["quem chama RATE_X?"]],
  ["hello there", ["hello there"]],
  ["any dead code in a.ts?", ["is there any dead code in a.ts?"]],
  ["any idea who calls RATE_X?", ["any idea who calls RATE_X?"]],
  ["when was 2.0 released, and what came since?", ["when was 2.0 released", "what came since?"]],
  ["Are there any tests or TODO comments here?", ["Are there any tests here?", "Are there any TODO comments here?"]],
  ["list the TODOs and FIXMEs here", ["list the TODOs and FIXMEs here"]],
  ["how do I run the tests, including the slow ones?", ["how do I run the tests?", "how do I run the slow tests?"]],
  [
    "how do I run the tests, including only one of them",
    ["how do I run the tests?", "how do I run only one of the tests?"],
  ],
  ["how do I start it, including which port it takes?", ["how do I start it?", "which port it takes?"]],
  ["which tests are there including the old?", ["which tests are there including the old?"]],
  ["who calls RATE_X, and if it fails where do I see that?", ["who calls RATE_X", "if it fails where do I see that?"]],
  ["is it generated, and if so how do I build it?", ["is it generated", "how do I build it?"]],
  ["what is tested and what isn't?", ["what is tested", "what is not tested?"]],
  ["who calls RATE_X? Leave out the batch ones.", ["who calls RATE_X, leaving out the batch ones?"]],
  ["leave out the batch ones", ["leave out the batch ones"]],
  ["what runs first, and on which screen?", ["what runs first on which screen?"]],
  ["Quais programas existem e quantas linhas têm?", ["Quais programas existem", "quantas linhas têm?"]],
])("%s", (prompt, parts) => {
  expect(splitParts(prompt)).toEqual(parts);
});

test.each([
  ["zorpian", "what zorpian is there?", "zorpian"],
  ["howbig", "how large is the zorpian?", "how large"],
  ["readfirst", "Where do I start with zorpians?", "where do i start"],
])("%s of %s is told as it was said", (word, part, said) => {
  expect(asSaid(word, part)).toBe(said);
});

test.each([
  ["can you edit files?", "self-change"],
  ["is my code sent anywhere?", "self-private"],
  ["do you send my code to anyone?", "self-private"],
  ["how do I give you a model?", "self-model"],
  ["how do I undo?", "self-undo"],
  ["what is risky here?", "signs"],
  ["what's the weakest spot of this code?", "signs"],
  ["where do I look first?", "entry"],
  ["is there anything odd or legacy in here?", "signs"],
  ["which functions does RATE_X call?", "callees"],
  ["who is calling RATE_X these days?", "callers"],
  ["by whom is RATE_X called", "callers"],
  ["de onde vem o valor de ACCT-ID", "lineage"],
  ["could you tell me what breaks when ACCT-ID is widened", "impact"],
  ["quem mexeu por ultimo em src/a.ts", "last-change"],
  ["what is the largest file", "longest"],
  ["which are the biggest modules", "longest"],
  ["which files change most often", "hotspots"],
  ["what happens when a zebra crosses", "topic"],
  ["what happens if I change ACCT-ID", "impact"],
  ["what can you do for me without a model", "help"],
])("%s is read as %s", (part, id) => {
  expect(kindOf(part)).toBe(id);
});

test.each([
  ["how do I add a lid?", { isHowTo: true, isYesOrNo: false }],
  ["como adiciono uma tampa?", { isHowTo: true, isYesOrNo: false }],
  ["is it possible to add a lid?", { isHowTo: true, isYesOrNo: false }],
  ["how does a lid close?", { isHowTo: false, isYesOrNo: false }],
  ["does it close?", { isHowTo: false, isYesOrNo: true }],
  ["existem testes?", { isHowTo: false, isYesOrNo: true }],
])("%s", (part, form) => {
  expect({ isHowTo: asksHowTo(part), isYesOrNo: asksYesOrNo(part) }).toEqual(form);
});

test("what leaves something out and what compares with a number is seen", () => {
  expect(["programs without CICS", "programas sem CICS", "which jobs have no steps"].map(negationIn)).toEqual([
    "without",
    "sem",
    "have no",
  ]);
  expect(["longer than 50 lines", "used more than once", "longer names"].map(comparesWithNumber)).toEqual([
    true,
    true,
    false,
  ]);
});

test.each([
  ["senha", "SEC-USR-PWD"],
  ["conta", "ACCT-CURR-BAL"],
  ["clientes", "customerName"],
  ["account", "WS-ACCT-ID"],
  ["sign-on", "the signon screen"],
  ["card", "CardNumber"],
])("a subject is known by its other names: %s in %s", (word, text) => {
  expect(holdsWord(text, word)).toBe(true);
});

test.each([
  ["card", "discard it"],
  ["fee", "coffee"],
  ["rate", "separate"],
])("and is not found within other words: %s in %s", (word, text) => {
  expect(holdsWord(text, word)).toBe(false);
});

test("what is done is told from what it is done to", () => {
  expect(subjectWords(readTokens("credit limit validated"), { isHowTo: false })).toEqual(["credit", "limit"]);
});

test.each(
  [
    ", not in the tests",
    " excluding tests",
    ", without tests",
    " (ignoring the test files)",
    " outside of the tests",
    ", not the ones in tests",
    ", but not those of the tests",
    "? Without the tests",
    "? Don't count the tests",
  ].flatMap((said) => ["who calls add", "list the TODOs"].map((asked) => [asked, said] as const)),
)("files that a prompt leaves out are read, and no longer words of it: %s%s", (asked, said) => {
  const { prompt, restriction } = readRestriction(`${asked}${said}?`);
  expect(prompt.replace(/\W+$/, "")).toBe(asked);
  expect(["test/a.ts", "source/a.ts"].filter((path) => restriction?.keeps(path))).toEqual(["source/a.ts"]);
});

test.each([
  ["any dead code in the COBOL?", "a.cbl"],
  ["are there passwords anywhere in the JCL?", "a.jcl"],
  ["há código morto no COBOL?", "a.cbl"],
  ["does anything outside the COBOL call X? ", "a.jcl"],
  ["who throws X? don't count the COBOL", "a.jcl"],
])("files of a language alone are a place, or left out: %s", (asked, kept) => {
  const { restriction } = readRestriction(asked);
  expect(["a.cbl", "a.jcl"].filter((path) => restriction?.keeps(path))).toEqual([kept]);
});

test.each([
  "is anything written in Python?",
  "how many lines are in the COBOL programs?",
  "which files are in TypeScript?",
])("what something is written in is no place: %s", (prompt) => {
  expect(readRestriction(prompt)).toEqual({ prompt });
});

test.each([
  "which files are without tests?",
  "are there no tests?",
  "how do I run only the tests for add?",
  "is there a test that does not fail?",
])("a prompt that asks about tests leaves none out: %s", (prompt) => {
  expect(readRestriction(prompt)).toEqual({ prompt });
});

test.each([
  ["which tables?", "which programs use DB2 tables", "which DB2 tables?"],
  ["which programs?", "which jobs run the nightly programs", "which nightly programs?"],
  ["which tables?", "which programs use tables", "which tables?"],
  ["which tables does it use?", "which programs use DB2 tables", "which tables does it use?"],
])("what told which ones is said of the next question, too: %s after %s", (part, before, read) => {
  expect(withShared(part, before)).toBe(read);
});

test.each([
  ["how many are online?", "how many of the cobol programs are batch", "how many cobol programs are online?"],
  ["how many have no screen?", "how many programs are there", "how many programs have no screen?"],
  ["how many write it?", "how many jobs read LID-FILE", "how many jobs write it?"],
  ["how many don't?", "how many programs use CICS", "how many programs do not use CICS"],
  ["how many are not?", "how many copybooks are used", "how many copybooks are not used"],
  ["quantos são online?", "quantos programas são batch", "quantos programas são online?"],
  ["quantos não?", "quantos jobs usam o sort", "quantos jobs não usam o sort"],
  ["how many are there?", "how many lids are closed", "how many are there?"],
  ["how many of them are online?", "how many programs are batch", "how many of them are online?"],
  ["how many jobs are there?", "how many programs are there", "how many jobs are there?"],
  ["how many don't?", "how many programs are there", "how many don't?"],
  ["which are online?", "how many programs are batch", "which are online?"],
  ["and how many batch?", "how many programs are there", "how many batch programs are there"],
  ["how many copybooks?", "how many programs are there", "how many copybooks?"],
])("what is counted is said of the next count, too: %s after %s", (part, before, read) => {
  expect(withShared(part, before)).toBe(read);
});

test.each([
  ["which errors can the SDK raise?", true],
  ["what does our framework do?", true],
  ["what can this library do?", true],
  ["what does the SDK bridge do?", false],
  ["what does the library do?", false],
  ["what is an SDK?", false],
])("a project is spoken of by what it is as a whole: %s", (question, isProject) => {
  const marked = markProject(readTokens(question)).filter(({ concepts }) => concepts.includes("project"));
  expect(marked.length > 0).toBe(isProject);
});

test.each([
  ["what is the version right now", false],
  ["qual o limite hoje", false],
  ["how many users are logged in right now", true],
  ["quantos registros existem hoje", true],
])("%s: a running system tells it, or sources do", (question, ofNow) => {
  expect(asksOfNow(question)).toBe(ofNow);
});

test("what is excluded is not deleted, though one word of Portuguese says both", () => {
  for (const word of ["excluded", "excluding", "exclusive"]) expect(conceptsOf(word)).not.toContain("deletedata");
  for (const word of ["excluir", "exclui", "excluidos"]) expect(conceptsOf(word)).toContain("deletedata");
});
