import type { Grammar } from "./grammar.ts";
import { c, cpp, cSharp } from "./grammars/c-family.ts";
import { javascript, tsx, typescript } from "./grammars/ecmascript.ts";
import { go } from "./grammars/go.ts";
import { java } from "./grammars/java.ts";
import { python } from "./grammars/python.ts";
import { rust } from "./grammars/rust.ts";
import { bash, php, ruby } from "./grammars/scripts.ts";

/** Every language that a tree-sitter grammar reads. A further one is a table in `grammars/` and a word here. */
export const GRAMMARS: readonly Grammar[] = [
  typescript,
  tsx,
  javascript,
  python,
  java,
  go,
  c,
  cpp,
  cSharp,
  rust,
  ruby,
  php,
  bash,
];
