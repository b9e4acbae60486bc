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

/** The same of what the system itself answered to a call, not of an error that Node or we made. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && "syscall" in error ? errorCode(error) : undefined;
}
