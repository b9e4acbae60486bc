import { expect, test } from "vitest";
import { lineWidth } from "../../src/frontends/terminal/text/width.ts";
import { ask, pause, sitDown } from "./sit-down.ts";

const PORTUGUESE = { environment: { LANG: "pt_BR.UTF-8" }, rows: 60 };
const edit = { name: "edit_file", input: { path: "a.txt", old_string: "one", new_string: "two" } };

test("in a Portuguese terminal the questions, the status, the help and the mistakes are Portuguese", async () => {
  const { seat } = await sitDown({
    files: { "a.txt": "one\n" },
    replies: [{ calls: [edit] }, { text: "Feito." }],
    seat: PORTUGUESE,
  });
  await seat.until("/help lista comandos");
  seat.type("edite\r");
  await seat.until("Sim, uma vez");
  await seat.until(/Esperando você … .*Esc cancela/);
  await seat.until("? edit_file: muda a.txt");
  await pause();
  seat.type("1");
  await seat.until("Feito.");
  seat.type("/help\r");
  const help = await seat.until("Ferramentas do modelo");
  expect(help).toMatch(/\/resume \[ID\|WORDS\] continua outra sessão/);
  seat.type("/fly\r");
  await seat.until("Não existe o comando /fly");
  seat.type("/mode plan\r");
  await seat.until("Modo plan: só olha.");
});

test("why a call was refused, and why nothing was condensed, is told in Portuguese", async () => {
  const { seat } = await sitDown({
    files: { "a.txt": "one\n" },
    args: ["--permission-mode", "plan"],
    replies: [
      { calls: [edit] },
      { text: "Recusado." },
      { text: "Mais nada." },
      { text: "Um resumo." },
      { text: "Um resumo." },
    ],
    seat: PORTUGUESE,
  });
  await ask(seat, "edite", "Recusado.");
  await seat.until("o modo plan só olha");
  await ask(seat, "e agora?", "Mais nada.");
  seat.type("/compact\r");
  await seat.until("Nada foi condensado: não é mais curto do que aquilo que substitui.");
});

test("the setting goes before the locale, and a plain prompt speaks it too", async () => {
  const { seat } = await sitDown({
    files: { "a.txt": "one\n" },
    args: ["--screen-reader"],
    replies: [{ calls: [edit] }, { text: "Feito." }],
    seat: { environment: { LANG: "en_US.UTF-8", WAYMARK_LANGUAGE: "pt" }, rows: 60 },
  });
  await seat.until("/help mostra os comandos");
  seat.type("edite\r");
  const asked = await seat.until("Permitir? Número ou letra");
  expect(asked).toContain("1. Sim, uma vez (y)");
  seat.type("1\r");
  await seat.until("A chamada 1 está pronta");
  await seat.until("Feito.");
});

test("a screen reader hears after a silence that the work goes on, and what is waited for", async () => {
  const { seat } = await sitDown({
    args: ["--screen-reader"],
    replies: [{ text: "At last.", delayMs: 7_000 }],
  });
  seat.type("take your time\r");
  await seat.until(/Waiting for the model, for \d seconds\./);
  await seat.until("At last.");
});

const HEBREW = "שלום עולם";
const ARABIC = "مرحبا بالعالم";
const WIDE = "漢字仮名交じり文";

test.each([
  ["Hebrew", HEBREW],
  ["Arabic", ARABIC],
  ["wide signs", WIDE],
  ["signs of several parts", "👩‍👧 é न्ना"],
])("%s: the cursor stands behind what was typed, and what was sent is what was typed", async (_, text) => {
  const { seat } = await sitDown({ replies: [{ expect: `${text}!x`, text: `${text} ${text}` }] });
  seat.type(`${text}x`);
  await seat.until(text);
  const cursor = (): number => seat.terminal.buffer.active.cursorX;
  await seat.until(() => cursor() === 2 + lineWidth(text) + 1);
  seat.type("\x1b[D!");
  await seat.until(`${text}!x`);
  await seat.until(() => cursor() === 2 + lineWidth(text) + 1);
  seat.type("\r");
  await seat.until(`● ${text} ${text}`);
});

test.each([
  ["Hebrew", HEBREW],
  ["wide signs", WIDE],
])("%s: a long prompt wraps within the width, and a question about such a file holds every sign", async (_, text) => {
  const long = `${text} `.repeat(12).trim();
  const { seat } = await sitDown({
    files: { "a.txt": `${text}\n` },
    replies: [
      {
        expect: long,
        calls: [{ name: "edit_file", input: { path: "a.txt", old_string: text, new_string: `${text} ${text}` } }],
      },
      { text: "Done." },
    ],
    seat: { columns: 50, rows: 40 },
  });
  seat.type(long);
  const typed = (screen: string) => screen.split("\n").filter((row) => row.includes(text.slice(0, 2)));
  const rows = typed(await seat.until((screen) => screen.split(text.slice(0, 2)).length > 8));
  expect(rows.length).toBeGreaterThan(1);
  for (const row of rows) expect(lineWidth(row)).toBeLessThan(50);
  seat.type("\r");
  const asked = await seat.until("Yes, once");
  expect(asked).toContain(`+ ${text} ${text}`);
  await pause();
  seat.type("1");
  await seat.until("Done.");
});

test("a table of wide and right-to-left text keeps its columns", async () => {
  const table = `| a | b |\n|---|---:|\n| ${WIDE} | 1 |\n| ${HEBREW} | 22 |\n| x | 333 |`;
  const { seat } = await sitDown({ replies: [{ text: `Look:\n\n${table}\n\nDone.` }] });
  await ask(seat, "table", "Done.");
  const bars = (await seat.screen())
    .split("\n")
    .filter((row) => row.includes(" │ "))
    .map((row) => lineWidth(row.slice(0, row.indexOf("│"))));
  expect(new Set(bars).size).toBe(1);
  expect(bars.length).toBe(4);
});
