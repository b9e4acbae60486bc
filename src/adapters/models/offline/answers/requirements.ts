import type { Looking } from "../looking.ts";
import { dependenciesOf } from "../query/rows/project.ts";
import { plain } from "../reading/tokens.ts";
import {
  type Answer,
  type Asked,
  answered,
  cited,
  type Intent,
  listed,
  search,
  unanswered,
  verdict,
} from "./answer.ts";
import { type Entry, entriesOf, fieldsOf, readManifests } from "./manifests.ts";
import { passages } from "./passages.ts";

/** Questions about what a project needs and under which terms it stands. */
export const REQUIREMENT_INTENTS: readonly Intent[] = [
  {
    id: "dependencies",
    // What depends on something is no package that this project declares.
    isAskedBy: (part) => !DEPENDING.test(plain(part)),
    obeys: true,
    usesThings: true,
    means: "what it depends on",
    needs: "nothing",
    forms:
      "what are the dependencies | which dependencies does it have | list dependencies | what libraries are used | which packages does it depend on | what does it depend on | third party libraries | quais as dependencias | que bibliotecas usa | howmany dependencies | dev dependencies | which version of X is used | what version of X does it depend on | is X a dependency | does it depend on X | qual versao do X",
    answer: dependencies,
  },
  {
    id: "version",
    obeys: true,
    usesThings: true,
    means: "which versions it is and needs",
    needs: "nothing",
    forms:
      "which version of node | what node version is required | which python version | minimum python version | what version is this | what is the version | current version | qual a versao | qual versao do node | which version of java is needed | supported python versions | does it run on python | qual a versao minima do python | qual e a versao minima de X | minimum version of X | lowest supported version of X | que versao do python precisa | what runtime does it need | which compiler does it need",
    answer: versions,
  },
  {
    id: "licence",
    means: "under which licence it stands",
    needs: "nothing",
    forms:
      "what licence | which license | what is the license | is it open source | under which licence | qual a licenca | can i use it commercially licence | who holds the copyright",
    answer: licence,
  },
];

const DEPENDING =
  /^\W*(?:and |e )?(?:who|what|which (?!(?:packages?|librar|modules? does|dependenc))[\w ]+|does anything|quem|o que|que \w+) (?:else |still )?(?:depends?|relies|rely|depende[m]?) (?:up)?(?:on|de|d[oa])\b/;

/** Words that say which of both lists is meant; both are shown. */
const KIND_OF_NEED =
  /^(?:desenvolvimento|testes?|producao|tests?|testing|docs|documentation|lint|build|run-?time|production|prod|external|third|party|develop\w*|dev|direct|extern\w*|library|libraries|npm|python|pip|package|packages)$/i;

function* dependencies({ folder, things, topic: said, restricting }: Asked): Looking<Answer> {
  const topic = said.filter((word) => !KIND_OF_NEED.test(word));
  const manifests = yield* readManifests(folder);
  const all = manifests.flatMap(dependenciesOf);
  const wanted = [...things.map(({ written }) => written).filter((word) => !KIND_OF_NEED.test(word)), ...topic].map(
    (name) => name.toLowerCase(),
  );
  const own = all.filter(({ key }) =>
    wanted.some(
      (name) =>
        key.toLowerCase() === name ||
        key.toLowerCase().endsWith(`/${name}`) ||
        (name.length > 3 && key.toLowerCase().includes(name)),
    ),
  );
  const row = ({ key, value, path, line }: Entry): string => `${key} ${value} — ${path}:${line}`;
  if (all.length === 0) {
    const names = manifests.map(({ path }) => path);
    return unanswered(
      names.length > 0
        ? `No dependency is declared in ${names.join(", ")}.`
        : "No manifest that declares dependencies (package.json, pyproject.toml, pom.xml and their like) is here.",
    );
  }
  if (wanted.length > 0 && own.length === 0)
    return verdict(
      false,
      answered(`${wanted.join(" ")} is no declared dependency.`, listed("Declared are", all.map(row))),
    );
  if (own.length > 0)
    return { ...verdict(true, answered(listed("Declared dependencies of that name", own.map(row)))), obeyed: topic };
  const runtime = all.filter(({ need }) => need !== "development");
  const development = all.filter(({ need }) => need === "development");
  const answer = answered(
    listed("It needs", runtime.map(row), runtime.length, 25),
    runtime.length === 0 ? "It needs no package at run time." : "",
    listed("For development", development.map(row), development.length, 15),
  );
  return { ...verdict(runtime.length > 0, answer), obeyed: restricting.filter((word) => KIND_OF_NEED.test(word)) };
}

