import { stemOf } from "../../../file-names.ts";
import type { Looking } from "../../../looking.ts";
import { keysOf } from "../dossiers/doing.ts";
import { whole } from "../dossiers/whole-rows.ts";
import type { Dossier } from "../operations/dossier.ts";
import { codeLines, placed } from "../operations/program-lines.ts";
import { keyNames, pathsHolding, TESTS_KEY, underCics } from "./cobol-text.ts";
import { programMeant, screenWords } from "./program-meant.ts";
import { told } from "./told.ts";

const ASKS = /\b(?:function|pf|f|attention|aid)[- ]?keys?\b|\bwhich keys\b|\bwhat keys\b/;
const FORM = /^\W*(?:and )?(?:what|which|how|are|is|do|does|can)\b/;
const INVALID = /\b(?:invalid|wrong|unsupported|other|unknown|not)\b|\b(?:pf|f) ?\d/;
const KEYS_MAX = 16;
const PROGRAMS_MAX = 20;

/** "What do the function keys do on the card list": each key that its program tests, with what stands behind; or that no program tests one. */
export const FUNCTION_KEYS: Dossier = {
  // What is asked before it is another question.
  asks: (said) => ASKS.test(said.split(/,? and (?=which|what)/)[0] ?? said) && FORM.test(said) && !INVALID.test(said),
  tells: /\b(?:what|which|do|does|where|how)\b/,
  *answer(said, own, context) {
    const online = yield* underCics(context.folder);
    const testing = yield* pathsHolding(TESTS_KEY, online);
    if (online.length === 0) return undefined;
    if (testing.length === 0)
      return told(context, [
        `No program here tests a function key: ${online.map(stemOf).join(", ")} names neither EIBAID nor a key (DFHENTER, DFHPF1 …).`,
        whole(
          "Where a screen is received, and what is shown and returned to then",
          yield* screenLines(online),
          KEYS_MAX,
        ),
      ]);
    const meant = yield* programMeant(own, { words: screenWords(said), does: TESTS_KEY }, context);
    const [path] = meant?.paths ?? [];
    if (meant && path !== undefined && testing.includes(path))
      return told(context, [
        meant.taken,
        whole(`Keys that ${stemOf(path)} tests, with what stands behind`, yield* keysOf(path), KEYS_MAX),
      ]);
    const { lines } = yield* codeLines(testing.map((one) => ({ pattern: TESTS_KEY, path: one })));
    const rows = [...Map.groupBy(lines, (line) => line.path)].map(
      ([file, own]) =>
        `${stemOf(file)}: ${[...new Set(own.flatMap(({ text }) => keyNames(text)))].join(", ")} — ${file}:${own[0]?.line}`,
    );
    return told(context, [whole("Keys that programs test", rows, PROGRAMS_MAX)]);
  },
};

function* screenLines(online: readonly string[]): Looking<readonly string[]> {
  const { lines } = yield* codeLines(
    online.map((path) => ({ pattern: String.raw`\b(?:RECEIVE|SEND) +MAP\b|\bRETURN +TRANSID\b`, path })),
  );
  return lines.map(placed);
}
