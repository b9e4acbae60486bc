import type { LanguageFn } from "highlight.js";

/** Job control language of z/OS: statements begin with `//`, comments with `//*`, `/*` ends in-stream data. */
export const jcl: LanguageFn = () => ({
  name: "JCL",
  case_insensitive: false,
  contains: [
    { scope: "comment", begin: /^\/\/\*.*$/ },
    { scope: "meta", begin: /^\/\*.*$/ },
    {
      begin: [
        /^\/\//,
        /[A-Z0-9#@$.]*/,
        /\s+/,
        /(?:JOB|EXEC|DD|PROC|PEND|SET|IF|ELSE|ENDIF|INCLUDE|JCLLIB|OUTPUT|COMMAND)\b/,
      ],
      beginScope: { 1: "meta", 2: "title", 4: "keyword" },
    },
    { scope: "string", begin: /'/, end: /'/ },
    { scope: "variable", begin: /&&?[A-Z0-9#@$]+\.?/ },
    { scope: "attr", begin: /\b[A-Z][A-Z0-9]*(?==)/ },
    { scope: "number", begin: /\b\d+\b/ },
  ],
});
