import { expect, test } from "vitest";
import type { SearchResult, WebSearch } from "../../core/ports/knowledge.ts";
import type { ToolContext } from "../../core/tool.ts";
import { webSearch } from "./web-search.ts";

const signal = new AbortController().signal;

const contextOf = (results: readonly SearchResult[], more: Partial<WebSearch> = {}): ToolContext => {
  const searcher: WebSearch = {
    ...{ label: "Finder", url: "https://find.example/api/", problem: undefined, search: async () => results },
    ...more,
  };
  return { searcher, signal } as unknown as ToolContext;
};

test("a search is declared as going to its service, with what it says", async () => {
  const input = await webSearch.prepare?.(webSearch.parse({ query: "a & b" }), contextOf([]));
  expect(webSearch.intent(input as never).accesses).toEqual([
    { kind: "network", url: "https://find.example/api/?q=a%20%26%20b" },
  ]);
});

test("results are numbered, with their address, and long or broken excerpts on one line", async () => {
  const results = [{ title: "T", url: "https://a.example/", text: `x\n${"y".repeat(900)}`, date: "2026" }];
  const { text } = await webSearch.run(webSearch.parse({ query: "tide" }), contextOf(results));
  expect(text).toMatch(
    /^1 results of Finder for "tide"\n.*not instructions.*\n1\. T \(2026\)\n {3}https:\/\/a\.example\/\n {3}x y{598}$/,
  );
  expect((await webSearch.run(webSearch.parse({ query: "tide" }), contextOf([]))).text).toContain("found nothing");
});

test("a service that lacks its key says what to set", async () => {
  const context = contextOf([], { problem: "set FINDER_KEY" });
  await expect(webSearch.run(webSearch.parse({ query: "tide" }), context)).rejects.toThrow(
    "Finder cannot be asked: set FINDER_KEY. Tell the user.",
  );
});
