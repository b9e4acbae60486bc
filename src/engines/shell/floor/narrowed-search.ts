import { createReach } from "../../../base/glob.ts";
import { type DangerContext, place } from "../dangers/danger.ts";
import { optionValues } from "../scan.ts";
import { isLiteral, type ShellWord } from "../words.ts";
import { mayFindVital, vitalOf } from "./vital.ts";

/** `find ~ -name 'way*'`: whether what narrows a search leaves what must not be lost among what it finds. */
export function narrowedToVital(words: readonly ShellWord[], context: DangerContext): (start: ShellWord) => boolean {
  const names = optionValues(words, "-name", "-iname").map(({ text }) => createReach(text, { ignoreCase: true }));
  const paths = optionValues(words, "-path", "-ipath", "-wholename").map(({ text }) => anyPathMatcher(text));
  const isPattern = optionValues(words, "-regex", "-iregex").length > 0;
  const finds = (start: ShellWord, from: string, path: string): boolean => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    const printed = `${start.text.replace(/\/+$/, "")}/${path.slice(from.length).replace(/^\//, "")}`;
    return isPattern || (names.every((one) => one(name)) && paths.every((one) => one(printed) || one(path)));
  };
  return (start) => {
    if (!isLiteral(start)) return false;
    if (vitalOf(start, context) === "own") return true;
    return context.folders.some((folder) => {
      const from = place(start, { ...context, folders: [folder] }).path;
      return from !== undefined && mayFindVital(from, context.options, (path) => finds(start, from, path));
    });
  };
}

/** Of `find -path`: a star takes folders, too. */
const anyPathMatcher = (pattern: string): ((path: string) => boolean) => {
  const reach = createReach(pattern.replaceAll("/", "\u0001"), { ignoreCase: true });
  return (path) => reach(path.replaceAll("/", "\u0001"));
};
