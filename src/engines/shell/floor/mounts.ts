import { type Danger, type DangerContext, danger, firstDanger, hidden } from "../dangers/danger.ts";
import { optionValues, scan } from "../scan.ts";
import { isLiteral, type ShellWord } from "../words.ts";
import { LOSERS } from "./effects.ts";
import { isTold } from "./possible-words.ts";
import { NAMED, vitalOf } from "./vital.ts";

/** Programs that open places of this machine to a container. */
export const CONTAINERS = /^(?:docker|podman|nerdctl)(?:-compose)?$/;

/** `-v /:/host`, `-itv/:/host`, `--output=type=local,dest=/`: a container, a build or a copy that may write in what must not be lost. */
export function mountsFloor(words: readonly ShellWord[], context: DangerContext): Danger | undefined {
  return opensVital(words, context) ?? opensUntold(words, context);
}

function opensVital(words: readonly ShellWord[], context: DangerContext): Danger | undefined {
  const copied = words.some(({ text }) => text === "cp") ? scan(words).operands.slice(-1) : [];
  return firstDanger([...words.flatMap(placesIn), ...copied], (word) => {
    const source = word.text.split(/[:,]/)[0] ?? "";
    if (!/^[/~]/.test(source) || /:ro\b|readonly/.test(word.text)) return undefined;
    const vital = vitalOf({ ...word, text: source }, context);
    return vital === undefined
      ? undefined
      : { ...danger("D1", `the container may change ${NAMED[vital]} (${source})`), isHidden: true };
  });
}

/** `docker run -v "$d":/x image rm -rf /x`. */
function opensUntold(words: readonly ShellWord[], context: DangerContext): Danger | undefined {
  const started = words.filter(({ text }) => !text.startsWith("-")).map(({ text }) => text);
  if (!LOSERS.test(started.join(" "))) return undefined;
  const opened = [...words.flatMap(placesIn), ...optionValues(words, "-v", "--volume", "--mount")];
  const untold = opened.find((word) => !isLiteral(word) && word.standsFor === undefined && !isTold(word, context));
  return untold && hidden(`what it deletes or writes may lie in a folder that is not told by the line: ${untold.text}`);
}

const TAKES_PLACE = /^(?:-[A-Za-z]*[vo]|--(?:volume|output))$/;
const HOLDS_PLACE = /^(?:-[A-Za-z]*[vo]=?|--(?:volume|output)=)([/~].*)$/s;
const LISTED = /(?:^|[=,])(?:source|src|dest|device)=([^,]*)(.*)/gs;

/** What a word, or that behind it, opens, with how. */
function placesIn(word: ShellWord, index: number, words: readonly ShellWord[]): readonly ShellWord[] {
  const next = words[index + 1];
  const held = HOLDS_PLACE.exec(word.text)?.[1];
  const listed = [...word.text.matchAll(LISTED)].map(([, path = "", how = ""]) => path + how);
  return [
    ...(TAKES_PLACE.test(word.text) && next ? [next] : []),
    ...[...(held === undefined ? [] : [held]), ...listed].map((text) => ({ ...word, text })),
  ];
}
