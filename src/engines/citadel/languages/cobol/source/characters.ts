/** What a character can begin or continue. */
export const C = { OTHER: 0, SPACE: 1, LETTER: 2, DIGIT: 3, QUOTE: 4, DOT: 5, SEPARATOR: 6, HYPHEN: 7 } as const;

export const CLASS: Uint8Array = classTable();

/** 1 for a character that continues a word: letters, digits, hyphen, underscore, and the national characters # @ $. */
export const IN_WORD: Uint8Array = Uint8Array.from(CLASS, (kind) =>
  kind === C.LETTER || kind === C.DIGIT || kind === C.HYPHEN ? 1 : 0,
);

function classTable(): Uint8Array {
  const table = new Uint8Array(256);
  for (let code = 0; code < 256; code += 1) {
    if (code <= 32 || code === 0x7f || code === 0xa0) table[code] = C.SPACE;
    else if ((code >= 48 && code <= 57) as boolean) table[code] = C.DIGIT;
    else if (/[A-Za-z_#@$]/.test(String.fromCharCode(code)) || code >= 0xc0) table[code] = C.LETTER;
  }
  table[0x22] = C.QUOTE;
  table[0x27] = C.QUOTE;
  table[0x2e] = C.DOT;
  table[0x2c] = C.SEPARATOR;
  table[0x3b] = C.SEPARATOR;
  table[0x2d] = C.HYPHEN;
  return table;
}
