import { describe, expect, test } from "vitest";
import { detectEncoding, type Encoding, encodeText } from "../../text/encoding.ts";
import { planEdit } from "../plan-edit.ts";

const encode = (text: string, encoding: Encoding): Uint8Array => {
  const encoded = encodeText(text, encoding);
  if (encoded.kind !== "bytes") throw new Error(`no ${encoded.character} in ${encoding}`);
  return encoded.bytes;
};

async function replace(bytes: Uint8Array, from: string, to: string, path = "f"): Promise<Uint8Array | string> {
  const input = { path, old_string: from, new_string: to };
  const plan = await planEdit({ format: "str_replace", input }, () => ({ kind: "file", bytes }));
  if (plan.kind === "failed") return `${plan.error.code}: ${plan.error.message}`;
  return plan.files[0]?.after ?? "nothing";
}

describe("encodings", () => {
  const detected = (bytes: Uint8Array): string => {
    const guess = detectEncoding(bytes);
    return guess.kind === "text" ? guess.encoding : guess.kind;
  };

  test("each is told from its bytes", () => {
    expect(detected(encode("plain", "utf-8"))).toBe("utf-8");
    expect(detected(encode("größer — ünïcode", "utf-8"))).toBe("utf-8");
    expect(detected(encode("wide text\n", "utf-16le"))).toBe("utf-16le");
    expect(detected(encode("wide text\n", "utf-16be"))).toBe("utf-16be");
    expect(detected(encode("déjà vu, première leçon “quoted” – naïve", "windows-1252"))).toBe("windows-1252");
    expect(detected(encode("日本語のコメントです。カタカナ", "shift_jis"))).toBe("shift_jis");
    expect(detected(encode("       MOVE A(1) TO B.\u0085       STOP RUN.\u0085", "cp037"))).toBe("cp037");
    expect(detected(encode("int a[10] = {0};\u0085b[1] = a[2];\u0085", "cp1047"))).toBe("cp1047");
    expect(detected(Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]))).toBe("not-text");
  });

  test("a character that the encoding lacks is an error that names it", async () => {
    const bytes = encode("prix: 5 é\n", "windows-1252");
    expect(await replace(bytes, "prix: 5", "価格: 5")).toContain('encoding: The character "価" (U+4FA1)');
    expect(await replace(bytes, "prix: 5", "prix: 5 €")).toEqual(encode("prix: 5 € é\n", "windows-1252"));
  });

  test("where two EBCDIC pages read the file alike, a character on which they differ is not guessed", async () => {
    const bytes = encode("       MOVE A TO B.\u0085", "cp037");
    expect(await replace(bytes, "MOVE A", "MOVE A[1]")).toContain("encoding:");
    expect(await replace(bytes, "MOVE A", "MOVE C")).toEqual(encode("       MOVE C TO B.\u0085", "cp037"));
  });

  test("bytes with a second spelling survive next to a change in their own line", async () => {
    // 0x879A and 0x81E6 are both "∵"; only one of them is written.
    const before = [
      ...encode("理由の説明は", "shift_jis"),
      0x81,
      0xe6,
      ...encode("、", "shift_jis"),
      0x87,
      0x9a,
      ...encode("です old\n", "shift_jis"),
    ];
    const after = await replace(Uint8Array.from(before), "old", "new");
    expect(after).toEqual(Uint8Array.from([...before.slice(0, -4), ...encode("new\n", "shift_jis")]));
  });

  test("a BOM stays and is never part of the first line", async () => {
    const bytes = Uint8Array.from([0xef, 0xbb, 0xbf, ...encode("first\nsecond\n", "utf-8")]);
    expect(await replace(bytes, "first\n", "1\n")).toEqual(
      Uint8Array.from([0xef, 0xbb, 0xbf, ...encode("1\nsecond\n", "utf-8")]),
    );
  });
});

describe("fixed-length records", () => {
  const records = (...lines: readonly string[]): Uint8Array =>
    encode(lines.map((line) => line.padEnd(80)).join(""), "cp037");

  test("a changed record is padded to its length", async () => {
    const bytes = records("//JOB1 JOB (ACCT),'NAME'", "//STEP EXEC PGM=A", "//DD1 DD DSN=X.Y,DISP=SHR");
    const after = records("//JOB1 JOB (ACCT),'NAME'", "//STEP EXEC PGM=LONGER", "//DD1 DD DSN=X.Y,DISP=SHR");
    expect(await replace(bytes, "PGM=A\n", "PGM=LONGER\n")).toEqual(after);
  });

  test("a record that would grow too long is an error", async () => {
    const bytes = records("//STEP EXEC PGM=A", "//DD1 DD DSN=X,DISP=SHR");
    expect(await replace(bytes, "PGM=A", `PGM=${"A".repeat(80)}`)).toContain("conflict:");
  });
});

test.each([
  ["    foo(a)\n    bar(b)\n", "foo(a)\n", "    bar(b)\n"],
  ["    foo(a)\n    bar(b)\n", "  foo(a)\n", "    bar(b)\n"],
  ["x\n    foo(a)  \n    bar(b)\n", "foo(a)", "x\n\n    bar(b)\n"],
  ["x\n    foo(a) c\n", "foo(a)", "x\n     c\n"],
])("what is taken out of %j by %j leaves no blanks alone and moves no column", async (before, from, after) => {
  expect(await replace(encode(before, "utf-8"), from, "")).toEqual(encode(after, "utf-8"));
});

