/**
 * What the text of a result is, said by the tool that made it; each kind is made short in its own way.
 *
 * - `source`, `search`: lines as they stand, paged by their tool. Never condensed and never a minion's: the range that the text states is
 *   the range that it shows.
 * - `test-log`: what checks and tests print.
 * - `command`: what a command prints; any of the readers of output may know it.
 * - `data`: JSON or rows.
 * - `text`: words; no rule shortens it.
 */
export type ResultKind = "source" | "search" | "test-log" | "command" | "data" | "text";
