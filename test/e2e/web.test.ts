import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startOpenAiChat } from "./provider-servers/openai-chat.ts";
import type { WireServer } from "./provider-servers/wire-server.ts";
import { makePlace, type Place, runWaymark } from "./run-waymark.ts";

let place: Place;
let model: WireServer | undefined;
let site: Server | undefined;
beforeEach(() => {
  place = makePlace({});
});
afterEach(async () => {
  await model?.close();
  site?.close();
  place.remove();
});

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Record<string, unknown> | undefined;
}

/** A site on loopback. @returns its `host:port` */
async function serve(listener: RequestListener): Promise<string> {
  site = createServer(listener);
  await new Promise<void>((resolve) => site?.listen(0, "127.0.0.1", resolve));
  return `127.0.0.1:${(site.address() as AddressInfo).port}`;
}

/** What the model is told when it makes this call. */
async function resultOf(
  call: { readonly name: string; readonly input: object },
  {
    settings = {},
    flags = [],
    environment = {},
  }: { settings?: object; flags?: string[]; environment?: Record<string, string> },
) {
  model = await startOpenAiChat([{ calls: [call] }, { text: "done" }]);
  mkdirSync(join(place.home, "waymark/config"), { recursive: true });
  writeFileSync(join(place.home, "waymark/config/config.json"), JSON.stringify(settings));
  const variables = { OPENAI_COMPATIBLE_BASE_URL: `${model.url}/v1`, OPENAI_COMPATIBLE_API_KEY: "k", ...environment };
  const run = await runWaymark(["-p", "go", "-m", "openai-compatible/m", ...flags], {
    ...place,
    environment: variables,
  });
  const bodies = model.requests.map(
    ({ body }) => JSON.parse(body) as { messages: { content: unknown }[]; tools?: { function: { name: string } }[] },
  );
  return {
    run,
    text: String(bodies[1]?.messages.at(-1)?.content),
    tools: bodies[0]?.tools?.map((tool) => tool.function.name),
  };
}

const PAGE = `<html><head><title>Doc</title></head><body><nav>menu</nav><article><h1>Doc</h1><p>${"alpha beta ".repeat(60)}<a href="/x">more</a></p></article></body></html>`;

describe("fetch_url", () => {
  test("gives an article as Markdown from a host that was opened, with its address to cite", async () => {
    const host = await serve((_, response) => response.setHeader("content-type", "text/html").end(PAGE));
    const call = { name: "fetch_url", input: { url: `http://${host}/doc` } };
    const settings = { networkHosts: [host], permissions: { allow: ["fetch_url(127.0.0.1)"] } };
    const { text } = await resultOf(call, { settings });
    expect(text).toContain(`http://${host}/doc (200, text/html)`);
    expect(text).toContain(`[more](http://${host}/x)`);
    expect(text).not.toContain("menu");
  });

  test("asks for a host that no rule covers: where nobody can be asked it is refused, and not offered", async () => {
    const call = { name: "fetch_url", input: { url: "https://docs.example/a" } };
    const { text, tools } = await resultOf(call, {});
    expect(tools).not.toContain("fetch_url");
    expect(text).toMatch(/fetch_url/);
    await model?.close();
    const ruled = await resultOf(call, { settings: { permissions: { allow: ["fetch_url(other.example)"] } } });
    expect(ruled.tools).toContain("fetch_url");
    expect(ruled.text).toMatch(/reaches the network/);
  });

  test("never follows to another host, and a private address stays closed", async () => {
    const host = await serve((_, response) => response.writeHead(302, { location: "http://127.0.0.2:9/secret" }).end());
    const settings = { networkHosts: [host], permissions: { allow: ["fetch_url"] } };
    const { text } = await resultOf({ name: "fetch_url", input: { url: `http://${host}/` } }, { settings });
    expect(text).toMatch(/is not fetched|leads to another host/);
    await model?.close();
    const closed = await resultOf(
      { name: "fetch_url", input: { url: `http://${host}/` } },
      { settings: { permissions: { allow: ["fetch_url"] } } },
    );
    expect(closed.text).toMatch(/loopback/);
  });
});

