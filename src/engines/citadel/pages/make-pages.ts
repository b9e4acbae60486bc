import { Accesses } from "../graph/access.ts";
import type { Estate } from "../graph/estate.ts";
import { overviewPages } from "./overview-pages.ts";
import type { EstatePage } from "./page.ts";
import { PageIndex } from "./page-index.ts";
import { type UnitParts, unitPage } from "./unit-page.ts";

/**
 * Every page of an estate: the overviews, then one for each program, copybook, job, screen, table, module … The same estate gives
 * the same pages.
 * @param name  what the estate is called
 */
export function makePages(
  estate: Estate,
  textOf: (file: string) => string | undefined,
  name: string,
): readonly EstatePage[] {
  const index = new PageIndex(estate);
  const parts: UnitParts = { estate, index, accesses: new Accesses(estate), textOf };
  return [...overviewPages(parts, name), ...index.subjects.map((node) => unitPage(node, parts))];
}
