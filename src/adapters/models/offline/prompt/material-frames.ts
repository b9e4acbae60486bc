/** The sentences about what was given with a prompt. */
export interface MaterialFrames {
  diff(files: number, added: number, removed: number): string;
  log(counts: LogCounts): string;
  text(lines: number, characters: number): string;
  more(count: number): string;
  /** Before the functions, paragraphs or sections that a change lies in. */
  readonly within: string;
  /** Before the frames of a stack. */
  readonly calls: string;
  /** That this is no summary in words. */
  readonly ownWords: string;
}

export interface LogCounts {
  readonly lines: number;
  readonly faults: number;
  readonly warnings: number;
  readonly calls: number;
}

const many = (count: number, one: string, several: string): string => `${count} ${count === 1 ? one : several}`;

export const ENGLISH: MaterialFrames = {
  diff: (files, added, removed) =>
    `What was given is a diff of ${many(files, "file", "files")}: ${many(added, "line", "lines")} added, ${removed} removed.`,
  log: ({ lines, faults, warnings, calls }) =>
    `What was given is a log of ${many(lines, "line", "lines")}: ${faults} of errors, ${warnings} of warnings, ${calls} of stacks.${faults > 0 ? " The lines of errors:" : ""}`,
  text: (lines, characters) =>
    `What was given is a text of ${many(lines, "line", "lines")} (${characters} characters). It begins:`,
  more: (count) => `- … ${count} more`,
  within: "in",
  calls: "The frames of its stacks:",
  ownWords: "That is what it shows by its form; what it means only a language model can word.",
};

export const PORTUGUESE: MaterialFrames = {
  diff: (files, added, removed) =>
    `O que foi dado é um diff de ${many(files, "ficheiro", "ficheiros")}: ${many(added, "linha acrescentada", "linhas acrescentadas")}, ${many(removed, "retirada", "retiradas")}.`,
  log: ({ lines, faults, warnings, calls }) =>
    `O que foi dado é um registo de ${many(lines, "linha", "linhas")}: ${faults} de erros, ${warnings} de avisos, ${calls} de pilhas.${faults > 0 ? " As linhas de erros:" : ""}`,
  text: (lines, characters) =>
    `O que foi dado é um texto de ${many(lines, "linha", "linhas")} (${characters} caracteres). Começa assim:`,
  more: (count) => `- … mais ${count}`,
  within: "em",
  calls: "Os níveis das suas pilhas:",
  ownWords: "É o que mostra pela forma; o que significa só um modelo de linguagem pode dizer por palavras.",
};
