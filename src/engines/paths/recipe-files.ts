import { isObject } from "../../base/is-object.ts";
import { parseForeignJson } from "../../base/json-depth.ts";

const ofNode = ["package.json"];
const ofMake = ["GNUmakefile", "makefile", "Makefile"];
const ofPython = ["pyproject.toml"];
const ofRake = ["rakefile", "Rakefile", "rakefile.rb", "Rakefile.rb"];
const ofGradle = ["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"];
const ofCompose = ["compose.yaml", "compose.yml", "docker-compose.yaml", "docker-compose.yml"];
/** Programs that run what a file of the folder says, and find that file by its name. */
const RECIPES: Readonly<Record<string, readonly string[]>> = {
  ...{ npm: ofNode, pnpm: ofNode, yarn: ofNode, bun: ofNode },
  deno: ["deno.json", "deno.jsonc", ...ofNode],
  ...{ make: ofMake, gmake: ofMake, bmake: ofMake },
  just: ["justfile", "Justfile", ".justfile"],
  task: ["Taskfile", "taskfile"].flatMap((name) => ["", ".dist"].map((dist) => `${name}${dist}.y*ml`)),
  ...{ rake: ofRake, bundle: ofRake },
  ...{ ant: ["build.xml"], mvn: ["pom.xml"], mvnw: ["pom.xml"], gradle: ofGradle, gradlew: ofGradle },
  composer: ["composer.json"],
  ...{ poetry: ofPython, pdm: ofPython, hatch: ofPython, poe: ofPython },
  tox: ["tox.ini", "setup.cfg", ...ofPython],
  nox: ["noxfile.py"],
  ...{ invoke: ["tasks.py"], inv: ["tasks.py"] },
  cargo: ["Cargo.toml", "build.rs"],
  mage: ["magefile.go"],
  scons: ["SConstruct"],
  ninja: ["build.ninja"],
  "pre-commit": [".pre-commit-config.yaml"],
  lefthook: ["lefthook.yml", "lefthook.yaml"],
  "docker-compose": ofCompose,
};
const NAMES = new Set(Object.values(RECIPES).flat());

export const recipesOf = (program: string): readonly string[] =>
  Object.hasOwn(RECIPES, program) ? (RECIPES[program] ?? []) : [];

export const isRecipe = (name: string): boolean => NAMES.has(name) || /^taskfile(?:\.dist)?\.ya?ml$/i.test(name);

/** What a package says of itself and of what it is made from: nothing of it is run by a script's name. */
const TOLD_ALONE =
  /^(?:version|description|keywords|author|contributors|license|repository|bugs|homepage)$|dependencies$/i;

/** What of a recipe decides what is run: all of it, but in a package's file what is added and raised every day. */
export function deciding(name: string, text: string): string {
  const found = name.endsWith(".json") ? objectIn(text) : undefined;
  if (found === undefined) return text;
  return JSON.stringify(Object.entries(found).filter(([member]) => !TOLD_ALONE.test(member)));
}

/**
 * The commands of a package's file that some words start, and those that these start in turn: what is called as a word is, with what runs before
 * and after it (`prelint`); all of them by a pattern. Of another recipe none: which of its parts runs is told by nothing but running.
 */
export function commandsIn(name: string, text: string, words: readonly string[]): readonly string[] {
  const found = name.endsWith(".json") ? objectIn(text) : undefined;
  const scripts = ["scripts", "tasks"].map((member) => found?.[member]).filter(isObject);
  const left = new Map(scripts.flatMap((one) => Object.entries(one)));
  const commands: string[] = [];
  const called = new Set(words);
  for (const word of called)
    for (const script of word.endsWith("*") ? [...left.keys()] : [word, `pre${word}`, `post${word}`]) {
      const texts = [left.get(script)].flat().filter((one) => typeof one === "string");
      left.delete(script);
      commands.push(...texts);
      for (const one of texts.flatMap(wordsOf)) called.add(one);
    }
  return commands;
}

const wordsOf = (command: string): readonly string[] => command.split(/[\s"'`;|&()<>=\\]+/);

function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const found = parseForeignJson(text);
    return isObject(found) ? found : undefined;
  } catch {
    return undefined;
  }
}
