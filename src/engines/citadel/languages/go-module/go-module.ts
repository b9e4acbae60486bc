import { countLines, standaloneFacts } from "../../file-facts.ts";
import type { LanguageFrontend } from "../../frontend.ts";

/** `go.mod`: the path under which the packages below its folder are imported. */
export const goModule: LanguageFrontend = {
  language: "go-module",
  extensions: ["go.mod"],
  parse(source) {
    const module = /^[ \t]*module[ \t]+"?([^\s"]+)/m.exec(source.text.replace(/\/\/[^\n]*/g, ""))?.[1];
    const problems = module === undefined ? [{ line: 1, message: "no module path is given" }] : [];
    const end = Math.max(1, countLines(source.text));
    const symbols = [{ key: "(module)", kind: "module", name: module ?? source.path, start: 1, end }] as const;
    return {
      ...standaloneFacts(source, "go-module", { symbols, references: [], problems }),
      scope: {
        ...(module !== undefined && { package: module }),
        imports: [],
        exports: [],
        names: {},
        classes: [],
        functions: [],
        variables: [],
        cells: [],
        texts: [],
      },
    };
  },
};
