/** A small generator of numbers, so that every run mutates alike. */
export function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Pieces that begin or end something in one of the languages, and characters that nobody expects. */
const SPLINTERS = [
  "//",
  "/*",
  "*/",
  "'",
  '"',
  "(",
  ")",
  ",",
  "&",
  "&&",
  "*.",
  ".\n",
  "==",
  ":",
  "EXEC ",
  "EXEC SQL\n",
  "END-EXEC",
  "COPY ACCTREC.\n",
  "COPY LOOPA REPLACING ==A== BY ==B==.\n",
  "REPLACE ==ACCT== BY ==A B==.\n",
  "       PROGRAM-ID. X.\n",
  "       END PROGRAM X.\n",
  "       PROCEDURE DIVISION.\n",
  "       DECLARATIVES.\n",
  "      -    '",
  "      D    DISPLAY 'X'.\n",
  "       >>SOURCE FORMAT FREE\n",
  "PERFORM A THRU ",
  "GO TO ",
  "ALTER A TO PROCEED TO B ",
  "01  X OCCURS 1 TO 99999999 DEPENDING ON X PIC X(999999999).\n",
  "REDEFINES ",
  "DD *\n",
  "PROC\n",
  "\n",
  "\r\n",
  "\t",
  " ",
  "=",
  "END",
  ";",
  "-",
  "+",
  "\u0000",
  "\u001a",
  "\u00e9",
  "\ud83d",
  "x".repeat(300),
  "(".repeat(80),
];

/** A text after one to six accidents: cut short, a piece lost, put in, doubled, or another character. */
export function mutate(text: string, random: (below: number) => number): string {
  let mutated = text;
  for (let count = random(6) + 1; count > 0; count -= 1) {
    const at = random(mutated.length + 1);
    const length = random(12);
    switch (random(6)) {
      case 0:
        mutated = mutated.slice(0, at);
        break;
      case 1:
        mutated = mutated.slice(0, at) + mutated.slice(at + length);
        break;
      case 2:
        mutated = mutated.slice(0, at) + (SPLINTERS[random(SPLINTERS.length)] ?? "") + mutated.slice(at);
        break;
      case 3:
        mutated = mutated.slice(0, at) + String.fromCharCode(random(256)) + mutated.slice(at + 1);
        break;
      case 4:
        mutated = mutated.slice(0, at) + mutated.slice(random(mutated.length + 1));
        break;
      default:
        mutated = mutated.slice(0, 5000) + mutated.slice(at, at + 200) + mutated.slice(at);
    }
  }
  return mutated;
}
