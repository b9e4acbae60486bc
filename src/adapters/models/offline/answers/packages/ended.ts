import { isAside } from "../../aside.ts";
import { cited, listedInOrder, search } from "../answer.ts";
import type { Dossier } from "../estate/operations/dossier.ts";
import { publicNames } from "../facts/public-names.ts";
import type { Declared } from "../outlines/declared-units.ts";
import { namesWord, ownCode } from "./own-code.ts";
import { packageAnswer } from "./package-answer.ts";
import { quotedUnit, unitsOfUsers } from "./units-of-users.ts";

/** What ends something that goes on, as users and code call it. */
const VERBS = ["cancel", "interrupt", "abort", "stop", "disconnect", "terminate", "kill", "dispose"] as const;
const VERB = new RegExp(`\\b(${VERBS.join("|")})(?:s|ed|ing|led|ling|ted|ting|ped|ping|ation|ions?)?\\b`);
const ASKS =
  /\b(?:how (?:do|can|could|would|should|to|is|are|does)|can|could|what happens|what does|is it possible|is there (?:a|any) way)\b/;
const SMALL =
  /^(?:how|do|does|can|could|would|should|to|is|are|what|happens|happen|when|if|at|on|i|we|you|one|it|its|the|an?|my|this|that|in|of|middle|already|running|currently|ongoing|still|from|with|by|and|be|gets?|there|any|way|possible|while|during|client|agent|caller|user|which|method|function|conversation|someone|calls?|called|turn|before|after|stopped)$/;
const UNITS_MAX = 3;
const CALLS_MAX = 4;

/** "How do I interrupt", "can a prompt be cancelled": the public functions that are called so, what they do, and where an example calls them. */
export const ENDED: Dossier = {
  asks: (said) => ASKS.test(said) && VERB.test(said),
  tells: /\b(?:how|which|what|happens|sent|possible)\b/,
  *answer(said, _own, { folder, before }) {
    const verb = VERB.exec(said)?.[1] ?? "";
    const words = [...new Set(said.match(/[a-z]{3,}/g) ?? [])].filter((word) => !SMALL.test(word) && !VERB.test(word));
    const isPublic = publicNames(yield* ownCode(folder));
    const named = (yield* unitsOfUsers(folder)).filter(
      ({ kind, name, owner }) => kind === "function" && name.toLowerCase() === verb && !owner.startsWith("_"),
    );
    const isOfUsers = ({ owner, name }: Declared): boolean => isPublic(owner) || isPublic(name);
    const fitting = named.filter(({ said: told, owner, lines }) =>
      words.every((word) =>
        namesWord([owner, ...told.map(({ text }) => text), ...lines.map(({ text }) => text)].join(" "), word),
      ),
    );
    if (fitting.length === 0 || !fitting.some(isOfUsers)) return undefined;
    const shown = fitting
      .toSorted((one, other) => Number(isOfUsers(other)) - Number(isOfUsers(one)))
      .slice(0, UNITS_MAX);
    const { lines } = yield* search(`\\.${verb}\\(`, {
      glob: "*.{md,py,ts,js,mjs,tsx}",
      ignore_case: false,
      limit: 200,
    });
    const calls = lines.filter(({ path, text }) => SHOWS.test(path) && isAside(path) && !/^\s*(?:#|\/\/)/.test(text));
    return packageAnswer(before, [
      ...shown.map(quotedUnit),
      listedInOrder("Where examples call it", calls.map(cited), calls.length, CALLS_MAX),
    ]);
  },
};

const SHOWS = /(?:^|\/)(?:examples?|samples?|demos?)\/|\.md$/;
