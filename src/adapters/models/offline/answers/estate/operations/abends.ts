import { stemOf } from "../../../file-names.ts";
import type { CitedLine } from "../../../result-text.ts";
import { answered, cited } from "../../answer.ts";
import { passages } from "../../passages.ts";
import { whole } from "../dossiers/whole-rows.ts";
import type { Dossier } from "./dossier.ts";
import { baseFirst } from "./modules.ts";
import { COBOL_GLOB, codeLines } from "./program-lines.ts";

const CODE = /\babend(?:s|ed|ing)?\b(?: codes?)?.{0,20}?\b(\d{2,4})\b|\b(\d{2,4}) abends?\b/;
const OF_MANY =
  /\b(?:which|what|any|list)\b(?: \w+)* programs?\b.*\b(?:raise|issue|force|cause|abend|call)\w*\b.*|\babend codes? (?:are|exist|does)\b/;
const SETS = String.raw`\bMOVE +['"]?\d{2,4}['"]? +TO +[\w-]*(?:ABCODE|ABEND|ABCOD|ABND)[\w-]*|\bABCODE *\( *['"]`;
const RAISES = String.raw`\bCALL +['"](?:CEE3ABD|ILBOABN0)['"]|\bEXEC +CICS +ABEND\b`;

/** "What does abend 999 mean, and which programs raise it": every program that ends abnormally with that code, and those that do with another. */
export const ABENDS: Dossier = {
  asks: (said) => CODE.test(said) || (/\babend/.test(said) && OF_MANY.test(said)),
  tells: /\b(?:which|what|who|where|when|why|mean\w*|raise\w*)\b/,
  *answer(said, own, context) {
    const { folder } = context;
    const [setting, raising] = [
      yield* codeLines([{ pattern: SETS, glob: COBOL_GLOB }]),
      yield* codeLines([{ pattern: RAISES, glob: COBOL_GLOB }]),
    ];
    if (!(setting.isWhole && raising.isWhole)) return undefined;
    const isOwn = ({ path }: CitedLine): boolean => folder.keeps?.(path) ?? true;
    const [, behind, before] = CODE.exec(said) ?? [];
    const code = behind ?? before;
    const sets = baseFirst(setting.lines.filter(isOwn), folder);
    const meant = code === undefined ? sets : sets.filter(({ text }) => new RegExp(`\\b${code}\\b`).test(text));
    if (meant.length === 0) return undefined;
    const paths = new Set(meant.map(({ path }) => path));
    const others = [...sets, ...raising.lines.filter(isOwn)].filter(({ path }) => !paths.has(path));
    const apart = [...new Map(others.toReversed().map((line) => [line.path, line])).values()].toReversed();
    return {
      answer: {
        ...answered(
          whole(
            code === undefined
              ? "Statements that set a code to abend with"
              : `Statements that set ${code} to abend with`,
            meant.map(rowOf),
          ),
          whole("Other programs that abend", apart.map(rowOf)),
          (yield* passages(own, folder)).text,
        ),
        obeyed: "all",
      },
      groups: context.before,
    };
  },
};

const rowOf = (line: CitedLine): string => `${stemOf(line.path)}: ${cited(line)}`;
