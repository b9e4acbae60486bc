import { isOwnAddress } from "../dangers/own-address.ts";
import { type ParsedUse, Reading } from "../option-grammar.ts";
import type { ShellWord } from "../words.ts";

/** Options with which a client neither reads a file nor writes one. */
const CLIENTS: Readonly<Record<string, string>> = {
  curl:
    "-sSfiIvgkGN46 -X: -H: -d: -o: -w: -m: -A: -u: --silent --show-error --fail --fail-with-body --include --head --verbose --insecure --get --no-buffer " +
    "--no-progress-meter --compressed --http1.0 --http1.1 --http2 --request= --header= --data= --data-raw= --data-urlencode= --json= --output= --write-out= " +
    "--max-time= --connect-timeout= --retry= --retry-delay= --retry-max-time= --retry-connrefused --retry-all-errors --user-agent= --user=",
  wget:
    "-qS -O: -T: -t: --quiet --server-response --spider --tries= --timeout= --waitretry= --retry-connrefused --output-document= --header= --method= " +
    "--post-data= --body-data=",
};
const NO_OTHER_SCHEME = /^(?:https?:\/\/|(?!\w+:\/\/))/i;
const OUTPUTS = ["-o", "--output", "-O", "--output-document"];

/** Whether a client is told of a server of this machine and of nothing else, and of no file; wget goes on to where the answer sends it. @param words  without its name */
export function asksOwnServer(name: string | undefined, words: readonly ShellWord[]): boolean {
  const options = name !== undefined && Object.hasOwn(CLIENTS, name) ? CLIENTS[name] : undefined;
  if (options === undefined) return false;
  // As these take them: a value is what stands behind, whatever it looks like.
  const reading = new Reading(words, { options, operands: "text" }, { values: "any" });
  if (reading.run() !== undefined) return false;
  const use = reading.finish();
  return use.operands.every(({ text }) => isOwnAddress(text) && NO_OTHER_SCHEME.test(text)) && touchesNoFile(name, use);
}

function touchesNoFile(name: string | undefined, { options }: ParsedUse): boolean {
  const values = [...options].flatMap(([option, given]) => (OUTPUTS.includes(option) ? [] : given));
  const outputs = OUTPUTS.flatMap((option) => options.get(option) ?? []);
  const keepsAnswer = name === "wget" && outputs.length === 0 && !options.has("--spider");
  return (
    !keepsAnswer &&
    outputs.every(({ text }) => text === "-" || text === "/dev/null") &&
    values.every(({ text }) => !text.startsWith("@") && !text.includes("%output")) &&
    (options.get("--data-urlencode") ?? []).every(({ text }) => !text.includes("@"))
  );
}
