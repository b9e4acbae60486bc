import type { CommandClass, CommandSegment, CommandVerdict } from "../../engines/shell/policy-types.ts";

const WAYS: Readonly<Record<CommandClass, string>> = {
  read: "Name files of the working folder; a person adds others with --add-dir.",
  "write-inside": "edit_file, write_file and file_action change files.",
  "write-outside": "Write inside the working folder; $TMPDIR is free for what is temporary.",
  protected: "Leave it to the person: say what is to stand there, and why it is needed.",
  network: "Work with what is installed, and say what has to be fetched or sent.",
  irreversible: "Leave it to the person, and say why it is needed; git stash and a new branch keep what is there.",
  unknown: "read_file, search_code and edit_file need no command; if nothing else works, say what you need.",
};
/** Where the tools that edit would be refused as well. */
const WAYS_WITHOUT_EDITS: Partial<typeof WAYS> = {
  "write-inside": "Say what is to be changed: the tools that edit are refused here, too.",
  unknown: "read_file and search_code need no command; if nothing else works, say what you need.",
};
const SHOWN_CHARACTERS_MAX = 80;
const NAMED_MAX = 4;

/** How a model may go on without a command that may not run, in one or two sentences: which part of it was meant, and another way. */
export function insteadOf(
  { segments }: CommandVerdict,
  { line, refusesEdits }: { readonly line: string; readonly refusesEdits: boolean },
): string {
  const refused = segments.filter(({ verdict }) => verdict !== "allow");
  const kind = refused[0]?.class ?? "unknown";
  // Another way to talk to something edits nothing.
  const own = refusesEdits && kind !== "network" ? undefined : refused[0]?.instead;
  const way = own ?? (refusesEdits ? WAYS_WITHOUT_EDITS[kind] : undefined) ?? WAYS[kind];
  const named = namedOf(refused, segments, line);
  if (named.length === 0) return way;
  return named.length === 1
    ? `Only ${named[0]} is meant: the rest may run without it. ${way}`
    : `Only ${named.join(", ")} are meant: the rest may run without them. ${way}`;
}

/** The parts of a line that may do more than read, as a sentence names them; undefined where no list of them tells more than the line does. */
export function partsBeyondReading({ segments }: CommandVerdict, line: string): string | undefined {
  const beyond = segments.filter((segment) => segment.class !== "read" || segment.verdict !== "allow");
  return namedOf(beyond, segments, line).join(", ") || undefined;
}

/** None where they are all there are, or cannot be named shortly. */
function namedOf(meant: readonly CommandSegment[], all: readonly CommandSegment[], line: string): readonly string[] {
  // What a part starts in its turn is named by that part.
  const written = meant.filter(
    ({ command }, index) =>
      index === 0 || (line.includes(command) && !meant.slice(0, index).some((one) => one.command.includes(command))),
  );
  const shown = [...new Set(written.map(({ command }) => shortened(command)))];
  // A line of many is better written anew than parted by such a list.
  if (meant.length === all.length || shown.length > NAMED_MAX || shown.includes(undefined)) return [];
  return shown.map((command) => `\`${command}\``);
}

/** Enough of a command to know it by; undefined where it cannot be shown on one line. */
function shortened(command: string): string | undefined {
  if (/[\n`]/.test(command)) return undefined;
  return command.length <= SHOWN_CHARACTERS_MAX ? command : `${command.slice(0, SHOWN_CHARACTERS_MAX - 1)}…`;
}
