/** Why a sed script is not proven to only print: it may write (`w`, `W`), read other files (`r`, `R`), run commands (`e`),
 *  or hold something this reader does not know. GNU and BSD sed differ; what only one of them takes is refused.
 *  @returns undefined when the script only edits the stream */
export function sedProblem(script: string): string | undefined {
  let at = 0;
  const skipBlanks = (): void => {
    while (/[\s;{}]/.test(script[at] ?? "")) at++;
  };
  while (at < script.length) {
    skipBlanks();
    if (at >= script.length) return undefined;
    const address = skipAddresses(script, at);
    if (address === undefined) return "an address in the sed script cannot be read";
    at = address;
    if (script[at] === "{" || script[at] === "}") continue;
    const end = skipCommand(script, at);
    if (typeof end === "string") return end;
    at = end;
  }
  return undefined;
}

function skipAddresses(script: string, from: number): number | undefined {
  let at = from;
  for (let count = 0; count < 2; count++) {
    const after = skipAddress(script, at);
    if (after === undefined) return undefined;
    at = skipSpaces(script, after);
    if (script[at] !== ",") break;
    at = skipSpaces(script, at + 1);
  }
  while (script[at] === "!" || script[at] === " ") at++;
  return at;
}

function skipAddress(script: string, at: number): number | undefined {
  const plain = /^(\d+(~\d+)?|\$|[+~]\d+)/.exec(script.slice(at, at + 40));
  if (plain) return at + plain[0].length;
  if (script[at] !== "/" && script[at] !== "\\") return at;
  const open = script[at] === "\\" ? at + 1 : at;
  const close = closeOf(script, open + 1, script[open] ?? "/");
  if (close === undefined) return undefined;
  let end = close + 1;
  while (script[end] === "I" || script[end] === "M") end++;
  return end;
}

const skipSpaces = (script: string, at: number): number => {
  let end = at;
  while (script[end] === " " || script[end] === "\t") end++;
  return end;
};

/** The index after the command that starts at `at`, or why it is refused. */
function skipCommand(script: string, at: number): number | string {
  const name = script[at] ?? "";
  const endOfLine = (): number => {
    const end = script.indexOf("\n", at);
    return end < 0 ? script.length : end + 1;
  };
  if (name === "#") return endOfLine();
  if ("aic".includes(name)) return skipText(script, at + 1);
  if (name === "s" || name === "y") return skipSubstitute(script, at);
  if (":btT".includes(name)) return skipLabel(script, at);
  if (!"pPdDnNgGhHxl=qQzF".includes(name))
    return `the sed command ${name || "?"} may write, read other files or run a program`;
  const rest = /^[ \t]*\d*[ \t]*/.exec(script.slice(at + 1, at + 40))?.[0] ?? "";
  const end = at + 1 + rest.length;
  if (end < script.length && !/[\n;}#]/.test(script[end] ?? "")) return "the sed script has something after a command";
  return end;
}

/** GNU sed ends a label at a blank and reads on. */
function skipLabel(script: string, at: number): number | string {
  const label = /^[ \t]*[^\s;}]*/.exec(script.slice(at + 1))?.[0] ?? "";
  const end = at + 1 + label.length;
  return script[at] === ":" && script[end] === "}" ? "seds differ on whether a bracket ends a label" : end;
}

/** Inserted text goes to the end of its line; a backslash carries it on. */
function skipText(script: string, from: number): number {
  let at = from;
  while (at < script.length && script[at] !== "\n") at += script[at] === "\\" ? 2 : 1;
  return at + 1;
}

function skipSubstitute(script: string, at: number): number | string {
  const delimiter = script[at + 1] ?? "";
  if (delimiter === "" || delimiter === "\n" || delimiter === "\\") return "a sed substitution cannot be read";
  const middle = closeOf(script, at + 2, delimiter);
  const close = middle === undefined ? undefined : closeOf(script, middle + 1, delimiter);
  if (close === undefined) return "a sed substitution cannot be read";
  const flags = /^[^\s;}#]*/.exec(script.slice(close + 1))?.[0] ?? "";
  if (!/^[gpiIMm0-9]*$/.test(flags)) return `the sed flags ${flags} may write or run a program`;
  const end = skipSpaces(script, close + 1 + flags.length);
  if (end < script.length && !/[\n;}#]/.test(script[end] ?? ""))
    return "the sed script has something after a substitution";
  return end;
}

/** Where an unescaped delimiter closes; undefined too when seds differ on whether it stands in brackets. */
function closeOf(script: string, from: number, delimiter: string): number | undefined {
  for (let at = from; at < script.length; at++) {
    if (script[at] === "\\") at++;
    else if (script[at] === delimiter) return hasOpenBracket(script.slice(from, at)) ? undefined : at;
  }
  return undefined;
}

function hasOpenBracket(expression: string): boolean {
  const rest = expression.replace(/\\[\s\S]/g, "").replace(/\[\^?\][^\]]*\]/g, "");
  return /\[\^?\]/.test(rest) || /\[[^\]]*$/.test(rest);
}
