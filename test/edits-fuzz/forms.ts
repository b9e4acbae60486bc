import type { Random } from "../random.ts";
import { codeOf, type HunkLines, newSide, oldSide } from "./hunks.ts";

/** Hunks of one file, written as a model writes them. */
export interface Written {
  readonly path: string;
  readonly before: readonly string[];
  readonly hunks: readonly HunkLines[];
  readonly lacksFinalNewline: boolean;
}

export interface Form {
  readonly format: "unified" | "apply_patch" | "search_replace" | "str_replace";
  /** Added lines stand apart from context, so that both are known. */
  readonly isPatch: boolean;
  /** Whether the form can say these hunks at all. */
  says(hunks: readonly HunkLines[]): boolean;
  /** @param damages  takes the names of what was written otherwise than it is */
  write(files: readonly Written[], random: Random, damages: string[]): string;
}

const NUMBERS = ["right", "right", "off", "wrong", "zero", "none"] as const;

/**
 * A header for each hunk. A number may be wrong where the lines stand once in the file. Where they do not, it says their
 * place as patch programs read it: as far off as the number before it was.
 */
function headers({ path, hunks, before }: Written, random: Random, damages: string[]): string[] {
  let off = 0;
  let grown = 0;
  return hunks.map((hunk) => {
    const kind = random.pick(NUMBERS);
    const start = (hunk.find(({ at }) => at !== undefined)?.at ?? 0) + 1;
    const [old, now] = [oldSide(hunk).length, newSide(hunk).length];
    const isAlone = occurrences(before.map(codeOf(path)), oldSide(hunk).map(codeOf(path))) === 1;
    const wrong = kind === "off" ? random.pick([-7, -1, 1, 40]) : 0;
    const said = isAlone ? Math.max(1, start + wrong) : start + off;
    const by = kind === "wrong" ? random.pick([-3, -2, -1, 1, 2, 5]) : 0;
    const grownBefore = grown;
    grown += now - old;
    if (kind === "zero") return "@@ -0,0 +0,0 @@";
    if (kind === "none" || said < 1) return random.pick(["@@ ... @@", "@@", "@@ @@"]);
    off = said - start;
    if (off !== 0) damages.push("a line number is off");
    if (by !== 0) damages.push("counts are wrong");
    return `@@ -${said},${Math.max(0, old + by)} +${Math.max(1, said + grownBefore)},${Math.max(0, now + by)} @@`;
  });
}

function occurrences(before: readonly string[], lines: readonly string[]): number {
  let count = 0;
  for (const start of before.keys())
    if (lines.every((line, index) => before[start + index]?.trim() === line.trim())) count++;
  return count;
}

/** Lines of a hunk; blank context may have lost its prefix. */
function body(hunk: HunkLines, random: Random): string {
  const losesBlank = random.chance(0.3);
  return hunk.map(({ sign, text }) => (losesBlank && sign === " " && text === "" ? "\n" : `${sign}${text}\n`)).join("");
}

function unifiedHunks(file: Written, random: Random, damages: string[]): string {
  const lines = headers(file, random, damages);
  const bodyOf = (hunk: HunkLines): string => {
    const isLast = file.lacksFinalNewline && hunk.at(-1)?.sign === " " && hunk.at(-1)?.at === file.before.length - 1;
    return body(hunk, random) + (isLast && random.chance(0.7) ? "\\ No newline at end of file\n" : "");
  };
  return file.hunks.map((hunk, index) => `${lines[index]}\n${bodyOf(hunk)}`).join("");
}

const haveOldText = (hunks: readonly HunkLines[]): boolean =>
  hunks.every((hunk) => oldSide(hunk).join("").trim() !== "");

export const FORMS: readonly Form[] = [
  {
    format: "unified",
    isPatch: true,
    says: haveOldText,
    write: (files, random, damages) =>
      files
        .map((file) => {
          const { path } = file;
          const [old, now] = random.pick([
            [`a/${path}`, `b/${path}`],
            [path, path],
          ]) as [string, string];
          const git = random.chance(0.3) ? `diff --git a/${path} b/${path}\nindex 1234567..89abcde 100644\n` : "";
          return `${git}--- ${old}\n+++ ${now}\n${unifiedHunks(file, random, damages)}`;
        })
        .join(random.pick(["", "\n"])),
  },
  {
    format: "apply_patch",
    isPatch: true,
    says: haveOldText,
    write: (files, random, damages) => {
      const section = (file: Written): string => {
        const lines = random.chance(0.3) ? headers(file, random, damages) : file.hunks.map(() => "@@");
        return `*** Update File: ${file.path}\n${file.hunks.map((hunk, index) => `${lines[index]}\n${body(hunk, random)}`).join("")}`;
      };
      return `*** Begin Patch\n${files.map(section).join("")}*** End Patch\n`;
    },
  },
  {
    format: "search_replace",
    isPatch: false,
    says: (hunks) =>
      hunks.every(
        (hunk) =>
          oldSide(hunk).join("").trim() !== "" &&
          !hunk.some(({ text }) => /^\s*(<{3,}|>{3,}|={3,}|-{3,}|\+{3,})/.test(text)),
      ),
    write: (files, random) => {
      const lines = (texts: readonly string[]): string => texts.map((text) => `${text}\n`).join("");
      const block = (path: string, hunk: HunkLines): string =>
        `${path}\n<<<<<<< SEARCH\n${lines(oldSide(hunk))}=======\n${lines(newSide(hunk))}>>>>>>> REPLACE\n`;
      return files
        .flatMap(({ path, hunks }) => hunks.map((hunk) => block(path, hunk)))
        .join(random.pick(["", "\n", "\nThen this one:\n\n"]));
    },
  },
  {
    format: "str_replace",
    isPatch: false,
    says: haveOldText,
    write: (files, random) => {
      const edits = files.flatMap(({ path, hunks }) =>
        hunks.map((hunk) => {
          const [old, now] = [oldSide(hunk), newSide(hunk)];
          // Without its line end a blank last line could not be told from the end of the one above.
          const end = old.at(-1) === "" || now.at(-1) === "" || now.length === 0 ? "\n" : random.pick(["", "\n"]);
          const text = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");
          const cut = (lines: readonly string[]): string => (end === "" ? text(lines).slice(0, -1) : text(lines));
          return { path, old_string: cut(old), new_string: cut(now) };
        }),
      );
      const [first] = edits;
      return JSON.stringify(
        edits.length === 1 ? first : random.chance(0.5) ? edits : { path: first?.path, edits },
        null,
        1,
      );
    },
  },
];
