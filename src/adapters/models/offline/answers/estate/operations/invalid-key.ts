import { firstNames } from "../../../cut-lists.ts";
import { stemOf } from "../../../file-names.ts";
import { type Looking, together } from "../../../looking.ts";
import { answered, cited } from "../../answer.ts";
import { whole } from "../dossiers/whole-rows.ts";
import { fileLines } from "../file-lines.ts";
import { scopeOf } from "../outcomes.ts";
import type { Dossier } from "./dossier.ts";
import { invalidKeyBranches, type KeyBranch } from "./key-branches.ts";
import { baseFirst } from "./modules.ts";
import { codeLines, declarationOf } from "./program-lines.ts";

const ASKS =
  /\b(?:invalid|unsupported|wrong|undefined|unknown|unassigned|not (?:supported|allowed|valid|defined)|any other|some other|other|unexpected|bad|invalida|errada|desconhecida|nao (?:suportada|prevista|valida)|qualquer outra|outra)\b.{0,24}\b(?:keys?|pf ?\d*|pf ?keys?|fkeys?|teclas?)\b|\b(?:keys?|teclas?)\b.{0,30}\b(?:invalid|unsupported|not (?:supported|allowed|valid|defined)|invalida|errada|nao)\b/;
const OF_DATA = /\b(?:record|file|primary|foreign|vsam|index|database|api)\b/;
const PROGRAMS_GLOB = "*.{cbl,cob,cobol,CBL,COB}";
const SHOWN_MAX = 3;

/** "What happens on an unsupported key": what programs do with a key that none of their branches names, and the text that is shown. */
export const INVALID_KEY: Dossier = {
  asks: (said) => ASKS.test(said) && !OF_DATA.test(said),
  tells: /\b(?:message|text|what|where|defined|shown|happens|get)\b/,
  *answer(_said, own, context) {
    const { lines } = yield* codeLines([
      { pattern: "\\bEVALUATE +EIBAID\\b|\\bPFK?-?INVALID\\b|\\bINVALID-(?:PF)?KEY\\b", glob: PROGRAMS_GLOB },
    ]);
    const scope = yield* scopeOf(own, context.folder);
    const kept = lines.filter(({ path }) => scope.paths.length === 0 || scope.paths.includes(path));
    const paths = baseFirst([...new Map(kept.map((line) => [line.path, line])).values()], context.folder).map(
      ({ path }) => path,
    );
    const sources = yield* together(paths.map(fileLines));
    const branches = paths.flatMap((path, index) => invalidKeyBranches(path, sources[index] ?? []));
    if (branches.length === 0) return undefined;
    return { answer: { ...answered(...(yield* textsOf(branches))), obeyed: "all" }, groups: context.before };
  },
};

/** By what they do: the message that each shows, with where it is defined; and those that show none. */
function* textsOf(branches: readonly KeyBranch[]): Looking<readonly string[]> {
  // What most programs do comes first.
  const byMessage = [...Map.groupBy(branches, ({ message }) => message)];
  const texts: string[] = [];
  for (const [message, own] of byMessage.toSorted(([, one], [, other]) => other.length - one.length)) {
    const programs = firstNames([...new Set(own.map(({ path }) => stemOf(path)))], PROGRAMS_MAX);
    const rows = own.map(({ path, line, statement }) => `${path}:${line}  ${statement}`);
    if (message === "") {
      texts.push(whole(`Without a message of its own (${programs}), such a key is handled so`, rows, SHOWN_MAX));
      continue;
    }
    const declared = message.startsWith("'") ? undefined : yield* declarationOf(message);
    texts.push(
      ...(declared ? [`The text that is shown: ${cited(declared)}`] : [`The text that is shown: ${message}`]),
      whole(`Where a key that no branch names leads to it (${programs})`, rows, SHOWN_MAX),
    );
  }
  return texts;
}

const PROGRAMS_MAX = 14;
