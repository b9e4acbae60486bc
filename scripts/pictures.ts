// `npm run pictures` draws docs/pictures/*.svg from what the program puts on a real, headless terminal: never drawn by hand.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { IBufferCell, Terminal } from "@xterm/headless";
import { makePlace } from "../test/e2e/run-waymark.ts";
import { Seat } from "../test/terminal/pseudo-terminal.ts";

const [CELL_WIDTH, LINE_HEIGHT, MARGIN] = [8.4, 18, 16];
const [FOREGROUND, BACKGROUND] = ["#d4d4d4", "#1e1e1e"];
/** The sixteen of xterm's own scheme, as most dark themes soften them. */
const BASE = [
  ...["#000000", "#cd3131", "#0dbc79", "#e5e510", "#2472c8", "#bc3fbc", "#11a8cd", "#e5e5e5"],
  ...["#666666", "#f14c4c", "#23d18b", "#f5f543", "#3b8eea", "#d670d6", "#29b8db", "#ffffff"],
];

const FILES = {
  "sum.mjs": "export function sum(numbers) {\n  return numbers.reduce((total, one) => total + one, 1);\n}\n",
  "package.json": '{ "name": "sums", "scripts": { "test": "node --test" } }\n',
};
const EDIT = {
  path: "sum.mjs",
  old_string: "total + one, 1)",
  new_string: "total + one, 0)",
};
const REPLIES = [
  { text: "The sum begins at 1. Let me look at it.", calls: [{ name: "read_file", input: { path: "sum.mjs" } }] },
  { text: "It must begin at 0.", calls: [{ name: "edit_file", input: EDIT }] },
  { text: "Done: `sum([])` is now **0**, and every other sum is one less, as it should be." },
];

await draw("approval", async (seat) => {
  seat.type("sum([]) gives 1; fix it\r");
  await seat.until(/1\W.*yes|Yes|allow/i);
  await seat.until("total + one, 0)");
});
await draw("session", async (seat) => {
  seat.type("sum([]) gives 1; fix it\r");
  await seat.until("total + one, 0)");
  await pause();
  seat.type("1");
  await seat.until("as it should be");
});

/** One session with a scripted model, played to a point, as a picture. */
async function draw(name: string, play: (seat: Seat) => Promise<void>): Promise<void> {
  const place = makePlace({ ...FILES, "script.json": JSON.stringify(REPLIES) });
  const environment = {
    COLORTERM: "truecolor",
    WAYMARK_THEME: "dark",
    WAYMARK_REDUCED_MOTION: "1",
  };
  const seat = new Seat(["-m", "scripted/script.json"], { ...place, columns: 92, rows: 26, environment });
  try {
    await seat.until("script.json");
    await pause();
    await play(seat);
    await pause();
    await seat.screen();
    const folder = resolve(import.meta.dirname, "../docs/pictures");
    mkdirSync(folder, { recursive: true });
    const svg = svgOf(seat.terminal).replaceAll(place.cwd, "~/sums");
    writeFileSync(join(folder, `${name}.svg`), svg);
    console.log(`docs/pictures/${name}.svg`);
  } finally {
    seat.close();
    place.remove();
    rmSync(place.cwd, { recursive: true, force: true });
  }
}

/** Till what is under way is drawn. */
function pause(): Promise<void> {
  return new Promise((done) => setTimeout(done, 800));
}

function svgOf(terminal: Terminal): string {
  const { active } = terminal.buffer;
  const rows: string[] = [];
  let used = 0;
  for (let row = 0; row < terminal.rows; row++) {
    const line = active.getLine(active.baseY + row);
    const parts = line === undefined ? [] : runsOf(terminal, (column) => line.getCell(column));
    if (parts.some(({ text }) => text.trim() !== "")) used = row + 1;
    rows.push(parts.map((part) => runSvg(part, row)).join(""));
  }
  const [width, height] = [terminal.cols * CELL_WIDTH + 2 * MARGIN, used * LINE_HEIGHT + 2 * MARGIN];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="14">
<rect width="100%" height="100%" rx="8" fill="${BACKGROUND}"/>
${rows
  .slice(0, used)
  .filter((row) => row !== "")
  .join("\n")}
</svg>
`;
}

interface Run {
  readonly column: number;
  text: string;
  cells: number;
  readonly style: string;
  readonly background: string | undefined;
}

/** Cells that look the same, joined. */
function runsOf({ cols }: Terminal, cellAt: (column: number) => IBufferCell | undefined): readonly Run[] {
  const runs: Run[] = [];
  for (let column = 0; column < cols; column++) {
    const cell = cellAt(column);
    if (cell === undefined || cell.getWidth() === 0) continue;
    const { style, background } = looksOf(cell);
    const last = runs.at(-1);
    const text = cell.getChars() || " ";
    if (last !== undefined && last.style === style && last.background === background) {
      last.text += text;
      last.cells += cell.getWidth();
    } else runs.push({ column, text, cells: cell.getWidth(), style, background });
  }
  return runs;
}

function looksOf(cell: IBufferCell): { readonly style: string; readonly background: string | undefined } {
  const own = colorOf(cell.isFgDefault(), cell.isFgRGB(), cell.getFgColor()) ?? FOREGROUND;
  const behind = colorOf(cell.isBgDefault(), cell.isBgRGB(), cell.getBgColor());
  const [fill, background] = cell.isInverse() ? [behind ?? BACKGROUND, own] : [own, behind];
  const style = [
    `fill="${fill}"`,
    ...(cell.isBold() ? ['font-weight="bold"'] : []),
    ...(cell.isItalic() ? ['font-style="italic"'] : []),
    ...(cell.isUnderline() ? ['text-decoration="underline"'] : []),
    ...(cell.isDim() ? ['opacity="0.6"'] : []),
  ];
  return { style: style.join(" "), background };
}

function colorOf(isDefault: boolean, isRgb: boolean, color: number): string | undefined {
  if (isDefault) return undefined;
  if (isRgb) return `#${color.toString(16).padStart(6, "0")}`;
  const base = BASE[color];
  if (base !== undefined) return base;
  if (color >= 232) return gray(8 + (color - 232) * 10);
  const [red, green, blue] = [36, 6, 1]
    .map((step) => Math.floor((color - 16) / step) % 6)
    .map((one) => (one === 0 ? 0 : 55 + one * 40));
  return `rgb(${red},${green},${blue})`;
}

const gray = (value: number): string => `rgb(${value},${value},${value})`;

function runSvg({ column, text, cells, style, background }: Run, row: number): string {
  const [x, y] = [MARGIN + column * CELL_WIDTH, MARGIN + row * LINE_HEIGHT];
  const width = cells * CELL_WIDTH;
  const block =
    background === undefined
      ? ""
      : `<rect x="${x}" y="${y}" width="${width}" height="${LINE_HEIGHT}" fill="${background}"/>`;
  if (text.trim() === "") return block;
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").trimEnd();
  const shown = (escaped.length === 0 ? 0 : text.trimEnd().length / text.length) * width;
  return `${block}<text x="${x}" y="${y + 13}" xml:space="preserve" textLength="${shown}" lengthAdjust="spacingAndGlyphs" ${style}>${escaped}</text>`;
}
