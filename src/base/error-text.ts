import { type Phrase, phrase, type Words } from "./phrase.ts";

/** The message of anything thrown, on one line. */
export function errorText(error: unknown): string {
  return onOneLine(error instanceof Error ? error.message : String(error));
}

/** A message without its line ends. */
export function onOneLine(message: string): string {
  if (!message.includes("\n")) return message;
  const lines = message.split("\n").map((line, index, { length }) => {
    const begun = index === 0 ? line : line.trimStart();
    return index === length - 1 ? begun : begun.trimEnd();
  });
  // A pattern for the space around line ends would try each space anew.
  return lines.filter((line, index) => line !== "" || index === 0 || index === lines.length - 1).join(" ");
}

/** The `code` of a system error (`ENOENT`), when it has one. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** Why a file could not be read, for people. */
export function fileFault(error: unknown): Words {
  switch (errorCode(error)) {
    case "ENOENT":
      return phrase`there is no such file`;
    case "EISDIR":
      return phrase`it is a folder`;
    case "EACCES":
    case "EPERM":
      return phrase`you may not read it`;
    default:
      return errorText(error);
  }
}

/** What keeps a folder from being worked in, to stand behind its name. */
export const folderFault = (error: unknown): Phrase =>
  errorCode(error) === "ENOENT"
    ? phrase`does not exist`
    : phrase`cannot be read (${errorCode(error) ?? phrase`unknown`})`;
