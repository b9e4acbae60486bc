import fc from "fast-check";
import { expect, test } from "vitest";
import { KeyDecoder, type KeyInput } from "./key-decoder.ts";

function decode(chunks: readonly Buffer[]): KeyInput[] {
  const inputs: KeyInput[] = [];
  const decoder = new KeyDecoder((input) => inputs.push(input));
  for (const chunk of chunks) decoder.push(chunk);
  decoder.close();
  return inputs;
}

const keys = (text: string): (string | undefined)[] =>
  decode([Buffer.from(text)]).map((input) => (input.kind === "key" ? input.key : `${input.kind}:${input.text}`));

test("keys of xterm, kitty and modifyOtherKeys have the same names", () => {
  expect(keys("\r\x7f\x03\t\x1b[Z\x1b[A\x1bOB\x1b[1;5C\x1b[3~\x1b[13;2u\x1b[27;5;13~\x1bb\x1b\x7f\x1b[99;5u")).toEqual([
    ..."enter backspace ctrl+c tab shift+tab up down ctrl+right delete shift+enter ctrl+enter alt+b alt+backspace ctrl+c".split(
      " ",
    ),
  ]);
});

test("answers of the terminal, releases and mouse reports are no keys", () => {
  expect(keys("\x1b]11;rgb:00/00/00\x07\x1b[?62;c\x1b[97;1:3u\x1b[<0;1;1Mok")).toEqual(["text:ok"]);
});

test("a paste is one text, whatever is in it", () => {
  expect(keys("a\x1b[200~x\r\ny\x1b[Az\x1b[201~b")).toEqual(["text:a", "paste:x\ny\x1b[Az", "text:b"]);
});

test("a paste without an end swallows nothing: it is shown, what is typed is part of it, and ctrl+c leads out", async () => {
  const inputs: KeyInput[] = [];
  const decoder = new KeyDecoder((input) => inputs.push(input));
  const quiet = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 700));
  decoder.push(Buffer.from("\x1b[200~rm -rf x\r"));
  await quiet();
  decoder.push(Buffer.from("\r"));
  await quiet();
  decoder.push(Buffer.from("\x03"));
  decoder.push(Buffer.from("y"));
  decoder.push(Buffer.from("\x1b[200~late"));
  await quiet();
  decoder.push(Buffer.from(" end\x1b[20"));
  await quiet();
  decoder.push(Buffer.from("1~z"));
  decoder.close();
  expect(inputs.map((input) => (input.kind === "key" ? input.key : `${input.kind}:${input.text}`))).toEqual([
    ...["paste:rm -rf x\n", "paste:\n", "ctrl+c", "text:y"],
    ...["paste:late", "paste: end", "text:z"],
  ]);
});

test("an empty paste is none, and one without an end is kept as far as it may be long", () => {
  expect(keys("\x1b[200~\x1b[201~a")).toEqual(["text:a"]);
  const inputs: KeyInput[] = [];
  const decoder = new KeyDecoder((input) => inputs.push(input));
  decoder.push(Buffer.from("\x1b[200~"));
  const piece = Buffer.alloc(10_000_000, "x");
  for (let count = 0; count < 7; count++) decoder.push(piece);
  decoder.push(Buffer.from("\x1b[201~"));
  decoder.close();
  expect(inputs.map((input) => input.kind === "paste" && input.text.length)).toEqual([50_000_000]);
});

test("however the bytes are cut, the keys are the same", () => {
  const whole = Buffer.from("漢\x1b[1;5Ch👩‍👧\x1b[200~päste\n\x1b[201~\x1b[13;2u\rz");
  const text = (inputs: readonly KeyInput[]): string =>
    inputs
      .map((input) =>
        input.kind === "key" ? `<${input.key}>` : input.kind === "paste" ? `[${input.text}]` : input.text,
      )
      .join("");
  fc.assert(
    fc.property(fc.array(fc.nat(whole.length), { maxLength: 8 }), (numbers) => {
      const cuts = [0, ...numbers.sort((left, right) => left - right), whole.length];
      const chunks = cuts.slice(1).map((end, index) => whole.subarray(cuts[index], end));
      expect(text(decode(chunks))).toBe(text(decode([whole])));
    }),
  );
});
