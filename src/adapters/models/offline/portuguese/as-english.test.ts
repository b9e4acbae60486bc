import { expect, test } from "vitest";
import { isPortuguese } from "../reading/tokens.ts";
import { asEnglish } from "./as-english.ts";
import { PORTUGUESE_NOUNS, PORTUGUESE_WORDS } from "./words.ts";

/** Ways to ask in Portuguese, and in the same words in English; X is a name. */
const TWINS: readonly (readonly [portuguese: string, english: string])[] = [
  ["Quem chama o X?", "who call the X?"],
  ["Quem é que chama o X?", "who call the X?"],
  ["Onde é usado o X?", "where is the X used?"],
  ["Onde está definido o X?", "where is the X defined?"],
  ["O que faz o X?", "what does X do?"],
  ["Que ficheiros lê o X?", "what files does X read?"],
  ["Que copybooks usa o X?", "what copybooks does X use?"],
  ["Que programas usam o ficheiro X?", "what programs use the file X?"],
  ["Quais os programas que usam o X?", "which programs that use the X?"],
  ["Que jobs apagam o ficheiro de transações?", "what jobs delete the transaction file?"],
  ["Com que código de retorno termina o X?", "with which exit code does X end?"],
  ["O que acontece se eu mudar o X?", "what happens if i change the X?"],
  ["Quantos programas há?", "how many programs are there?"],
  ["Qual é o maior ficheiro da pasta source?", "which is the biggest file in source?"],
  ["Como é que corro os testes?", "how do i run the tests?"],
  ["Há código morto?", "are there dead code?"],
  ["Quem escreveu o X?", "who wrote the X?"],
  ["Que testes cobrem o X?", "what tests cover the X?"],
  ["Que programas batch alteram o saldo da conta (X)?", "what programs batch change the account balance (X)?"],
  ["Quais são os passos do job da noite?", "which are the steps of the night job?"],
];
const NAMES = ["CBTRN02C", "ACCT-CURR-BAL", "parse_message"];

test.each(TWINS.flatMap(([portuguese, english]) => NAMES.map((name) => [portuguese, english, name] as const)))(
  "%s is read as %s of %s, with accents and without",
  (portuguese, english, name) => {
    const [asked, twin] = [portuguese, english].map((form) => form.replace(/X/g, name));
    expect(asEnglish(asked ?? "")).toEqual({ text: twin, isWhole: true });
  },
);

test.each([
  "what exit code do I get when no version fits?",
  "which programs do this with no file at hand?",
  "how do I start it as root, with no password?",
  "why do I see no output of a run?",
])("small words that both languages have make no Portuguese of %s", (asked) => {
  expect(isPortuguese(asked)).toBe(false);
});

test("a Portuguese question may begin with a name and hold English words", () => {
  expect(isPortuguese("o timeout do client é para que pedidos?")).toBe(true);
  expect(isPortuguese("no job da noite, o step de sort falha quando?")).toBe(true);
  expect(isPortuguese("você pode editar arquivos?")).toBe(true);
});

test("accents may be missing where a question begins", () => {
  const [asked, bare] = ["Onde é usado o X1?", "Onde e usado o X1?"].map(asEnglish);
  expect(bare).toEqual(asked);
});

test("a word that is not known stays, and is told", () => {
  expect(asEnglish("Quem chama o zarolho?")).toEqual({ text: "who call the zarolho?", isWhole: false });
});

test("each word of Portuguese stands in one row alone", () => {
  const words = [...Object.entries(PORTUGUESE_NOUNS), ...Object.entries(PORTUGUESE_WORDS)].flatMap(([english, said]) =>
    said.split(" ").map((word) => [word, english] as const),
  );
  const meanings = Map.groupBy(words, ([word]) => word);
  const several = [...meanings].filter(([, rows]) => new Set(rows.map(([, english]) => english)).size > 1);
  expect(several.map(([word]) => word)).toEqual([]);
});