describe("lines that are filled up with blanks to one length", () => {
  const cards = (...lines: readonly string[]): string => lines.map((line) => `${line.padEnd(80)}\n`).join("");
  const replaceIn = async (text: string, from: string, to: string): Promise<string> => {
    const after = await replace(encode(text, "utf-8"), from, to, "job.jcl");
    return typeof after === "string" ? after : new TextDecoder().decode(after);
  };
  const before = cards("//JOB1 JOB (ACCT)", "//STEP EXEC PGM=A", "//");

  test("an added line is filled up as well, and a changed one keeps the length", async () => {
    expect(await replaceIn(before, "//STEP EXEC PGM=A", "//STEP EXEC PGM=LONGER\n//DD1 DD DSN=X")).toBe(
      cards("//JOB1 JOB (ACCT)", "//STEP EXEC PGM=LONGER", "//DD1 DD DSN=X", "//"),
    );
    expect(await replaceIn(before, "PGM=A", "PGM=LONGER")).toBe(before.replace("PGM=A     ", "PGM=LONGER"));
  });

  test("lines are filled up where those around them are, though others of the file are not", async () => {
    const mixed = `//JOB1 JOB (ACCT)\n${before}//* Version 1\n`;
    const added = "//DD1 DD DISP=SHR,\n//       DSN=X\n";
    expect(await replaceIn(mixed, "//STEP EXEC PGM=A\n", `//STEP EXEC PGM=A\n${added}`)).toBe(
      `//JOB1 JOB (ACCT)\n${cards("//JOB1 JOB (ACCT)", "//STEP EXEC PGM=A", ...added.trimEnd().split("\n"), "//")}//* Version 1\n`,
    );
    expect(await replaceIn(mixed, "//* Version 1", "//* Version 2\n//* More")).toBe(
      mixed.replace("//* Version 1", "//* Version 2\n//* More"),
    );
  });

  test("a longer line stays as it was written, and other files are left alone", async () => {
    const long = `//DD1 DD DSN=${"X".repeat(80)}`;
    expect(await replaceIn(before, "//STEP EXEC PGM=A", long)).toContain(`${long}\n`);
    const plain = "one \ntwo \nsix \n";
    expect(await replaceIn(plain, "two ", "two\nt")).toBe("one \ntwo\nt\nsix \n");
  });
});

describe("COBOL columns", () => {
  const numbered = (number: number, code: string): string =>
    `${`${String(number).padStart(6, "0")}${code}`.padEnd(72)}PAYROLL1`;
  const program = (move: string): string =>
    [
      numbered(100, " IDENTIFICATION DIVISION."),
      numbered(200, " PROGRAM-ID. PAY."),
      numbered(300, " PROCEDURE DIVISION."),
      numbered(400, move),
      numbered(500, "     STOP RUN."),
      "",
    ].join("\n");
  const edit = async (from: string, to: string): Promise<string> => {
    const after = await replace(encode(program("     MOVE A TO B."), "utf-8"), from, to, "pay.cbl");
    return typeof after === "string" ? after : new TextDecoder().decode(after);
  };

  test("sequence numbers and identification are kept and never matched against", async () => {
    const found = await edit(
      "           MOVE A TO B.\n           STOP RUN.",
      "           MOVE A TO C.\n           STOP RUN.",
    );
    expect(found).toBe(program("     MOVE A TO C."));
  });

  test("text within a line changes without moving its identification", async () => {
    expect(await edit("MOVE A TO B.", "MOVE LONGER-NAME TO B.")).toBe(program("     MOVE LONGER-NAME TO B."));
  });

  test("lines copied with their numbers are found and keep them", async () => {
    const copied = (code: string): string => numbered(400, code);
    expect(await edit(copied("     MOVE A TO B."), copied("     MOVE A TO D."))).toBe(program("     MOVE A TO D."));
  });

  const replaceIn = async (text: string, from: string, to: string): Promise<string> => {
    const after = await replace(encode(text, "utf-8"), from, to, "a.cpy");
    return typeof after === "string" ? after : new TextDecoder().decode(after);
  };

  test("blanks at the end of a changed line reach as far as before", async () => {
    for (const width of [0, 46, 72, 80])
      for (const replacement of ["X(176)", "X(9)", "S9(10)V99"]) {
        const field = (picture: string): string =>
          `${`           05  FILLER          PIC ${picture}.`.padEnd(width)}\n`;
        const others = `${"           05  OTHER           PIC X.".padEnd(width)}\n`;
        const found = await replaceIn(others + field("X(178)") + others, "PIC X(178).", `PIC ${replacement}.`);
        expect(found).toBe(others + field(replacement) + others);
      }
  });

  test("blanks at the end of an added line stay as written", async () => {
    const first = `${"           05  ONE             PIC X.".padEnd(80)}\n`;
    const second = `${"           05  TWO             PIC X.".padEnd(80)}\n`;
    expect(await replaceIn(first, first, first + second)).toBe(first + second);
  });

  test("code pushed past column 72 is an error that shows it", async () => {
    const long = `MOVE ${"A".repeat(40)} TO ${"B".repeat(30)}.`;
    expect(await edit("MOVE A TO B.", long)).toContain("past column 72");
  });

  test("free format has no columns", async () => {
    const free = "identification division.\nprogram-id. pay.\nprocedure division.\n    move a to b.\n";
    const long = `move ${"a".repeat(90)} to b.`;
    const after = await replace(encode(free, "utf-8"), "move a to b.", long, "pay.cbl");
    expect(after).toEqual(encode(free.replace("move a to b.", long), "utf-8"));
  });
});
