import { createRequire } from "node:module";
import type { Terminal as HeadlessTerminal } from "@xterm/headless";
import { expect, test } from "vitest";
import { createTheme } from "../theme.ts";
import { drawnRow } from "./drawn-row.ts";
import { FullScreen } from "./full-screen.ts";
import { InlineScreen } from "./inline-screen.ts";
import type { Screen } from "./screen.ts";
import type { TerminalPort } from "./tty.ts";

const { Terminal } = createRequire(import.meta.url)("@xterm/headless") as { Terminal: typeof HeadlessTerminal };

/** What acts on a terminal, breaks a row or reorders it, around a letter that stays. */
const HOSTILE: Readonly<Record<string, string>> = {
  "a title": "\x1b]0;PWN\x07a",
  "a title by C1": "\x9d0;PWN\x9ca",
  "the clipboard": "\x1b]52;c;UFdO\x07a",
  "a title that nothing ends": "a\x1b]0;PWN",
  "a move": "\x1b[1;1Ha",
  "a move by C1": "\x9b1;1Ha",
  "an erasure": "\x1b[2Ja",
  "a reset": "\x1bca",
  "another character set": "\x1b(0\x0ea",
  "a line end": "a\r\n\n\x0b\x0c\x85",
  "a return": "a\rb",
  "hidden text": "\x1b[8ma\x1b[28m",
  "text that blinks": "\x1b[5ma",
  "another order": "a\u202e\u2067",
  "a device string": "\x1bPq#0\x1b\\a",
};
const ALLOWED =
  /\x1b\[[\d;]*[ABGHJKm]|\x1b\[\?(?:25|1049|2026)[hl]|\r\n?|\n|[^\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g;

function drawn(make: (terminal: TerminalPort) => Screen, row: string) {
  const terminal = new Terminal({ cols: 40, rows: 8, allowProposedApi: true });
  const titles: string[] = [];
  terminal.onTitleChange((title) => titles.push(title));
  let written = "";
  const port = {
    columns: 40,
    rows: 8,
    write: (text: string) => {
      written += text;
    },
  } as TerminalPort;
  const screen = make(port);
  screen.draw([`first ${row}`], { rows: [`second ${row}`, "third"], cursor: { row: 1, column: 0 } });
  screen.draw([], { rows: [`second ${row}!`, "third"], cursor: { row: 1, column: 0 } });
  const frames = written;
  screen.close();
  return new Promise<{ rest: string; concealed: string; titles: readonly string[]; rows: readonly string[] }>((done) =>
    terminal.write(frames, () => {
      const { active } = terminal.buffer;
      const rows = Array.from(
        { length: 8 },
        (_, at) => active.getLine(active.baseY + at)?.translateToString(true) ?? "",
      );
      done({
        rest: written.replace(ALLOWED, ""),
        concealed: written.match(/\x1b\[[\d;]*\b(?:5|8)m/g)?.join("") ?? "",
        titles,
        rows: rows.filter((text) => text !== "").map((text) => text.split(" ")[0] ?? ""),
      });
    }),
  );
}

const SCREENS = {
  inline: (port: TerminalPort) => new InlineScreen(port),
  full: (port: TerminalPort) => new FullScreen(port),
};

test.each(
  Object.entries(SCREENS).flatMap(([name, make]) =>
    Object.entries(HOSTILE).map(([what, row]) => [name, what, make, row] as const),
  ),
)("the %s screen lets no row do anything to the terminal: %s", async (_, __, make, row) => {
  expect(await drawn(make, row)).toEqual({ rest: "", concealed: "", titles: [], rows: ["first", "second", "third"] });
});

test("our own colours reach the terminal as they are", () => {
  for (const name of ["dark", "light", "color-blind"])
    for (const depth of ["16", "256", "true"] as const) {
      const theme = createTheme(name, depth);
      for (const role of ["accent", "heading", "addedWord", "removedWord", "quote", "border", "strike"] as const) {
        const row = `${theme?.paint(role, "è → text")} and ${theme?.paint("dim", "more")}`;
        expect(drawnRow(row)).toBe(row);
      }
    }
});
