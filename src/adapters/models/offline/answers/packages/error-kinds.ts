import type { Dossier } from "../estate/operations/dossier.ts";
import { answerErrorClasses } from "../outlines/error-classes.ts";
import { saysOnly } from "./own-code.ts";

const ERRORS = "(?:errors?|exceptions?)";
const CODES = /\berror codes?\b|\bcodes? of (?:the )?errors?\b/;
/** Words that only ask for all of them. */
const SMALL = new RegExp(
  `^(?:${ERRORS}|codes?|class(?:es)?|types?|kinds?|hierarchy|tree|list|which|what|can|could|may|might|will|would|be|is|are|there|do|does|it|this|that|they|them|the|a|an|all|of|in|from|by|at|to|for|and|or|i|we|you|one|each|any|my|caller|callers|user|users|client|code|library|sdk|package|module|api|get|gets|raised?|raises?|raising|thrown?|throws?|throwing|return(?:s|ed)?|expect(?:ed)?|catch|caught|handle|handled|defined?|declared?|exists?|used|custom|own|different|possible|mean|means|meaning|base|parent|root|common|inherits?|inherit|extends?|exported|public|give|show|me|tell|about|use|should|need|has|have|come|comes|out|back|come|sent|how|related|ones?|names?|named|listed)$`,
);

/** "What errors can be raised by this package? Give me the hierarchy", "which error codes are there, and what does each mean". */
export const ERROR_KINDS: Dossier = {
  asks: (said) =>
    new RegExp(`\\b${ERRORS}\\b`).test(said) &&
    /\b(?:what|which|list|show|give|all|hierarchy)\b/.test(said) &&
    saysOnly(said, SMALL),
  tells: /\b(?:hierarchy|means?|meaning|base|parent|root|inherit\w*|each|codes?)\b/,
  *answer(said, _own, context) {
    const all = CODES.test(said) ? "which error codes are there" : "which exceptions are there";
    const found = yield* answerErrorClasses(all, context);
    return found && { ...found, answer: { ...found.answer, isOfForm: true } };
  },
};
