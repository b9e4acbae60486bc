import type { Context } from "../../../query/draft.ts";
import { answered, cited } from "../../answer.ts";
import { fieldCandidates } from "../../fields/field-candidates.ts";
import { askedWords } from "../dossiers/asked-words.ts";
import { whole } from "../dossiers/whole-rows.ts";
import type { Dossier } from "./dossier.ts";
import { COBOL_GLOB, codeLines } from "./program-lines.ts";

const ASKS =
  /\b(?:clear ?text|plain ?text|(?:in the|in) (?:clear|plain)|(?:un)?encrypt\w*|hash(?:ed|es|ing)?|cipher\w*|masked|texto (?:limpo|simples|claro)|em claro|cifrad\w+|encriptad\w+)\b/;
const HIDES = "\\b[\\w-]*(?:ENCRYPT|DECRYPT|CIPHER|CRYPTO|HASH|CSNB[A-Z]|ICSF|MASKED)[\\w-]*\\b";
const FIELDS_MAX = 6;
const LINES_MAX = 8;

/** "Are passwords stored in clear text, and where is the check": how the field is declared, where it is compared, and whether anything hides it. */
export const CLEAR_TEXT: Dossier = {
  asks: (said) => ASKS.test(said) && !/\b(?:https?|tls|typescript|sdk|api)\b/.test(said),
  tells: /\b(?:check|checked|compared?|where|how|long|length|stored|who|which)\b/,
  *answer(said, _own, context) {
    const words = askedWords(said, ONLY_ASKS).map((word) => word.replace(/(?<=[^s])s$/, ""));
    const found = yield* fieldCandidates(words.slice(0, WORDS_MAX), context.folder);
    if (!found || found.shared.length + found.own.length === 0) return undefined;
    const stored = found.shared.length > 0 ? found.shared : found.own;
    const fields = [...new Map(stored.map((field) => [field.name, field])).values()];
    const { lines: hiding, isWhole } = yield* hidingLines(context);
    if (!isWhole) return undefined;
    const names = [...new Set([...stored, ...found.own].map(({ name }) => name))];
    const { lines: compared } = yield* codeLines([
      {
        pattern: `\\b(?:IF|WHEN|AND|OR|UNTIL)\\b.*\\b(?:${fields.map(({ name }) => name).join("|")})\\b *(?:NOT +)?(?:=|EQUAL)|(?:=|EQUAL(?: +TO)?) +(?:${names.join("|")})\\b`,
        glob: COBOL_GLOB,
      },
    ]);
    const telling = compared.filter(({ text }) => !/\b(?:SPACES?|LOW-VALUES?)\b/i.test(text));
    const what = found.held.join(" ");
    const lead =
      hiding.length === 0
        ? `As far as the sources show, "${what}" is kept as it is, in clear text: the field is declared as below, and no line of a program or copybook here encrypts, hashes or masks anything.`
        : `What stands below is declared as "${what}"; lines that name encryption, hashing or masking follow, and whether they are of it is for you to read.`;
    return {
      answer: {
        ...answered(
          lead,
          whole(
            "Declared",
            fields.map((field) => cited(field)),
            FIELDS_MAX,
          ),
          whole(
            "Where it is compared",
            ordered(
              telling.map((line) => ({ ...line, isStored: fields.some(({ name }) => line.text.includes(name)) })),
            ).map(cited),
            LINES_MAX,
          ),
          whole("Lines that name encryption, hashing or masking", hiding.map(cited), LINES_MAX),
        ),
        obeyed: "all",
      },
      groups: context.before,
    };
  },
};

const WORDS_MAX = 2;
const ONLY_ASKS =
  /^(?:clear|plain|text|encrypt|hash|mask|stor|kept|keep|sav|held|check|compar|database|file|anywhere|somehow|texto|limpo|simples|claro|cifrad|encriptad|guardad|armazenad|gravad)\w*$/;

/** What is compared with what is stored tells more than a check of what was typed. */
const ordered = <Line extends { readonly isStored: boolean }>(lines: readonly Line[]): readonly Line[] =>
  lines.toSorted((one, other) => Number(other.isStored) - Number(one.isStored));

function* hidingLines({ folder }: Context): ReturnType<typeof codeLines> {
  const { lines, isWhole } = yield* codeLines([{ pattern: HIDES, glob: COBOL_GLOB }]);
  return { lines: lines.filter(({ path }) => folder.keeps?.(path) ?? true), isWhole };
}