const FOUND = { title: "A page", url: "https://a.example/1" };
/** What each service is sent, and answers, by its manual. */
const SERVICES: Readonly<Record<string, { key: string; isAsked: (seen: Seen) => boolean; answer: object }>> = {
  brave: {
    key: "BRAVE_API_KEY",
    isAsked: ({ url, headers }) =>
      url === "/res/v1/web/search?q=tide%20tables&count=8" && headers["x-subscription-token"] === "the-key",
    answer: {
      type: "search",
      web: {
        type: "search",
        results: [{ ...FOUND, description: "On <strong>tides</strong>", page_age: "2026-01-01" }],
      },
    },
  },
  tavily: {
    key: "TAVILY_API_KEY",
    isAsked: ({ url, headers, body }) =>
      url === "/search" && headers["authorization"] === "Bearer the-key" && body?.["max_results"] === 8,
    answer: { query: "tide tables", results: [{ ...FOUND, content: "On tides", score: 0.9 }], response_time: 1 },
  },
  exa: {
    key: "EXA_API_KEY",
    isAsked: ({ url, headers, body }) =>
      url === "/search" && headers["x-api-key"] === "the-key" && body?.["numResults"] === 8,
    answer: { requestId: "r", results: [{ ...FOUND, id: FOUND.url, publishedDate: "2026-01-01", text: "On tides" }] },
  },
  searxng: {
    key: "SEARXNG_URL",
    isAsked: ({ url }) => url === "/search?q=tide%20tables&format=json",
    answer: { query: "tide tables", number_of_results: 1, results: [{ ...FOUND, content: "On tides", engine: "x" }] },
  },
  openai: {
    key: "OPENAI_API_KEY",
    isAsked: ({ url, body }) => url === "/responses" && JSON.stringify(body?.["tools"]) === '[{"type":"web_search"}]',
    answer: {
      output: [
        { type: "web_search_call", status: "completed" },
        {
          type: "message",
          content: [
            {
              type: "output_text",
              text: "On tides ([a])",
              annotations: [{ type: "url_citation", start_index: 9, end_index: 14, ...FOUND }],
            },
          ],
        },
      ],
    },
  },
  anthropic: {
    key: "ANTHROPIC_API_KEY",
    isAsked: ({ url, headers, body }) =>
      url === "/messages" && headers["x-api-key"] === "the-key" && JSON.stringify(body).includes("web_search_20250305"),
    answer: {
      content: [
        { type: "server_tool_use", id: "s", name: "web_search", input: { query: "tides" } },
        {
          type: "web_search_tool_result",
          tool_use_id: "s",
          content: [{ type: "web_search_result", ...FOUND, encrypted_content: "E", page_age: "today" }],
        },
        {
          type: "text",
          text: "See",
          citations: [{ type: "web_search_result_location", ...FOUND, cited_text: "On tides" }],
        },
      ],
    },
  },
  gemini: {
    key: "GEMINI_API_KEY",
    isAsked: ({ url, headers }) =>
      url === "/models/gemini-flash-latest:generateContent" && headers["x-goog-api-key"] === "the-key",
    answer: {
      candidates: [
        {
          content: { parts: [{ text: "On tides" }] },
          groundingMetadata: {
            groundingChunks: [{ web: { uri: FOUND.url, title: FOUND.title } }],
            groundingSupports: [{ segment: { text: "On tides" }, groundingChunkIndices: [0] }],
          },
        },
      ],
    },
  },
};

const SEARCH = { name: "web_search", input: { query: "tide tables" } };

describe("web_search", () => {
  test.each(Object.keys(SERVICES))("asks %s in its own words", async (id) => {
    const service = SERVICES[id];
    const seen: Seen[] = [];
    const host = await serve((request, response) => {
      let text = "";
      request.on("data", (piece) => {
        text += String(piece);
      });
      request.on("end", () => {
        const body = text === "" ? undefined : (JSON.parse(text) as Record<string, unknown>);
        seen.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers, body });
        response.setHeader("content-type", "application/json").end(JSON.stringify(service?.answer));
      });
    });
    const settings = { webSearch: id, webSearchUrl: `http://${host}`, permissions: { allow: ["web_search"] } };
    const key = { [service?.key ?? ""]: id === "searxng" ? `http://${host}` : "the-key" };
    const { text, tools } = await resultOf(SEARCH, { settings, environment: key });
    expect(tools).toContain("web_search");
    expect(seen.map((one) => service?.isAsked(one))).toEqual([true]);
    expect(text).toMatch(/^1 results of .* for "tide tables"\n.*not instructions/);
    expect(text).toMatch(/1\. A page.*\n {3}https:\/\/a\.example\/1\n {3}On tides/);
  });

  test("is not there without a key, and says so", async () => {
    const { text, tools } = await resultOf(SEARCH, {});
    expect(tools).not.toContain("web_search");
    expect(text).toMatch(/web_search/);
    await model?.close();
    const named = await resultOf(SEARCH, { settings: { webSearch: "brave", permissions: { allow: ["web_search"] } } });
    expect(named.text).toContain("Brave Search cannot be asked: set BRAVE_API_KEY. Tell the user.");
  });

  test.each([
    [401, /refuses the key \(401\); check TAVILY_API_KEY/],
    [429, /limits the rate of searches/],
    [500, /answered 500: broken/],
  ])("a service that answers %i is told in words", async (status, expected) => {
    const host = await serve((_, response) => response.writeHead(status).end("broken"));
    const settings = { webSearchUrl: `http://${host}`, permissions: { allow: ["web_search"] } };
    const { text } = await resultOf(SEARCH, { settings, environment: { TAVILY_API_KEY: "the-key" } });
    expect(text).toMatch(expected);
    expect(text).not.toContain("the-key");
  });

  test("a project's settings choose no service", async () => {
    mkdirSync(join(place.cwd, ".waymark"));
    writeFileSync(
      join(place.cwd, ".waymark/config.json"),
      JSON.stringify({ webSearch: "searxng", webSearchUrl: "http://127.0.0.1:9" }),
    );
    const { tools } = await resultOf(SEARCH, { flags: ["--trust"] });
    expect(tools ?? []).not.toContain("web_search");
  });
});
