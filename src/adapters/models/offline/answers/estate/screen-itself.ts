import { isScreenFile, stemOf } from "../../file-names.ts";
import { fileOf, type Thing } from "../../folder.ts";
import type { Looking } from "../../looking.ts";
import { type Asked, cited, listed, report, search, sectionText } from "../answer.ts";

/** Of a screen itself: who shows it, and its fields. @returns nothing for what is no screen */
export function* screenOf({ folder }: Asked, thing: Thing): Looking<readonly string[]> {
  const path = fileOf(thing);
  const isMap = /^map/.test(thing.kind);
  if (!isMap && !(path !== undefined && isScreenFile(path))) return [];
  const name = isMap ? thing.name : stemOf(path ?? "");
  const callers = yield* report("citadel_get_callers", { name, path: ".", limit: 20 }, folder);
  const fields = path === undefined ? [] : (yield* search(String.raw`^\w+ +DFHMDF`, { path })).lines;
  const lines = [
    sectionText(callers?.sections[0], "Who sends and receives it", 10),
    listed("Its named fields", fields.map(cited), fields.length, 20),
  ];
  return lines.filter((line) => line !== "");
}
