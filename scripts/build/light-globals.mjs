import { resolve } from "node:path";

/**
 * Globals that make Node load its whole fetch stack (45 ms) or its web streams (5 ms, and dear at every chunk) when they are
 * merely named. Inside the provider packages small classes of ours stand in for them.
 */
const STAND_INS = {
  Headers: ["src/adapters/models/light-headers.ts", "LightHeaders"],
  ReadableStream: ["src/adapters/models/light-streams.ts", "LightReadableStream"],
  TransformStream: ["src/adapters/models/light-streams.ts", "LightTransformStream"],
  TextDecoderStream: ["src/adapters/models/light-streams.ts", "LightTextDecoderStream"],
};

export const lightGlobals = {
  name: "light-globals",
  transform: {
    filter: { id: /node_modules\/(?:@ai-sdk|eventsource-parser)\// },
    handler(code) {
      const imports = Object.entries(STAND_INS)
        .filter(([name]) => new RegExp(`\\b(?:new|extends|instanceof) ${name}\\b`).test(code))
        .map(([name, [file, standIn]]) => `import { ${standIn} as ${name} } from ${JSON.stringify(resolve(file))};\n`);
      return imports.length === 0 ? undefined : { code: imports.join("") + code, map: null };
    },
  },
};
