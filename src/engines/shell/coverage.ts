import { leavesWorkspace } from "./capability.ts";
import type { DangerCode, DangerContext } from "./dangers/danger.ts";
import { dangerOf } from "./dangers/index.ts";
import { placeOf } from "./places.ts";
import type { CommandPolicyOptions } from "./policy-types.ts";
import { readWith } from "./programs/reader.ts";
import { readerOf } from "./programs/readers.ts";
import { surroundings, trustedName, unreadableBecause } from "./proof.ts";
import { allows, type ShellRule } from "./rules.ts";
import type { Unit } from "./walk/unit.ts";
import { literalWord, type ShellWord } from "./words.ts";

/** Harm that a rule may allow when it names it: `shell(curl)` allows curl, `shell(git push)` no forced push. */
const NAMEABLE: ReadonlySet<DangerCode> = new Set<DangerCode>(["D2", "D3", "D5", "D8", "D9", "D10", "D11"]);
/** Options that choose another project, program or configuration, whatever the program. */
const CHOOSES_ANOTHER =
  /^(--?(prefix|script-shell|node-options|userconfig|globalconfig|cwd|dir|shell|init-file|rcfile|config-env|preload|exec|pre|use-compress-program|to-command|upload-pack|receive-pack|ext-diff|textconv|output|output-file|output-directory|open-files-in-pager|workspace-dir)(=|$))/;
const REMOVALS_MAX = 6;

/** Whether an allow rule speaks for this unit: its words come first, and nothing beside them does more than the rule says. */
export function coveredBy(rule: ShellRule, unit: Unit, options: CommandPolicyOptions): boolean {
  const { words, part } = unit;
  // What a wrapper starts is not what the user wrote the rule for; each needs its own.
  if (words.length === 0 || !allows(rule, words) || surroundings(part, options) !== undefined) return false;
  if (!words.every((word) => word.certainty === "literal")) return false;
  if (unit.danger && !namesDanger(rule, unit.danger.code, options)) return false;
  const extra = words.slice(rule.words.length);
  return extraWordsAreSafe(rule, unit, extra, options);
}

function namesDanger(rule: ShellRule, code: DangerCode, options: CommandPolicyOptions): boolean {
  if (!NAMEABLE.has(code) || rule.words.length === 0) return false;
  const context: DangerContext = { folders: [options.root], input: { kind: "inherited" }, options };
  return dangerOf(rule.words.map(literalWord), context)?.code === code;
}

/** Reads the words by the program's grammar, without the options that the rule itself names. */
function extraWordsAreSafe(
  rule: ShellRule,
  unit: Unit,
  extra: readonly ShellWord[],
  options: CommandPolicyOptions,
): boolean {
  const { words, part } = unit;
  if (words.length === 2 && /^--(?:version|help)$/.test(words[1]?.text ?? "")) return true;
  const name = trustedName(words[0]);
  const reader = name === undefined ? undefined : readerOf(name);
  let rest = words.slice(1);
  for (let removal = 0; reader && removal <= REMOVALS_MAX; removal++) {
    const result = readWith(reader, rest);
    if (result.kind === "known")
      return result.use.reads.every(
        (read) => unreadableBecause(read, placeOf(read, part.folders, options), false) === undefined,
      );
    if (result.isBeyondGrammar) break;
    const named = result.word !== "" && rule.words.slice(1).includes(result.word);
    if (!named) return false;
    if (!result.word.startsWith("-")) break;
    rest = rest.filter((word) => word.text !== result.word);
  }
  return !extra.some((word) => CHOOSES_ANOTHER.test(word.text) || leavesWorkspace(word, part, options));
}
