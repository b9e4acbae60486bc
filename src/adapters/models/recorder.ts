export function replayModel(..._: unknown[]): any {
  throw new Error("x");
}
export function recordModel(..._: unknown[]): any {
  throw new Error("x");
}
