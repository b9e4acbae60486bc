/** Words for a person: as they are written, or a phrase that can be said in another language. */
export type Words = string | Phrase;

/** What a template takes; a value that is a phrase is said in the same language. */
export type PhraseValue = string | number | boolean | undefined | Phrase;

/**
 * A sentence of ours with what stands in it. By itself it is English: in a log, in JSON, to a model, as the message of an error. Only
 * where a person is told is it looked up in the person's language.
 */
export class Phrase {
  /** The English text with `{0}`, `{1}` … for the values: what a translation is found by. */
  readonly pattern: string;
  readonly values: readonly PhraseValue[];

  constructor(pattern: string, values: readonly PhraseValue[]) {
    this.pattern = pattern;
    this.values = values;
  }

  toString(): string {
    return this.in(untranslated);
  }

  /** JSON is read by programs: it never changes with the language. */
  toJSON(): string {
    return this.toString();
  }

  /** @param translated the pattern in another language, with the same numbers in braces */
  in(translated: (pattern: string) => string): string {
    return translated(this.pattern).replace(/\{(\d+)\}/g, (whole: string, index: string) => {
      if (Number(index) >= this.values.length) return whole;
      const value = this.values[Number(index)];
      return value instanceof Phrase ? value.in(translated) : String(value);
    });
  }
}

const untranslated = (pattern: string): string => pattern;

/** Tags the template of a sentence that people read: phrase`There is no session "${name}".` */
export function phrase(parts: TemplateStringsArray, ...values: readonly PhraseValue[]): Phrase {
  return new Phrase(
    parts.reduce((text, part, index) => `${text}{${index - 1}}${part}`),
    values,
  );
}

/** The phrase for this number: a language may say one and many in other words than English does. */
export const counted = (count: number, one: Phrase, many: Phrase): Phrase => (count === 1 ? one : many);

/** Phrases in a row, with commas between them. */
export const listed = (phrases: readonly PhraseValue[], between = ", "): Phrase =>
  new Phrase(phrases.map((_, index) => `{${index}}`).join(between), phrases);
