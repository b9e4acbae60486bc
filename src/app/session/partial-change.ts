/** The call that makes a part of a change: a unified diff of the parts a person took. */
export function partialChange(patch: string): { readonly name: string; readonly input: unknown } {
  return { name: "apply_diff", input: { diff: patch, format: "unified" } };
}
