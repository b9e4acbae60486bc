import { globSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { startStackspot } from "../../e2e/provider-servers/stackspot.ts";
import { makePlace, runWaymark, type WaymarkRun } from "../../e2e/run-waymark.ts";
import { type Fault, inPlace, inTime, ONCE, promise } from "./fault.ts";
import { tested } from "./kill-faults.ts";
import { answered, play } from "./play.ts";
import { type RawAnswer, say, status, wire } from "./raw-server.ts";

const done = say("done");

/** Sends a piece of an answer again and again, for ever. */
const trickle: RawAnswer = (response) => {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const timer = setInterval(() => response.write(wire.event(wire.chunkOf({ content: "." }))), 100);
  response.once("close", () => clearInterval(timer));
};

/** Rate-limit headers that cannot be meant: none of them may become a long wait. */
const MAD_HEADERS: readonly Readonly<Record<string, string>>[] = [
  { date: "Thu, 01 Jan 1970 00:00:00 GMT", "retry-after": "Fri, 31 Dec 2199 23:59:59 GMT" },
  { "retry-after-ms": "-1", "x-ratelimit-reset-requests": "99999h" },
  { "retry-after": "-1e99", "retry-after-ms": "NaN", "anthropic-ratelimit-requests-reset": "yesterday" },
];

/** A proxy that answers everything, also CONNECT, in one way. */
async function withProxy<Value>(
  code: number,
  use: (proxy: { readonly url: string; readonly seen: string[] }) => Promise<Value>,
): Promise<Value> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    response.writeHead(code, { "proxy-authenticate": 'Basic realm="x"' }).end("<html>the proxy says no</html>");
  });
  server.on("connect", (request, socket) => {
    seen.push(`CONNECT ${request.url}`);
    socket.end(`HTTP/1.1 ${code} No\r\nproxy-authenticate: Basic realm="x"\r\ncontent-length: 0\r\n\r\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await use({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

export const NETWORK_FAULTS: readonly Fault[] = [
  {
    id: "fault-015",
    title: "an answer that trickles for ever",
    run: () =>
      play(
        [trickle],
        ({ run, requests, durationMs }) => {
          promise(run.code === 75, `exit ${run.code}`, run.stderr);
          promise(/not whole after/.test(run.stderr), "the limit is not named", run.stderr);
          promise(requests.length === 2, `${requests.length} requests`);
          inTime(durationMs, 30_000);
        },
        { environment: { WAYMARK_ANSWER_TIMEOUT: "2", WAYMARK_RETRY_ATTEMPTS: "2" } },
      ),
  },
  ...MAD_HEADERS.map(
    (headers): Fault => ({
      id: "fault-032",
      title: `429 with ${Object.keys(headers).join(", ")} that cannot be`,
      run: () =>
        play([status(429, { headers }), done], (played) => {
          // The first header of the list asks for 170 years: the wait is cut to a minute.
          answered(played, "done", 2);
          inTime(played.durationMs, 70_000);
        }),
    }),
  ),
  ...([403, 407] as const).flatMap((code) =>
    (["http", "https"] as const).map(
      (scheme): Fault => ({
        id: "fault-034",
        title: `a proxy that answers ${code} for ${scheme}`,
        run: () =>
          withProxy(code, (proxy) =>
            play(
              [done],
              ({ run }) => {
                promise(run.code !== 0 && run.code !== 70 && run.code !== null, `exit ${run.code}`, run.stderr);
                promise(/proxy/i.test(run.stderr), "the proxy is not named", run.stderr);
                promise(!/<html/.test(run.stderr), "its page is printed", run.stderr);
                promise(proxy.seen.length > 0, "the proxy was not asked");
              },
              {
                environment: {
                  OPENAI_COMPATIBLE_BASE_URL: `${scheme}://models.invalid/v1`,
                  HTTP_PROXY: proxy.url,
                  HTTPS_PROXY: proxy.url,
                  WAYMARK_RETRY_ATTEMPTS: "2",
                },
              },
            ),
          ),
      }),
    ),
  ),
  {
    id: "fault-034",
    title: "NO_PROXY is honoured, and loopback is never asked of a proxy",
    run: () =>
      withProxy(403, async (proxy) => {
        await play(
          [done],
          (played) => {
            answered(played, "done", 1);
            promise(proxy.seen.length === 0, "the proxy was asked for loopback", proxy.seen);
          },
          { environment: { HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url } },
        );
        return play(
          [done],
          ({ run }) => {
            promise(run.code === 75, `exit ${run.code}`, run.stderr);
            promise(proxy.seen.length === 0, "the proxy was asked in spite of NO_PROXY", proxy.seen);
          },
          {
            environment: {
              OPENAI_COMPATIBLE_BASE_URL: "http://models.invalid/v1",
              HTTP_PROXY: proxy.url,
              NO_PROXY: ".invalid",
              WAYMARK_RETRY_ATTEMPTS: "1",
            },
          },
        );
      }),
  },
  {
    id: "fault-035",
    title: "a spent token that six processes refresh at once",
    run: async () => {
      const refreshed = { access_token: "token-2", refresh_token: "r2", expires_in: 1200, token_type: "Bearer" };
      const server = await startStackspot({
        replies: () => ({ text: "hi" }),
        tokenDelayMs: 300,
        // The first one is spent at once; a refresh token is good for a single refresh.
        tokenAnswer: (form, index) => {
          if (index === 0) return { status: 200, body: { ...refreshed, refresh_token: "r1", expires_in: 1 } };
          const isGood = form.get("refresh_token") === "r1" && index === 1;
          return isGood ? { status: 200, body: refreshed } : { status: 400, body: { error: "invalid_grant" } };
        },
      });
      try {
        return await inPlace(makePlace({}), async (place) => {
          const run = (): Promise<WaymarkRun> =>
            runWaymark(["-p", "hello"], { ...place, environment: server.environment });
          promise((await run()).code === 0, "the first token does not come");
          const runs = await Promise.all(Array.from({ length: 6 }, run));
          promise(
            runs.every(({ code, stdout }) => code === 0 && stdout === "hi\n"),
            "one failed",
            JSON.stringify(runs),
          );
          const asked = server.tokenRequests.map((form) => form.get("grant_type"));
          promise(asked.join() === "client_credentials,refresh_token", "not exactly one refresh", asked);
          const [file = ""] = globSync(join(place.home, "waymark/state/tokens/*.json"));
          promise(JSON.parse(readFileSync(file, "utf8")).refresh_token === "r2", "the refresh token is lost");
          return ONCE;
        });
      } finally {
        await server.close();
      }
    },
  },
  {
    id: "fault-088",
    title: "an MCP server that dies, hangs or floods",
    skipped: () => "Waymark starts no MCP servers",
    run: () => Promise.reject(new Error("there is none")),
  },
  tested("fault-089", "pages without end, that unpack without end, that never end", {
    file: "src/adapters/net/fetch-page.test.ts",
    project: "unit",
  }),
  tested("fault-089", "redirects in a circle", {
    file: "src/engines/net/check-url.test.ts",
    project: "unit",
    named: "checkRedirect",
  }),
];
