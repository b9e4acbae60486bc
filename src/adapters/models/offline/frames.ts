import { isPortuguese } from "./reading/tokens.ts";

/** The fixed sentences around what is quoted, in the language of the question. */
export interface Frames {
  /** Before the best passage. @param missing  words of the question that it does not hold */
  nearest(missing: readonly string[]): string;
  /** That a passage does not hold these words. */
  without(missing: readonly string[]): string;
  readonly alsoNear: string;
  /** Before what is nearest to all that was asked. @param words  of it that nothing above holds */
  rest(words: readonly string[]): string;
  readonly manual: string;
  readonly nothing: string;
  readonly asAbove: string;
  /** Words that no file says at all. */
  nowhere(words: readonly string[], files: number): string;
  /** What was looked through, where nothing was found. */
  searched(files: number): string;
  /** The words for which nothing was found. */
  lookedFor(words: readonly string[]): string;
  /** That only a running system knows it. */
  readonly notHere: string;
  readonly readYourself: string;
  /** Before the places of a message, before what uses the name that holds it, before what leads there. */
  says(message: string, places: number): string;
  uses(names: readonly string[]): string;
  leadsTo(names: readonly string[]): string;
  /** Before the places that define what a quotation names. */
  values(names: readonly string[]): string;
  /** What words were taken for, as `said as meant` in a row. */
  taken(words: readonly (readonly [said: string, meant: string])[]): string;
  /** That a word stands for what was asked before, and nothing was. */
  nothingBefore(word: string): string;
  /** That a question is longer than what was read of it. */
  beyond(read: { readonly asked: string; readonly beyond: number }): string;
}

const ENGLISH: Frames = {
  nearest: (missing) =>
    missing.length === 0
      ? "Nearest in this folder."
      : `Nearest in this folder; it does not speak of ${quotedWords(missing, "or")}.`,
  without: (missing) => `it does not speak of ${quotedWords(missing, "or")}`,
  alsoNear: "Also near:",
  rest: (words) => `Nearest to the whole question, with ${quotedWords(words, "and")}:`,
  manual: "Waymark's documentation",
  asAbove: "As above.",
  nothing: "I cannot tell whether anything here answers that.",
  nowhere: (words, files) =>
    `No file here names ${quotedWords(words, "or")} (${files} ${files === 1 ? "file" : "files"} searched, comments included).`,
  searched: (files) => `I looked through ${files === 1 ? "the one file" : `all ${files} files`} here.`,
  lookedFor: (words) => `Looked for: ${words.join(", ")}. A name that stands here finds more.`,
  notHere: "What a running system holds or does at some time is not in its sources.",
  readYourself: "Whether that means yes or no is for you to read.",
  says: (message, places) => `"${message}" stands in ${places === 1 ? "one place" : `${places} places`}:`,
  uses: (names) => `Where ${names.join(", ")} is brought up or tested:`,
  leadsTo: (names) => `What leads to ${names.join(", ")}:`,
  values: (names) => `Where ${names.join(", ")} ${names.length === 1 ? "is" : "are"} defined:`,
  taken: (words) => `I took ${words.map(([said, meant]) => `"${said}" as "${meant}"`).join(", ")}.`,
  nothingBefore: (word) => `Nothing was asked before that "${word}" could mean: ask again with a name in its place.`,
  beyond: ({ asked, beyond }) =>
    `I read the first ${asked.length} characters of what is asked; what stands behind them (${beyond}) is not regarded.`,
};

const PORTUGUESE: Frames = {
  nearest: (missing) =>
    missing.length === 0
      ? "O mais próximo nesta pasta."
      : `O mais próximo nesta pasta; não fala de ${quotedWords(missing, "nem de")}.`,
  without: (missing) => `não fala de ${quotedWords(missing, "nem de")}`,
  alsoNear: "Também próximos:",
  rest: (words) => `O mais próximo da pergunta inteira, com ${quotedWords(words, "e")}:`,
  manual: "Documentação do Waymark",
  asAbove: "Como acima.",
  nothing: "Não sei dizer se algo aqui responde a isso.",
  nowhere: (words, files) =>
    `Nenhum arquivo daqui fala de ${quotedWords(words, "nem de")} (${files} ${files === 1 ? "arquivo lido" : "arquivos lidos"}, comentários incluídos).`,
  searched: (files) => `Procurei em ${files === 1 ? "o único arquivo" : `todos os ${files} arquivos`} daqui.`,
  lookedFor: (words) => `Procurado: ${words.join(", ")}. Um nome que esteja aqui encontra mais.`,
  notHere: "O que um sistema em execução guarda ou faz num dado momento não está nas suas fontes.",
  readYourself: "Se isso quer dizer sim ou não, cabe a você ler.",
  says: (message, places) => `"${message}" está em ${places === 1 ? "um lugar" : `${places} lugares`}:`,
  uses: (names) => `Onde ${names.join(", ")} é ativado ou testado:`,
  leadsTo: (names) => `O que leva a ${names.join(", ")}:`,
  values: (names) => `Onde ${names.join(", ")} ${names.length === 1 ? "está definido" : "estão definidos"}:`,
  taken: (words) => `Li ${words.map(([said, meant]) => `"${said}" como "${meant}"`).join(", ")}.`,
  nothingBefore: (word) =>
    `Nada foi perguntado antes que "${word}" pudesse ser: pergunte de novo com um nome no lugar.`,
  beyond: ({ asked, beyond }) =>
    `Li os primeiros ${asked.length} caracteres do que foi perguntado; o que vem depois deles (${beyond}) não foi considerado.`,
};

const WORDS_MAX = 3;

const quotedWords = (words: readonly string[], joint: string): string =>
  words
    .slice(0, WORDS_MAX)
    .map((word) => `"${word}"`)
    .join(` ${joint} `) + (words.length > WORDS_MAX ? ` (+ ${words.length - WORDS_MAX})` : "");

/** The sentences for a question: Portuguese where its small words are. */
export const framesFor = (question: string): Frames => (isPortuguese(question) ? PORTUGUESE : ENGLISH);
