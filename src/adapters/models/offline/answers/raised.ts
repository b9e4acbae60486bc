import { escapeRegExp } from "../../../../base/glob.ts";
import type { Looking } from "../looking.ts";
import { inEnglish } from "../portuguese/as-english.ts";
import { plain } from "../reading/tokens.ts";
import { isComment } from "../result-text.ts";
import { type Answer, type Asked, answered, cited, counted, type Intent, listed, search } from "./answer.ts";
import { bare } from "./code.ts";

/** Who raises an error. */
export const RAISED_INTENTS: readonly Intent[] = [
  {
    id: "raised",
    of: /^(?:class|symbol|function|type|interface|text|file|variable)/,
    means: "who throws or raises it",
    // "Which errors can the client raise": who is named raises, and is not raised.
    isAskedBy: (part) => !ERRORS_OF.test(plain(inEnglish(part))),
    needs: "name",
    forms:
      "who throws X | where is X thrown | what throws X | which functions throw X | which code throws X | which files throw X | who raises X | where is X raised | what raises X | which code raises X | which functions raise X | when is X thrown | when is X raised | where do we throw X | quem lanca X | onde X e lancado | onde e lancado X | quem levanta X",
    answer: raisers,
  },
];

const ERRORS_OF = /^\W*(?:which|what) (?:kinds? of )?(?:errors?|exceptions?|failures?)\b.*\b(?:throws?|raises?)\b/;
const RAISED_MAX = 30;
const DECLARED_MAX = 2;

/** Lines that throw it, raise it, or make one to reject with. */
function* raisers({ things: [thing] }: Asked): Looking<Answer> {
  const name = bare(thing);
  const one = escapeRegExp(name);
  const form = `\\b(?:throw|raise|raises|panic)\\b.*\\b${one}\\b|\\breject\\w*\\(.*\\b${one}\\b|\\bnew ${one}\\(|\\breturn\\b.*\\b${one}\\(`;
  const { lines, isWhole } = yield* search(form, { ignore_case: false });
  const own = lines.filter(({ path, text }) => !isComment(path, text) && !/\.(?:md|rst|txt)$/i.test(path));
  const files = new Set(own.map(({ path }) => path)).size;
  const declared = thing?.places.map(cited) ?? [];
  if (own.length === 0)
    return answered(
      `No line here throws, raises or makes ${name}.`,
      listed("It is declared", declared, declared.length, DECLARED_MAX),
    );
  return answered(
    listed(
      `Lines of ${counted(files, "file")} that throw, raise or make ${name}`,
      own.map(cited),
      isWhole ? own.length : `${own.length} or more`,
      RAISED_MAX,
    ),
    listed("It is declared", declared, declared.length, DECLARED_MAX),
  );
}
