import type { Family } from "../family.ts";
import { deepseek } from "./deepseek.ts";
import { gemma } from "./gemma.ts";
import { glm } from "./glm.ts";
import { hermes } from "./hermes.ts";
import { kimi } from "./kimi.ts";
import { llama } from "./llama.ts";
import { mistral } from "./mistral.ts";
import { pythonic } from "./pythonic.ts";
import { qwen } from "./qwen.ts";
import { react } from "./react.ts";
import { xml } from "./xml.ts";
import { yaml } from "./yaml.ts";

/** In the order they are asked: the more a form says of itself, the earlier. */
export const FAMILIES: readonly Family[] = [
  hermes,
  llama,
  qwen,
  kimi,
  deepseek,
  gemma,
  yaml,
  glm,
  mistral,
  xml,
  pythonic,
  react,
];
