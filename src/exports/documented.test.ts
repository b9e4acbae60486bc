import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const SUBPATHS = globSync("src/exports/*.ts", { exclude: ["**/*.test.ts"] });
const DECLARED = /^export (?:async |abstract )?(?:const|function|class|interface|type) (\w+)/gm;
const NAMED = /^export (?:type )?\{([^}]*)\} from "([^"]+)"/gm;
const ALL = /^export type \* from "([^"]+)"/gm;

const read = (file: string): string => readFileSync(file, "utf8");
const declaredIn = (file: string): string[] => [...read(file).matchAll(DECLARED)].map(([, name = ""]) => name);

/** Every public name of a subpath, with the file that declares it. */
function namesOf(file: string): { readonly name: string; readonly file: string }[] {
  const at = (path = ""): string => join(dirname(file), path);
  return [
    ...declaredIn(file).map((name) => ({ name, file })),
    ...[...read(file).matchAll(ALL)].flatMap(([, path]) =>
      declaredIn(at(path)).map((name) => ({ name, file: at(path) })),
    ),
    ...[...read(file).matchAll(NAMED)].flatMap(([, names = "", path]) =>
      names
        .split(",")
        .map((name) => name.trim().replace(/^type /, ""))
        .filter((name) => name !== "")
        .map((name) => ({ name, file: at(path) })),
    ),
  ];
}

const isDocumented = ({ name, file }: { readonly name: string; readonly file: string }): boolean =>
  new RegExp(`\\*/\\nexport (?:async |abstract )?(?:const|function|class|interface|type) ${name}\\b`).test(read(file));

test.each(SUBPATHS)("%s says what it is for, and every name of it what it promises", (file) => {
  expect(read(file)).toContain("@module");
  const names = namesOf(file);
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((one) => !isDocumented(one)).map((one) => `${one.file}: ${one.name}`)).toEqual([]);
});
