/** What became of a text that was to be written in an encoding. */
export type Encoded =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | { readonly kind: "unencodable"; readonly character: string };
