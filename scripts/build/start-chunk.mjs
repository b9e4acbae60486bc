import { resolve } from "node:path";

/**
 * One chunk for these modules and everything they import statically. Split by who shares what, a run would read 65 files
 * before its first request, and each costs Node's module loader about half a millisecond.
 * @param {readonly string[]} files  what every run loads
 */
export function startChunk(files) {
  const imports = new Map();
  let members;
  return {
    plugin: {
      name: "start-chunk",
      moduleParsed({ id, importedIds }) {
        imports.set(id, importedIds);
      },
    },
    group: {
      name: "start",
      test(id) {
        members ??= closure(
          files.map((file) => resolve(file)),
          imports,
        );
        return members.has(id);
      },
    },
  };
}

function closure(ids, imports) {
  const found = new Set(ids);
  for (const id of found) for (const imported of imports.get(id) ?? []) found.add(imported);
  return found;
}
