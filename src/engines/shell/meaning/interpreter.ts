/** Names of programs that run the file that they are given first. */
export const INTERPRETER =
  /^(?:node|nodejs|bun|deno|python[\d.]*|pypy[\d.]*|ruby|perl|php|(?:ba|da|z|k)?sh|fish|source|\.)$/;
