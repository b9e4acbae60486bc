import { isAside } from "../aside.ts";
import { led } from "../honest-answer.ts";
import { type Looking, together } from "../looking.ts";
import { asksYesOrNo } from "../reading/question-form.ts";
import { formsOf, holdsWord } from "../reading/word-forms.ts";
import { type CitedLine, isComment } from "../result-text.ts";
import { type Answer, type Asked, answered, cited, type Intent, listed, search, unanswered } from "./answer.ts";
import { declaredNames } from "./declared/declared-names.ts";
import { isSpokenOf, passages } from "./passages.ts";

/** Whether something is supported: that is told by what the project says of itself and by what it is tried on. */
export const SUPPORT_INTENTS: readonly Intent[] = [
  {
    id: "support",
    isOfBareName: true,
    means: "whether that is supported",
    needs: "topic",
    isOfTwo: true,
    isAskedBy: (part) => asksYesOrNo(part) || /\b(?:support|compatib|suport)/i.test(part),
    forms:
      "does it support T | is T supported | does it work on T | does it work with T | does it run on T | is there support for T | can it run on T | is it compatible with T | suporta T | funciona no T | funciona em T | da suporte a T | which T are supported | can i run it on T | is it supported on T | does it support X | is X supported",
    answer: support,
  },
];

/** How an operating system or a browser is spelled where something is declared or tried. */
const SPELLED: readonly (readonly [said: RegExp, pattern: string])[] = [
  [
    /\bwindows\b/i,
    String.raw`windows-(?:latest|\d+)|Operating System :: (?:OS Independent|Microsoft)|win32|os\.name|"os":`,
  ],
  [
    /\bmac(?:os)?\b|\bos ?x\b/i,
    String.raw`macos-(?:latest|\d+)|Operating System :: (?:OS Independent|MacOS)|darwin|"os":`,
  ],
  [/\blinux\b/i, String.raw`ubuntu-(?:latest|[\d.]+)|Operating System :: (?:OS Independent|POSIX)|linux|"os":`],
  [/\bbrowsers?\b|\bnavegador/i, String.raw`"browser"|typeof (?:window|document)\b|globalThis\.document|\bbrowsers?\b`],
  [/\bdeno\b/i, String.raw`\bdeno\b`],
  [/\bbun\b/i, String.raw`\bbun\b`],
];
const DECLARING_FILE =
  /(?:^|\/)(?:package\.json|pyproject\.toml|setup\.(?:py|cfg)|tox\.ini|Cargo\.toml|go\.mod|pom\.xml)$|\.github\/workflows\/|\.gitlab-ci\.yml$/;
/** Words of languages, which speak of nothing. */
const STATEMENT =
  /^\s*}?\s*(?:try|catch|finally|else|do|if|for|while|switch|with|return|import|export|from)\b(?=\s*[({:]|\s+[\w"'{*])/;
const DOCUMENT = /\.(?:md|rst|adoc|txt)$/i;
const NEWS = /(?:^|\/)(?:CHANGE|HISTORY|NEWS|RELEASE)/i;

function* support(asked: Asked): Looking<Answer> {
  const { subject, part } = asked;
  const words = [...subject];
  const said = words.join(" ");
  if (words.length === 0) return unanswered("Say of what.");
  const special = SPELLED.find(([form]) => form.test(part));
  const [plain, spelled] = yield* together([
    search(words.map(formsOf).join("|")),
    search(special?.[1] ?? "\\b\\B", { ignore_case: false }),
  ]);
  const lines = (plain?.lines ?? []).filter(({ text }) =>
    words.every((word) => holdsWord(text.replace(STATEMENT, " "), word)),
  );
  // A window of time is no operating system: what is spelled for machines counts first.
  const declared = [...(spelled?.lines ?? []), ...lines].filter(
    ({ path }) => DECLARING_FILE.test(path) && !isAside(path),
  );
  const spoken = lines.filter(
    ({ path, text }) => DOCUMENT.test(path) && !NEWS.test(path) && !isAside(path) && isMeant(text, special),
  );
  const inCode = (special ? (spelled?.lines ?? []) : lines).filter(
    ({ path, text }) => !DECLARING_FILE.test(path) && !DOCUMENT.test(path) && !isAside(path) && !isComment(path, text),
  );
  if (declared.length + spoken.length + inCode.length === 0) return yield* nearestLines(asked, words);
  const { lines: named, isWhole } = declared.length > 0 ? NOT_LOOKED_FOR : yield* declaredNames(words, words.length);
  return answered(
    declared.length > 0
      ? `Probably: what the project declares or runs its tests on names ${said}.`
      : named.length > 0
        ? `Not certain: no manifest names ${said}, but the code has names that do.`
        : isWhole
          ? `Not certain: nothing declares ${said}, but it is spoken of.`
          : `Not certain: ${said} is only spoken of in what I saw.`,
    listed("Declared, or tried in continuous integration", distinct(declared).map(cited), undefined, 6),
    listed("Declared in the code", distinct(named).map(cited), undefined, 6),
    listed("In the documents", distinct(spoken).map(cited), undefined, 6),
    listed("In the code", distinct(inCode).map(cited), undefined, 6),
  );
}

const NOT_LOOKED_FOR = { lines: [], isWhole: false };

/** One word of several stands in names of anything. */
const NAME_WORDS_MIN = 2;

/** Nothing says it in so many words: what is nearest settles nothing. */
function* nearestLines({ part, folder }: Asked, words: readonly string[]): Looking<Answer> {
  if (yield* isSpokenOf(part, folder)) {
    const { lines, isWhole } = yield* declaredNames(words, Math.min(words.length, NAME_WORDS_MIN));
    const leads =
      lines.length > 0
        ? [
            "Not certain: nothing here says that in so many words.",
            listed("Names that say some of it, where they are declared", distinct(lines).map(cited), undefined, 6),
          ]
        : isWhole
          ? ["Not certain: nothing here declares that or says it in so many words."]
          : ["Not certain: nothing here says that in so many words."];
    return { ...led(leads.join("\n"), yield* passages(part, folder)), isAnswer: true };
  }
  return answered(
    `Not known: none of the ${folder.paths.length} files here declares, says or tries anything about ${words.join(" ")}. What is not said may work all the same.`,
  );
}

/** Of a name with a capital only what is written with one. */
function isMeant(text: string, special: (typeof SPELLED)[number] | undefined): boolean {
  return special === undefined || /\b(?:Windows|macOS|Mac|Linux|[Bb]rowsers?|Deno|Bun)\b/.test(text);
}

const distinct = (lines: readonly CitedLine[]): readonly CitedLine[] => [
  ...new Map(lines.map((line) => [`${line.path}:${line.line}`, line])).values(),
];
