// What is known beyond the files: the code in them, and pages of the internet.

export interface FetchedPage {
  /** After redirects. */
  readonly url: string;
  readonly status: number;
  readonly type: string;
  readonly text: string;
  /** A limit was reached. */
  readonly isCut: boolean;
}

/** Pages from the open internet. @throws {ToolFailure} for an address that may not be reached, and what is no text */
export interface Fetcher {
  fetch(url: string, signal: AbortSignal): Promise<FetchedPage>;
}

/** `all`: there is mainframe code, which no model reads well by itself. `core`: there is other code that parsers read. */
export type CodeOffer = "all" | "core" | "none";

/** Code intelligence without a model: a question by its verb (the words of `waymark code`), Markdown with citations back. */
export interface CodeIntelligence {
  /** Which questions are of use here, by the names of the folder's files; cheap, may be a cached answer. */
  offer(): CodeOffer;
  /**
   * @param input  `path`, and what the verb needs: `names`, `limit`, `offset` …
   * @throws {ToolFailure} when the question names what is not there
   */
  query(verb: string, input: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<string>;
}
