import type { Input } from "../part.ts";
import { isLiteral, type ShellWord } from "../words.ts";

type Unknown = Extract<Input, { readonly kind: "unknown" }>;

/** `xargs grep -l x` behind a listing: of the names that it reads it sends on some, and no others. */
export function picksNames(argv: readonly ShellWord[], input: Input): input is Unknown {
  if (input.kind !== "unknown" || argv[0]?.text !== "xargs" || !argv.every(isLiteral)) return false;
  const isListed = input.lists !== undefined || (!input.isMade && input.files === undefined);
  const [first, ...others] = argv.slice(1).map(({ text }) => text);
  const [program = "", ...told] = /^(?:-[0r]+|--null)$/.test(first ?? "") ? others : [first, ...others];
  return isListed && /^(?:[ef]?grep|rg)$/.test(program) && namesOnly(told.map(String));
}

/** The one word beside the options is the pattern: what is found lies in what is given. */
function namesOnly(words: readonly string[]): boolean {
  const options = words.filter((word) => word.startsWith("-"));
  return (
    options.length === words.length - 1 &&
    options.some((option) => NAMES.test(option)) &&
    options.every((option) => NAMES.test(option) || /^-[inwvxEFPRrsZ]+$/.test(option))
  );
}

const NAMES = /^-[inwvxEFPRrsZ]*[lL][inwvxEFPRrsZ]*$|^--files-with(?:out)?-match(?:es)?$/;
