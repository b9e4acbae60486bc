import { belongsToLine } from "../starts/sensitive-names.ts";

/** Operands and operators of a sum, letter by letter: no index, no quote, no command. */
const SUM = /^(?:\s|\d#|\w|\$\w|\$\{\w+\}|[-+*/%<>=!&|^~?:,()])*$/;
/** Words of a call stand under one name. */
const WORD_OF_CALL = /\$(?:\d|\{\d+\})/g;
/** Numbers whatever the names in them hold. */
const LENGTHS = /\$\{#\w+\}|\$[?#](?!\w)/g;
/** Two operands side by side are no sum, but words of a command to a shell that knows no arithmetic. */
const COMMAND = /[\w'")}]\s+-{0,2}[A-Za-z_'"$]/;
const LITERAL = /^(?:0x[\da-f]+|\d+)$/i;

/** The names in an arithmetic expression that only computes; undefined where it may do more, whatever they hold. */
export function namesOfSum(expression: string): readonly string[] | undefined {
  const sum = expression.replace(LENGTHS, "0");
  if (!SUM.test(sum) || COMMAND.test(sum)) return undefined;
  return [...sum.replace(WORD_OF_CALL, "@").matchAll(/@|\w+/g)]
    .map(([name]) => name)
    .filter((name) => !LITERAL.test(name));
}

const GIVES_NUMBER = /^(?:[-+]?\d+|\{\d+\.\.\d+(?:\.\.\d+)?\}|\$[?#]|\$\{#\w+\})$/;
const COUNTS =
  /^\$\((?:wc -[lcmw] *< *[\w./-]+|[^()`$;&\n|]+(?:\|[^()`$;&\n|]+)*\| *wc -[lcmw]|seq (?:[\s\d-]|\$\{?\w+\}?(?!\w))+)\)$/;

/**
 * The names of the line's own that hold numbers wherever it gives them something: their text is no expression that arithmetic would evaluate further.
 * @param given  what each name is given, as it is written
 */
export function numbersAmong(given: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const numbers = new Set(
    [...given].filter(([name, texts]) => texts.length > 0 && belongsToLine(name)).map(([name]) => name),
  );
  // A name that counts itself up is one as long as nothing else speaks against it.
  for (let before = -1; before !== numbers.size; ) {
    before = numbers.size;
    for (const name of numbers) if (!given.get(name)?.every((text) => givesNumber(text, numbers))) numbers.delete(name);
  }
  return numbers;
}

function givesNumber(written: string, numbers: ReadonlySet<string>): boolean {
  const text = written.replace(/^"(.*)"$/s, "$1");
  const named = /^\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})$/.exec(text);
  const sum = /^\$\(\((.*)\)\)$/s.exec(text)?.[1];
  const names = sum !== undefined ? namesOfSum(sum) : named ? [named[1] ?? named[2] ?? ""] : undefined;
  if (names) return names.every((name) => numbers.has(name));
  if (!COUNTS.test(text)) return GIVES_NUMBER.test(text);
  return [...text.matchAll(/\$\{?(\w+)/g)].every(([, name = ""]) => numbers.has(name));
}
