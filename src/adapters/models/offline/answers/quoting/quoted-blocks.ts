import type { Place } from "./quoted-passage.ts";

/** A text that quotes passages, in its pieces. */
export interface Quoted {
  /** What is said before the first that is quoted. */
  readonly lead: string;
  /** Each that is quoted, below its place. */
  readonly blocks: readonly string[];
  /** What stands behind the last of them or between two. */
  readonly rest: string;
}

const PLACE_ABOVE = /^\S+:\d+-\d+.*:$/;

/** The pieces of a text that quotes passages as `quotedPassage` shows them. */
export function readQuoted(text: string): Quoted {
  const lead: string[] = [];
  const blocks: string[][] = [];
  const rest: string[] = [];
  let open: string[] | undefined;
  const lines = text.split("\n");
  for (const [index, line] of lines.entries()) {
    if (PLACE_ABOVE.test(line) && lines[index + 1]?.startsWith("  ") === true) {
      open = [line];
      blocks.push(open);
    } else if (open && line.startsWith("  ")) open.push(line);
    else {
      open = undefined;
      (blocks.length === 0 ? lead : rest).push(line);
    }
  }
  return { lead: lead.join("\n"), blocks: blocks.map((block) => block.join("\n")), rest: rest.join("\n") };
}

const PLACE = /^(\S+):(\d+)-(\d+)/;

/** Where the lines of a block stand; of several passages of one file those of the first. */
export function placeIn(block: string): Place {
  const [, path = "", from, to] = PLACE.exec(block) ?? [];
  return { path, from: Number(from), to: Number(to) };
}
