import type { Finding } from "./finding.ts";

/** Follows from line to line what a line above gives away. */
export interface LineReader {
  /** What is secret in this line because of those before it. */
  readLine(line: string): Finding[];
  /** Whether the next line may be of something that has begun. */
  isInside(): boolean;
}
