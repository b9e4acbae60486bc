import { programName } from "../scan.ts";
import { isLiteral, literalWord, type ShellWord } from "../words.ts";
import { npmCommand } from "./npm-command.ts";

/** Names of one command for another of the same program, each as `NAME=FULL`; a name of two words has a `+`. */
const VERBS: Readonly<Record<string, string>> = {
  git: "stage=add init-db=init annotate=blame fsck-objects=fsck whatchanged=log",
  docker:
    "image+rm=rmi image+remove=rmi image+ls=images container+ls=ps container+list=ps container+ps=ps image+inspect=inspect container+inspect=inspect " +
    [
      ...["container+run", "container+rm", "container+exec", "container+start", "container+stop", "container+restart"],
      ...["container+kill", "container+cp", "container+create", "container+attach", "container+commit"],
      ...["container+logs", "container+export", "container+pause", "container+unpause", "container+rename"],
      ...["image+push", "image+pull", "image+build", "image+tag", "image+load", "image+save", "image+import"],
      ...["buildx+build", "builder+build"],
    ]
      .map((name) => `${name}=${name.split("+")[1]}`)
      .join(" "),
  cargo: "b=build c=check d=doc t=test r=run rm=remove",
  pnpm: "i=install rm=remove un=remove uninstall=remove up=update upgrade=update ln=link t=test tst=test run-script=run",
  bun: "i=install a=add rm=remove r=run",
  yarn: "npm+publish=publish",
  helm: "del=uninstall delete=uninstall un=uninstall ls=list fetch=pull",
};
/** Programs that are one, each as `NAME=FULL`. */
const PROGRAMS = new Map([
  ["podman", "docker"],
  ["pip3", "pip"],
  ["hub", "git"],
  ["tofu", "terraform"],
  ["nerdctl", "docker"],
]);

const tables = new Map(
  Object.entries(VERBS).map(([program, names]) => [
    program,
    new Map(
      names
        .split(" ")
        .filter(Boolean)
        .map((one) => one.split("=") as [string, string]),
    ),
  ]),
);

/**
 * A command under the names that its program's own manual uses for it: `npm pu` as `npm publish`, `docker container run` as `docker run`.
 * @returns empty where it is written so already
 */
export function plainNames(words: readonly ShellWord[]): readonly (readonly ShellWord[])[] {
  const [program, ...rest] = words;
  if (program === undefined || !isLiteral(program)) return [];
  const name = programName(program).replace(/\.(?:cmd|bat|com)$/, "");
  const full = fullName(name);
  const own = name === full && programName(program) === name ? [] : [[literalWord(full), ...rest]];
  const compose = name === "docker-compose" ? [[literalWord("docker"), literalWord("compose"), ...rest]] : [];
  const uv = full === "uv" && rest[0]?.text === "pip" ? [rest] : [];
  return [...own, ...compose, ...uv, ...verbPlaces(rest).flatMap((at) => withVerb(full, rest, at))];
}

const fullName = (name: string): string => {
  const known = PROGRAMS.get(name);
  return known ?? (/^pip[\d.]*$/.test(name) ? "pip" : name);
};

/** Where the sub-command may stand: the first plain word, and the next one where an option may have taken that as its value. */
function verbPlaces(words: readonly ShellWord[]): readonly number[] {
  const first = words.findIndex(({ text }) => !text.startsWith("-"));
  if (first < 0) return [];
  const isValue = first > 0 && !words[first - 1]?.text.includes("=");
  return isValue ? [first, first + 1] : [first];
}

function withVerb(program: string, words: readonly ShellWord[], at: number): readonly (readonly ShellWord[])[] {
  const [verb, next] = [words[at], words[at + 1]];
  if (verb === undefined || !isLiteral(verb)) return [];
  const before = words.slice(0, at);
  const named = (name: string, from: number): readonly ShellWord[] => [
    literalWord(program),
    ...before,
    ...name.split("+").map(literalWord),
    ...words.slice(from),
  ];
  if (program === "npm") return npmCommand(verb.text).map((name) => named(name, at + 1));
  const table = tables.get(program);
  const two = next === undefined ? undefined : table?.get(`${verb.text}+${next.text}`);
  const one = table?.get(verb.text);
  return [...(two === undefined ? [] : [named(two, at + 2)]), ...(one === undefined ? [] : [named(one, at + 1)])];
}
