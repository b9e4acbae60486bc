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
  /** The article of a page of HTML as Markdown, or all of it where it has none. */
  readable(page: FetchedPage, signal: AbortSignal): Promise<string>;
}

export interface SearchResult {
  readonly title: string;
  readonly url: string;
  /** An excerpt, or what is said of the page; may be empty. */
  readonly text: string;
  /** As the service writes it. */
  readonly date?: string;
}

/** A service that searches the web. */
export interface WebSearch {
  readonly label: string;
  /** Where queries go. */
  readonly url: string;
  /** What is to be done before it can be asked. */
  readonly problem: string | undefined;
  /** @throws {ToolFailure} when it cannot be reached or refuses */
  search(query: string, count: number, signal: AbortSignal): Promise<readonly SearchResult[]>;
}

/** `all`: there is mainframe code, of which every question can be asked. `core`: there is other code that parsers read. */
export type CodeOffer = "all" | "core" | "none";

/** Code intelligence without a model: a question by its verb (the words of `waymark code`), Markdown with citations back. */
export interface CodeIntelligence {
  /** Which questions are of use here, by the names of the folder's files; cheap, may be a cached answer. */
  offer(): CodeOffer;
  /**
   * @param input  `path`, and what the verb needs: `names`, `limit`, `offset` …
   * @param told   is told how far the reading of the code is, where that takes long
   * @throws {ToolFailure} when the question names what is not there
   */
  query(
    verb: string,
    input: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
    told?: (progress: string) => void,
  ): Promise<string>;
}

/** A stretch of Waymark's own documentation under one heading. */
export interface ManualSection {
  /** Within the package. */
  readonly path: string;
  /** Of its heading. */
  readonly line: number;
  /** The title of its page. */
  readonly page: string;
  readonly heading: string;
  /** Markdown without the heading. */
  readonly text: string;
}

/** Waymark's own documentation; empty where it does not lie beside the program. */
export interface Manual {
  sections(): readonly ManualSection[];
}
