import { resolve } from "node:path";

/**
 * One chunk for each named list of modules and everything they import statically, and one for what two of them share. Split
 * by who shares what, a run would read 65 files before its first request, and each costs Node's module loader about half a
 * millisecond.
 * @param {Readonly<Record<string, readonly string[]>>} lists  what is loaded together, by the name of its chunk
 */
export function startChunks(lists) {
  const imports = new Map();
  let chunkOf;
  const names = ["shared", ...Object.keys(lists)];
  return {
    plugin: {
      name: "start-chunk",
      moduleParsed({ id, importedIds }) {
        imports.set(id, importedIds);
      },
    },
    groups: names.map((name) => ({
      name,
      test(id) {
        chunkOf ??= placed(lists, imports);
        return chunkOf.get(id) === name;
      },
    })),
  };
}

function placed(lists, imports) {
  const chunkOf = new Map();
  for (const [name, files] of Object.entries(lists))
    for (const id of closure(
      files.map((file) => resolve(file)),
      imports,
    ))
      chunkOf.set(id, chunkOf.has(id) ? "shared" : name);
  return chunkOf;
}

function closure(ids, imports) {
  const found = new Set(ids);
  for (const id of found) for (const imported of imports.get(id) ?? []) found.add(imported);
  return found;
}
