import type { LanguageFrontend } from "../../frontend.ts";

/** `go.mod`: the path under which the packages below its folder are imported. */
export const goModule: LanguageFrontend = {
  language: "go-module",
  extensions: ["go.mod"],
  parse({ path, text }) {
    const module = /^\s*module\s+"?([^\s"]+)/m.exec(text.replace(/\/\/[^\n]*/g, ""))?.[1];
    const lines = text === "" ? 0 : text.replace(/\n$/, "").split("\n").length;
    return {
      path,
      language: "go-module",
      lines,
      parse: module === undefined ? "partial" : "full",
      problems: module === undefined ? [{ line: 1, message: "no module path is given" }] : [],
      symbols: [{ key: "(module)", kind: "module", name: module ?? path, start: 1, end: Math.max(1, lines) }],
      references: [],
      members: [],
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
