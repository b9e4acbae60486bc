import { HOSTILITIES, startHostileServer } from "../hostile-server.ts";
import { pdfBomb, scannedPdf } from "../large-pdf.ts";
import { FLOODS } from "./floods.ts";
import { type SoakCall, type Soaked, soak, soakCalls } from "./run-soak.ts";

const LONG_LINE = `${"x".repeat(30_000_000)}needle${"y".repeat(30_000_000)}\n`;

const MANY = `${"a".repeat(60)}!\n`.repeat(100_000);

/** Each hostile server asked for an answer, and hostile files and commands given to the tools. */
export const ATTACKS: Readonly<Record<string, () => Promise<Soaked>>> = {
  ...Object.fromEntries(
    (Object.keys(HOSTILITIES) as (keyof typeof HOSTILITIES)[]).map((name) => [
      `a server: ${name}`,
      async () => {
        const server = await startHostileServer(name);
        try {
          const environment = { OPENAI_COMPATIBLE_BASE_URL: server.url };
          return await soak(["-p", "Hello?", "-m", "openai-compatible/m", "--output-format", "json"], { environment });
        } finally {
          await server.close();
        }
      },
    ]),
  ),
  "a line of 60 MB in a folder": () =>
    soak(tool("search_code", { pattern: "needle" }), { files: { "big.txt": LONG_LINE } }),
  "a line of 60 MB in a file": () =>
    soak(tool("search_code", { pattern: "needle", path: "big.txt" }), { files: { "big.txt": LONG_LINE } }),
  "a read of a line of 60 MB": () => soak(tool("read_file", { path: "big.txt" }), { files: { "big.txt": LONG_LINE } }),
  "a read of 60 MB of line ends": () =>
    soak(tool("read_file", { path: "ends.txt" }), { files: { "ends.txt": "\n".repeat(60_000_000) } }),
  "an edit of 60 MB of line ends": () =>
    soak(tool("edit_file", { path: "ends.txt", edits: [{ old_string: "a", new_string: "b" }] }), {
      files: { "ends.txt": "\n".repeat(60_000_000) },
    }),
  "a picture of empty parts": () => soak(tool("read_file", { path: "a.jpg" }), { files: { "a.jpg": emptyTables() } }),
  "a pattern that is tried for hours": () =>
    soak(tool("search_code", { pattern: "(a+)+$", path: "many.txt" }), { files: { "many.txt": MANY } }),
  "a PDF that unpacks to 300 MB": () =>
    soak(tool("read_file", { path: "bomb.pdf" }), { files: { "bomb.pdf": pdfBomb() } }),
  "a PDF of 90 MB of pictures": () =>
    soak(tool("read_file", { path: "scans.pdf" }), { files: { "scans.pdf": scannedPdf() } }),
  "a PDF of 90 MB that is cut off": () =>
    soak(tool("read_file", { path: "cut.pdf" }), { files: { "cut.pdf": scannedPdf().subarray(0, -4_000) } }),
  "the guide: sources that a machine made": () =>
    soak(["-m", "offline/guide", "-p", "who calls f100?"], {
      files: {
        "b.ts": numbered(
          20_000,
          "export function f0(limit = 0) { if (limit > 0) throw new Error('limit 0'); return f1(); }",
        ),
        "c.py": numbered(15_000, "class C1(C0):\n  limit = 0\n  def f(self, limit=0): raise ValueError('limit')"),
      },
    }),
  "a flood on standard error": () => soak(tool("shell", { command: "seq 1 20000000 >&2" }), {}),
  ...FLOODS,
};

/** A text over and over, with its numbers counted on. */
const numbered = (times: number, text: string): string =>
  Array.from({ length: times }, (_, at) => `${text.replace(/\d+/g, (digits) => String(Number(digits) + at))}\n`).join(
    "",
  );

/** The head of a picture of one pixel, and ten million tables that hold nothing. */
function emptyTables(): Uint8Array {
  const head = Buffer.from("ffd8ffc0000b080001000101011100", "hex");
  return Buffer.concat([head, Buffer.alloc(40_000_000, Buffer.from([0xff, 0xdb, 0, 2]))]);
}

/** Calls of one round of a long session, each hostile in its way. */
const ROUND: readonly SoakCall[] = [
  // More than 100 MB, most of them where they cost least: lines, sequences and keys are looked at one by one.
  { name: "shell", input: { command: "seq 1 1000000 >&2" } },
  { name: "shell", input: { command: `yes '${"a line of text, ".repeat(12)}' | head -c 40000000` } },
  { name: "shell", input: { command: "head -c 41000000 /dev/zero | tr '\\0' x" } },
  { name: "shell", input: { command: "head -c 8000000 /dev/urandom" } },
  { name: "shell", input: { command: "yes \"$(printf '\\033[2J\\033]0;t\\007')\" | head -c 4000000" } },
  { name: "shell", input: { command: "yes 'AKIAIOSFODNN7EXAMPLE password=hunter2-hunter2' | head -c 2000000" } },
  { name: "search_code", input: { pattern: "needle", path: "big.txt" } },
  { name: "search_code", input: { pattern: "(a+)+$", path: "many.txt" } },
  { name: "read_file", input: { path: "many.txt" } },
  { name: "list_files", input: {} },
];

/** Calls that look through a folder of many names. */
const LOOKS: readonly SoakCall[] = [
  { name: "shell", input: { command: "grep -r needle . | wc -l" } },
  { name: "shell", input: { command: "touch new.txt; rm new.txt" } },
  { name: "list_files", input: {} },
  { name: "list_files", input: { depth: 2 } },
  { name: "find_files", input: { pattern: "**/*7.txt" } },
  { name: "read_file", input: { path: "nowhere.txt" } },
];

/** One session in which a model lets hostile files and commands loose, round after round: what is kept of one must go with the next. */
export const soakSession = (rounds: number): Promise<Soaked> =>
  soakCalls(
    Array.from({ length: rounds }, () => ROUND),
    { files: { "big.txt": LONG_LINE, "many.txt": MANY } },
  );

/** A session in a folder that holds that many names, one call after the other. */
export const soakNames = (names: number): Promise<Soaked> =>
  soakCalls(
    LOOKS.map((call) => [call]),
    { files: Object.fromEntries(Array.from({ length: names }, (_, index) => [`a-file-among-many-${index}.txt`, ""])) },
  );

const tool = (name: string, input: object): readonly string[] => ["tool", "run", name, JSON.stringify(input)];
