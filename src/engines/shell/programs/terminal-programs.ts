import type { Part } from "../part.ts";
import { programName } from "../scan.ts";
import { isLiteral, type ShellWord } from "../words.ts";

interface Kind {
  readonly programs: string;
  /** Words with which it needs none. */
  readonly unless?: RegExp;
  /** Without such words it waits for lines, which a pipe, a file or a here-document gives as well: where there are not more operands than these. */
  readonly reads?: number;
  readonly instead: string;
}

const HELP = /^(?:--?version|--?help|-V)$/;
const KINDS: readonly Kind[] = [
  {
    programs: "vim vi nvim nano pico micro emacs joe helix hx kak mcedit",
    unless: /^(?:-es?|-Es|-s|-l|-c|--?batch|--headless|--script)$/,
    instead: "edit_file and write_file change files, read_file shows them",
  },
  {
    programs: "top htop btop atop glances nmon iotop",
    unless: /^-\w*b|^--(?:batch|export|stdout)/,
    instead: "ps aux lists processes, top -b -n 1 looks once",
  },
  { programs: "watch", instead: "run what it repeats, or start that with background: true" },
  {
    programs: "screen tmux dialog whiptail fzf mc ranger nnn lazygit tig",
    unless: /^(?:-\w*d\w*|ls|(?:list|kill)-\w+|has-session|send-keys|capture-pane|-f|--filter.*)$/,
    instead: "background: true keeps a process, and shell_output shows what it writes",
  },
  {
    programs:
      "python python3 python2 ipython node nodejs irb ghci lua R julia scala jshell bash sh zsh dash fish bc dc redis-cli",
    unless: /^(?!-[iqluBEsS]*$)/,
    reads: 0,
    instead: "give it a file, its code in an argument, or lines in a here-document",
  },
  {
    programs: "sqlite3 duckdb",
    unless: /^-(?:batch|cmd|init|c|s)$/,
    reads: 1,
    instead: "give the statements in an argument or in a here-document",
  },
  {
    programs: "psql mysql mariadb mongosh mongo sqlplus cqlsh gdb lldb",
    unless: /^(?:-[cefl].*|-\w*c|-?-batch|-ex|--(?:command|execute|file|eval|list)\b.*|@.+|.+\.js)$/,
    reads: Infinity,
    instead: "give the statements in an argument (-c, -e, -f) or in a here-document",
  },
];
const BY_PROGRAM: ReadonlyMap<string, Kind> = new Map(
  KINDS.flatMap((kind) => kind.programs.split(" ").map((program) => [program, kind] as const)),
);

/** Why a command waits for a person at a terminal, and what to do in its place; undefined where it does not. */
export function waitsAtTerminal([program, ...words]: readonly ShellWord[], part: Part): string | undefined {
  if (program === undefined || !isLiteral(program)) return undefined;
  const kind = BY_PROGRAM.get(programName(program));
  const works = ({ text }: ShellWord): boolean => HELP.test(text) || kind?.unless?.test(text) === true;
  if (kind === undefined || !words.every(isLiteral) || words.some(works)) return undefined;
  const why = `${program.text} waits for a person at a terminal, which no command has: ${kind.instead}`;
  if (kind.reads === undefined) return why;
  const isGiven = part.input.kind !== "inherited" || part.redirections.some((one) => one.kind === "read");
  const operands = words.filter(({ text }) => !text.startsWith("-"));
  return isGiven || operands.length > kind.reads ? undefined : why;
}
