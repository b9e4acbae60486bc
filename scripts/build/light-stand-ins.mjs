import { resolve } from "node:path";

/**
 * Inside the provider packages small classes of ours stand in for what is dear to load or to use there, and much larger than the
 * part that is needed: globals that make Node load its fetch stack (45 ms) or its web streams (5 ms) when they are merely
 * named, and zod (20 ms until a first answer is checked).
 */
const GLOBALS = {
  Headers: ["src/adapters/models/stand-ins/light-headers.ts", "LightHeaders"],
  ReadableStream: ["src/adapters/models/stand-ins/light-streams.ts", "LightReadableStream"],
  TransformStream: ["src/adapters/models/stand-ins/light-streams.ts", "LightTransformStream"],
  TextDecoderStream: ["src/adapters/models/stand-ins/light-streams.ts", "LightTextDecoderStream"],
};
const ZOD = resolve("src/adapters/models/stand-ins/light-zod.ts");
/** zod's English words, of which the stand-in has no need. */
const NO_WORDS = "\0no-words";

const PROVIDER_PACKAGE = /node_modules\/(?:@ai-sdk|eventsource-parser)\//;

export const lightStandIns = {
  name: "light-stand-ins",
  resolveId(source, importer) {
    if (!/^zod(?:\/|$)/.test(source) || !PROVIDER_PACKAGE.test(importer ?? "")) return undefined;
    return source.includes("/locales/") ? NO_WORDS : ZOD;
  },
  load(id) {
    return id === NO_WORDS ? "export default () => ({});" : undefined;
  },
  transform: {
    filter: { id: PROVIDER_PACKAGE },
    handler(code) {
      const imports = Object.entries(GLOBALS)
        .filter(([name]) => new RegExp(`\\b(?:new|extends|instanceof) ${name}\\b`).test(code))
        .map(([name, [file, standIn]]) => `import { ${standIn} as ${name} } from ${JSON.stringify(resolve(file))};\n`);
      return imports.length === 0 ? undefined : { code: imports.join("") + code, map: null };
    },
  },
};
