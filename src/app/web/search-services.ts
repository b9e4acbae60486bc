// Services that search the web, as their manuals of November 2026 have them; a row says how one is asked and what its answer holds.

import { asList, asRecord, asText, type JsonRecord } from "../../adapters/models/sse/json-shape.ts";
import type { SearchResult } from "../../core/ports/knowledge.ts";

export interface SearchRequest {
  /** Behind the service's address. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Makes it a POST. */
  readonly body?: object;
}

export interface SearchService {
  readonly id: string;
  readonly label: string;
  /** Variables that hold the key, or for a service without keys its address; the first is named in messages. */
  readonly variables: readonly string[];
  /** Absent: the address is one's own. */
  readonly url?: string;
  /** Searches by a model of a vendor, with the key for its models: only where the setting names it. */
  readonly isByModel?: true;
  request(query: string, count: number, key: string): SearchRequest;
  results(answer: JsonRecord): readonly SearchResult[];
}

export const SEARCH_SERVICES: readonly SearchService[] = [
  {
    id: "brave",
    label: "Brave Search",
    variables: ["BRAVE_API_KEY", "BRAVE_SEARCH_API_KEY"],
    url: "https://api.search.brave.com",
    request: (query, count, key) => ({
      path: `/res/v1/web/search?q=${encodeURIComponent(query)}&count=${count}`,
      headers: { "x-subscription-token": key, accept: "application/json" },
    }),
    results: (answer) =>
      listed(asRecord(answer["web"])?.["results"], { text: "description", date: "page_age" }).map((result) => ({
        ...result,
        text: result.text.replace(/<\/?strong>/g, ""),
      })),
  },
  {
    id: "tavily",
    label: "Tavily",
    variables: ["TAVILY_API_KEY"],
    url: "https://api.tavily.com",
    request: (query, count, key) => ({
      path: "/search",
      headers: bearer(key),
      body: { query, max_results: count, search_depth: "basic" },
    }),
    results: (answer) => listed(answer["results"], { text: "content", date: "published_date" }),
  },
  {
    id: "exa",
    label: "Exa",
    variables: ["EXA_API_KEY"],
    url: "https://api.exa.ai",
    request: (query, count, key) => ({
      path: "/search",
      headers: { "x-api-key": key },
      body: { query, numResults: count, contents: { text: { maxCharacters: 500 } } },
    }),
    results: (answer) => listed(answer["results"], { text: "text", date: "publishedDate" }),
  },
  {
    id: "searxng",
    label: "SearXNG",
    variables: ["SEARXNG_URL"],
    request: (query) => ({ path: `/search?q=${encodeURIComponent(query)}&format=json` }),
    results: (answer) => listed(answer["results"], { text: "content", date: "publishedDate" }),
  },
  {
    id: "openai",
    label: "OpenAI's web search",
    variables: ["OPENAI_API_KEY"],
    url: "https://api.openai.com/v1",
    isByModel: true,
    request: (query, count, key) => ({
      path: "/responses",
      headers: bearer(key),
      body: { model: "gpt-5-mini", tools: [{ type: "web_search" }], input: asked(query, count), store: false },
    }),
    results: (answer) => {
      const parts = asList(answer["output"]).flatMap((item) => asList(asRecord(item)?.["content"]).map(asRecord));
      return parts.flatMap((part) => cited(asText(part?.["text"]) ?? "", asList(part?.["annotations"])));
    },
  },
  {
    id: "anthropic",
    label: "Anthropic's web search",
    variables: ["ANTHROPIC_API_KEY"],
    url: "https://api.anthropic.com/v1",
    isByModel: true,
    request: (query, count, key) => ({
      path: "/messages",
      headers: { "x-api-key": key, "anthropic-version": "2023-06-01" },
      body: {
        ...{ model: "claude-haiku-4-5", max_tokens: 2048, messages: [{ role: "user", content: asked(query, count) }] },
        tools: [{ type: "web_search_20250305", name: "web_search", max_uses: 2 }],
      },
    }),
    results(answer) {
      const blocks = asList(answer["content"]).map(asRecord);
      const found = blocks.flatMap((block) => listed(block?.["content"], { text: "", date: "page_age" }));
      const quoted = blocks.flatMap((block) => asList(block?.["citations"]).map(asRecord));
      return found.map((result) => {
        const quotes = quoted.filter((quote) => quote?.["url"] === result.url);
        return { ...result, text: quotes.map((quote) => asText(quote?.["cited_text"]) ?? "").join(" … ") };
      });
    },
  },
  {
    id: "gemini",
    label: "Google's search for Gemini",
    variables: ["GEMINI_API_KEY", "GOOGLE_API_KEY"],
    url: "https://generativelanguage.googleapis.com/v1beta",
    isByModel: true,
    request: (query, count, key) => ({
      path: "/models/gemini-flash-latest:generateContent",
      headers: { "x-goog-api-key": key },
      body: { contents: [{ role: "user", parts: [{ text: asked(query, count) }] }], tools: [{ google_search: {} }] },
    }),
    results(answer) {
      const grounding = asRecord(asRecord(asList(answer["candidates"])[0])?.["groundingMetadata"]);
      const supports = asList(grounding?.["groundingSupports"]).map(asRecord);
      return asList(grounding?.["groundingChunks"]).flatMap((chunk, index) => {
        const said = supports.filter((support) => asList(support?.["groundingChunkIndices"]).includes(index));
        const text = said.map((support) => asText(asRecord(support?.["segment"])?.["text"]) ?? "").join(" … ");
        const web = { ...asRecord(asRecord(chunk)?.["web"]) };
        return listed([{ ...web, url: web["uri"], text }], { text: "text", date: "" });
      });
    },
  },
];

function bearer(key: string): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${key}` };
}

function asked(query: string, count: number): string {
  return `Search the web for: ${query}\n\nName up to ${count} pages, each with one sentence on what it says, cited.`;
}

/** Entries that have an address; what is no text counts as empty. */
function listed(entries: unknown, fields: { readonly text: string; readonly date: string }): readonly SearchResult[] {
  return asList(entries).flatMap((entry) => {
    const record = asRecord(entry);
    const url = asText(record?.["url"]);
    if (!record || !url || !/^https?:\/\//i.test(url)) return [];
    const date = asText(record[fields.date]);
    const title = asText(record["title"]) ?? url;
    return [{ title, url, text: asText(record[fields.text]) ?? "", ...(date ? { date } : {}) }];
  });
}

/** Each address once, with the sentence that it stands behind. */
function cited(text: string, annotations: readonly unknown[]): readonly SearchResult[] {
  const found = new Map<string, SearchResult>();
  for (const annotation of annotations.map(asRecord)) {
    const start = Number(annotation?.["start_index"] ?? 0);
    const before = text.slice(0, start).trimEnd();
    const sentence = before.slice(before.lastIndexOf("\n") + 1);
    for (const result of listed([{ ...annotation, text: sentence }], { text: "text", date: "" }))
      if (!found.has(result.url)) found.set(result.url, result);
  }
  return [...found.values()];
}
