import type { ShellWord } from "../words.ts";
import { type Danger, type DangerContext, danger, hidden, place } from "./danger.ts";

/** Of Waymark's commands by which a person says yes: what of each only shows. */
const ONLY_SHOWS: ReadonlyMap<string, readonly string[]> = new Map([
  ["config", ["list", "get", "path", "explain", "help"]],
  ["hooks", ["list", "help"]],
  ["mcp", ["list", "get", "serve", "help"]],
  ["plugin", ["list", "help"]],
  ["plugins", ["list", "help"]],
  ["login", []],
  ["logout", []],
]);
/** Options of a run in which less is asked than in this one, or more is trusted. */
const LOOSENS =
  /^--?(?:permission-mode[= ](?:bypass\w*|acceptEdits)|sandbox[= ]off|trust|allowed-?tools|settings|config|mcp-config|plugin-dir|dangerously\S*|yolo)\b/i;
const NAME = /(?:^|[/:])waymark(?:@[^/]*)?(?:\.(?:[cm]?js|cmd|exe))?$/i;

/** What Waymark's own commands would answer in a person's place, started by a command, in whichever spelling. */
export function ownCommandDanger(argv: readonly ShellWord[], context: DangerContext): Danger | undefined {
  const [, ...given] = argv;
  if (!saysYes(given) && !loosens(given)) return undefined;
  const at = argv.findIndex((word) =>
    isWaymark(word, { facts: context.options.facts, at: place(word, context).path ?? "" }),
  );
  const words = at < 0 ? [] : argv.slice(at + 1);
  if (saysYes(words)) return hidden("it would say yes to Waymark in a person's place");
  return loosens(words) ? danger("D12", "it starts Waymark with more allowed than here") : undefined;
}

function saysYes(words: readonly ShellWord[]): boolean {
  const operands = words.filter(({ text }) => !text.startsWith("-")).map(({ text }) => text);
  return operands.some((text, at) => {
    const shows = ONLY_SHOWS.get(text);
    const next = operands[at + 1];
    return shows !== undefined && (next === undefined ? shows.length === 0 : !shows.includes(next));
  });
}

const loosens = (words: readonly ShellWord[]): boolean =>
  words.some(({ text }, at) => LOOSENS.test(text) || LOOSENS.test(`${text} ${words[at + 1]?.text ?? ""}`));

/** By its name, or the file, the folder or the module of its package that the word means. */
function isWaymark(
  word: ShellWord,
  { facts, at }: { readonly facts: DangerContext["options"]["facts"]; readonly at: string },
): boolean {
  return (
    NAME.test(word.text) || ["", "/package.json", ".js"].some((ending) => facts?.isWaymark?.(at + ending) === true)
  );
}
