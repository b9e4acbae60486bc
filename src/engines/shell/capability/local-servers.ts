import { isOwnAddress } from "../dangers/own-address.ts";
import { type ParsedUse, Reading } from "../option-grammar.ts";
import type { ShellWord } from "../words.ts";

/** Options with which it neither reads a file nor writes one, nor goes where an answer sends it, as others do of themselves. */
const CURL = {
  options:
    "-sSfiIvgkGN46 -X: -H: -d: -o: -w: -m: -A: -u: --silent --show-error --fail --fail-with-body --include --head --verbose --insecure --get --no-buffer " +
    "--no-progress-meter --compressed --http1.0 --http1.1 --http2 --request= --header= --data= --data-raw= --data-urlencode= --json= --output= --write-out= " +
    "--max-time= --connect-timeout= --retry= --retry-delay= --retry-max-time= --retry-connrefused --retry-all-errors --user-agent= --user=",
  operands: "text",
} as const;
const NO_OTHER_SCHEME = /^(?:https?:\/\/|(?!\w+:\/\/))/i;
const OUTPUTS = ["-o", "--output"];

/** Whether curl asks a server of this machine and nothing else: it is told no file, and nothing that leads elsewhere. @param words  without its name */
export function asksOwnServer(name: string | undefined, words: readonly ShellWord[]): boolean {
  if (name !== "curl") return false;
  // As it takes them: a value is what stands behind, whatever it looks like.
  const reading = new Reading(words, CURL, { values: "any" });
  if (reading.run() !== undefined) return false;
  const use = reading.finish();
  return use.operands.every(({ text }) => isOwnAddress(text) && NO_OTHER_SCHEME.test(text)) && touchesNoFile(use);
}

function touchesNoFile({ options }: ParsedUse): boolean {
  const values = [...options].flatMap(([option, given]) => (OUTPUTS.includes(option) ? [] : given));
  const outputs = OUTPUTS.flatMap((option) => options.get(option) ?? []);
  return (
    outputs.every(({ text }) => text === "-" || text === "/dev/null") &&
    values.every(({ text }) => !text.startsWith("@") && !text.includes("%output")) &&
    (options.get("--data-urlencode") ?? []).every(({ text }) => !text.includes("@"))
  );
}