function* versions(asked: Asked): Looking<Answer> {
  const manifests = yield* readManifests(asked.folder);
  const fields = manifests.flatMap((manifest) => [
    ...fieldsOf(manifest).filter(({ key }) =>
      /^(?:name|version|requires-python|engines|packageManager|dynamic)$/.test(key),
    ),
    ...entriesOf(manifest, /^engines$/),
    ...manifest.lines.flatMap(({ path, line, text }) =>
      /^(?:\.|.*\/\.)/.test(path) || /^FROM |<(?:java\.version|maven\.compiler\.\w+|release)>|^go \d/.test(text)
        ? [{ key: path.slice(path.lastIndexOf("/") + 1), value: text.trim(), path, line }]
        : [],
    ),
  ]);
  const { lines } = yield* search(String.raw`(?:node|python|java)-version: *\S`, { path: ".github" });
  const types = manifests.flatMap(dependenciesOf).filter(({ key }) => /^@types\/node$|^typescript$/.test(key));
  const needs = fields.filter(({ key }) => !/^(?:name|version|dynamic)$/.test(key));
  const row = ({ key, value, path, line }: Entry): string => `${key}: ${value} — ${path}:${line}`;
  const own = fields.filter(({ key }) => /^(?:name|version)$/.test(key));
  if (own.length + needs.length + lines.length === 0)
    return unanswered("No manifest here names a version: no package.json, pyproject.toml or their like was found.");
  const said = new Set(plain(asked.part).match(/[\w.@/-]*\w/g) ?? []);
  const named = manifests.flatMap(dependenciesOf).filter(({ key }) => said.has(key.toLowerCase()));
  const isTold = (word: string): boolean =>
    MINIMUM.test(plain(word)) || [...named, ...needs].some(({ key }) => key.toLowerCase().includes(plain(word)));
  if (asked.restricting.some((word) => asked.topic.includes(word) && !isTold(word))) {
    const spoken = yield* passages(asked.part, asked.folder);
    if (spoken.isAnswer) return { ...spoken, obeyed: "all" };
  }
  const about = asked.concepts.has("runtime");
  const answer = answered(
    listed("Declared dependencies of that name", named.map(row)),
    listed("Its own version", own.map(row), own.length, 6),
    listed("It asks for", needs.map(row)),
    about && needs.length === 0
      ? "No manifest demands a version of the runtime (no `engines`, no `requires-python`)."
      : "",
    listed("In the workflows", lines.map(cited), lines.length, 5),
    about && needs.length === 0 ? listed("A hint", types.map(row)) : "",
  );
  return { ...answer, obeyed: asked.restricting.filter(isTold) };
}

/** What a manifest asks for is the least that it needs. */
const MINIMUM = /^(?:minim\w*|lowest|oldest|least|required|needed)$/;

function* licence({ folder }: Asked): Looking<Answer> {
  const manifests = yield* readManifests(folder);
  const declared = manifests.flatMap((manifest) => fieldsOf(manifest).filter(({ key }) => /^licen[cs]e$/.test(key)));
  const files = folder.paths
    .filter((path) => /(?:^|\/)(?:LICEN[CS]E|COPYING|NOTICE)[^/]*$/i.test(path))
    .sort((one, other) => one.length - other.length);
  const named = yield* search(
    String.raw`Apache License|MIT License|GNU (?:LESSER |AFFERO )?GENERAL PUBLIC|BSD \d-Clause|Mozilla Public|ISC License|Permission is hereby granted|Unlicense|Redistribution and use`,
    { glob: "{LICEN*,COPYING*,NOTICE*}", limit: 6 },
  );
  const titles = named.lines.filter(({ path }, index) => named.lines.findIndex((line) => line.path === path) === index);
  const { lines } = yield* search("licen[cs]e", { glob: "README*", limit: 5 });
  if (declared.length + files.length + lines.length === 0)
    return unanswered(
      "No licence is declared: there is no LICENSE file, no `license` in a manifest, and no README speaks of one.",
    );
  return verdict(
    true,
    answered(
      listed(
        "Declared",
        declared.map(({ value, path, line }) => `${value} — ${path}:${line}`),
      ),
      listed("Files", [
        ...titles.map(cited),
        ...files.filter((path) => titles.every((line) => line.path !== path)).map((path) => `${path}:1`),
      ]),
      listed("In the README", lines.map(cited)),
    ),
  );
}
