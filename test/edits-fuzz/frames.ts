import type { Random } from "../random.ts";

/** What is put around an edit, and done to its lines that are no content. */
export const FRAMES: Readonly<Record<string, (text: string, random: Random) => string>> = {
  "as it is": (text) => text,
  "in a fence": (text, random) => {
    const mark = random.pick(["```", "````", "~~~"]);
    return `${mark}${random.pick(["", "diff", "patch", "text"])}\n${text.replace(/\n$/, "")}\n${mark}\n`;
  },
  "in a fence of a list": (text) =>
    `1. Change this:\n   \`\`\`diff\n${text
      .replace(/\n$/, "")
      .split("\n")
      .map((line) => `   ${line}`)
      .join("\n")}\n   \`\`\`\n2. Then run it.\n`,
  quoted: (text) => text.replace(/^/gm, "> "),
  "with CRLF": (text) => text.replace(/\n/g, "\r\n"),
  "without its last line end": (text) => text.replace(/\n$/, ""),
  "with blank lines after it": (text) => `${text}\n\n`,
};

const ABOVE = "I looked at the file.\n\n- it is old\n+ it is long\n\nHere is the change:\n\n";
const BELOW = "\n\nThis does:\n\n- rename the value\n- keep **the rest**\n  - also the inner one\n\nDone.\n";

export const PROSE: Readonly<Record<string, (text: string) => string>> = {
  none: (text) => text,
  above: (text) => ABOVE + text,
  below: (text) => text + BELOW,
  around: (text) => ABOVE + text + BELOW,
};

/** A line that carries structure is lost or comes twice. */
export function damagedFrame(text: string, isBlocks: boolean, random: Random): string {
  const lines = text.split("\n");
  // Deleted comments may look like a header, and lines of a block like anything.
  const marks = [...lines.keys()].filter((at) => {
    const line = lines[at] ?? "";
    if (isBlocks) return /^(<{7} SEARCH|={7}|>{7} REPLACE)$/.test(line);
    return /^(@@|diff |\*\*\* |```|~~~)/.test(line) || /^(--- |\+\+\+ )[\w-]*[./][\w./-]*$/.test(line);
  });
  if (marks.length === 0) return text;
  const at = random.pick(marks);
  const line = lines[at] ?? "";
  return lines.toSpliced(at, 1, ...(random.chance(0.5) ? [] : [line, line])).join("\n");
}
