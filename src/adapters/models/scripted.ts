export function scriptedModel(..._: unknown[]): any {
  throw new Error("x");
}
