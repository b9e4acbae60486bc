import { ARCHIVES } from "./archives.ts";
import { COREUTILS } from "./coreutils.ts";
import { GIT } from "./git/git.ts";
import type { Reader, ReaderTable } from "./reader.ts";
import { SEARCH_TOOLS } from "./search-tools.ts";
import { SYSTEM } from "./system.ts";
import { TEXT_TOOLS } from "./text-tools.ts";

/** Every program that may run unasked when its words prove that it only reads. A family is one file. */
export const FAMILIES: readonly ReaderTable[] = [COREUTILS, TEXT_TOOLS, SEARCH_TOOLS, GIT, ARCHIVES, SYSTEM];

const READERS: ReadonlyMap<string, Reader> = new Map(FAMILIES.flatMap((family) => Object.entries(family)));

export const readerOf = (program: string): Reader | undefined => READERS.get(program);
