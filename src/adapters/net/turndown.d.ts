// The build for browsers parses nothing: it is given a document. The other one brings a parser of its own, half a megabyte.
declare module "turndown/lib/turndown.browser.es.js" {
  interface Rule {
    readonly filter: string | readonly string[];
    readonly replacement: (content: string) => string;
  }
  class TurndownService {
    constructor(options: Readonly<Record<string, string>>);
    addRule(name: string, rule: Rule): void;
    turndown(node: object): string;
  }

  // biome-ignore lint/style/noDefaultExport: the package has no other.
  export { TurndownService as default };
}
