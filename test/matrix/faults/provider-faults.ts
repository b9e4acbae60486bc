import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Fault, inTime, promise } from "./fault.ts";
import { answered, play, resultOf } from "./play.ts";
import { callTools, type RawAnswer, raw, say, startRaw, status, wire } from "./raw-server.ts";

const done = say("done");
const { chunkOf, event } = wire;
const head = event(chunkOf({ role: "assistant", content: "par" }));
const tail = event(chunkOf({}, "stop")) + event("[DONE]");
const anything = ["--permission-mode", "bypassPermissions"];
const CANARY = "canary.txt";

/** Passing faults: what is sent first, then a good answer in request number two. */
function passing(id: string, name: string, first: RawAnswer): Fault {
  return { id, title: name, run: () => play([first, done], (played) => answered(played, "done", 2)) };
}

function lasting(id: string, name: string, answer: RawAnswer, code: number, requests?: number): Fault {
  return {
    id,
    title: name,
    run: () =>
      play([answer], (played) => {
        promise(played.run.code === code, `exit ${played.run.code} instead of ${code}`, played.run.stderr);
        if (requests !== undefined)
          promise(played.requests.length === requests, `${played.requests.length} requests instead of ${requests}`);
        promise(!/<html/i.test(played.run.stderr), "the body was printed", played.run.stderr);
      }),
  };
}

const retryAfter = (value: string): RawAnswer => status(429, { headers: { "retry-after": value } });

export const PROVIDER_FAULTS: readonly Fault[] = [
  {
    id: "fault-001",
    title: "429 with Retry-After: 2, twice",
    run: () =>
      play([retryAfter("2"), retryAfter("2"), done], (played) => {
        answered(played, "done", 3);
        const [one, two, three] = played.requests.map(({ atMs }) => atMs);
        promise(
          (two ?? 0) - (one ?? 0) >= 1990 && (three ?? 0) - (two ?? 0) >= 1990,
          "it did not wait as long as asked",
        );
        const replies = played.session?.events.filter(({ type }) => type === "reply").length;
        promise(replies === 1, `${replies} replies stored instead of 1`);
      }),
  },
  ...["0", "-5", "soon", new Date(Date.now() + 500).toUTCString()].map(
    (value): Fault => ({
      id: "fault-002",
      title: `429 with Retry-After: ${value}`,
      run: () =>
        play([retryAfter(value), done], (played) => {
          answered(played, "done", 2);
          const [one, two] = played.requests.map(({ atMs }) => atMs);
          const gap = (two ?? 0) - (one ?? 0);
          promise(gap >= 249 && gap < 20_000, `it waited ${Math.round(gap)} ms`);
        }),
    }),
  ),
  {
    id: "fault-003",
    title: "429 that does not pass",
    run: () =>
      play([status(429)], ({ run, requests }) => {
        promise(run.code === 75, `exit ${run.code} instead of 75`, run.stderr);
        promise(requests.length === 5, `${requests.length} tries`);
        const gaps = requests.slice(1).map(({ atMs }, index) => atMs - (requests[index]?.atMs ?? 0));
        promise(
          gaps.every((gap, index) => gap > 450 * 2 ** index),
          "the waits do not grow",
          gaps.map(Math.round),
        );
      }),
  },
  ...[500, 502, 503, 529].map((code, index) =>
    passing(
      `fault-00${4 + index}`,
      `HTTP ${code} with a page as its body`,
      status(code, { body: "<html>oops</html>" }),
    ),
  ),
  ...(
    [
      [400, 42],
      [401, 41],
      [403, 41],
      [404, 42],
      [422, 42],
    ] as const
  ).map(([code, exit]) => ({
    ...lasting("fault-008", `HTTP ${code}`, status(code), exit, 1),
    run: () =>
      play([status(code)], ({ run, requests }) => {
        promise(run.code !== 0 && run.code !== 75, `exit ${run.code}`, run.stderr);
        promise(requests.length === 1, `${requests.length} requests instead of 1`);
      }),
  })),
  {
    id: "fault-009",
    title: "context too long",
    run: () =>
      play(
        [
          status(400, {
            body: JSON.stringify({
              error: { message: "This model's maximum context length is 10 tokens", code: "context_length_exceeded" },
            }),
          }),
        ],
        ({ run, requests }) => {
          promise(run.code !== 0 && requests.length <= 3, `exit ${run.code}, ${requests.length} requests`, run.stderr);
        },
      ),
  },
  {
    id: "fault-010",
    title: "a closed port",
    run: async () => {
      const server = await startRaw([done]);
      await server.close();
      return play(
        [done],
        ({ run, durationMs }) => {
          promise(run.code === 75, `exit ${run.code} instead of 75`, run.stderr);
          inTime(durationMs, 60_000);
        },
        { environment: { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1` } },
      );
    },
  },
  passing("fault-011", "a reset before headers", (_, request) => request.socket.resetAndDestroy()),
  passing("fault-012", "a reset in the stream", raw([head], { breaks: true, gapMs: 30 })),
  {
    id: "fault-013",
    title: "a reset inside the arguments of a call",
    run: () => {
      const call = {
        tool_calls: [
          {
            index: 0,
            id: "c1",
            type: "function",
            function: { name: "shell", arguments: '{"command":"touch canary.txt"' },
          },
        ],
      };
      return play(
        [raw([event(chunkOf({ role: "assistant", ...call }))], { breaks: true, gapMs: 30 }), done],
        (played) => {
          answered(played, "done", 2);
          promise(!existsSync(join(played.place.cwd, CANARY)), "the partial call was run");
        },
        { flags: anything },
      );
    },
  },
  passing(
    "fault-014",
    "a stream that stalls",
    (response) => void response.writeHead(200, { "content-type": "text/event-stream" }).write(head),
  ),
  ...(
    [
      ["truncated JSON", [head, 'data: {"choices":[{"del']],
      ["no line end at the end", [head, `data: ${chunkOf({ content: "t" })}`]],
      ["an event of 10 MB cut", [`data: {"choices":"${"x".repeat(10_000_000)}`]],
    ] as const
  ).map(([name, pieces]) => passing("fault-016", name, raw(pieces))),
  {
    id: "fault-016",
    title: "CRLF, comments and named events",
    run: () =>
      play(
        [
          raw([
            ": hello\r\n\r\n",
            `event: x\r\ndata: ${chunkOf({ role: "assistant", content: "done" })}\r\n\r\n`,
            tail,
          ]),
        ],
        (played) => answered(played, "done", 1),
      ),
  },
  {
    id: "fault-017",
    title: "a character cut over chunks, and invalid UTF-8",
    run: () => {
      const bytes = Buffer.from(event(chunkOf({ role: "assistant", content: "é✓" })), "utf8");
      const broken = Buffer.from(event(chunkOf({ content: "@" })), "utf8");
      broken[broken.indexOf(0x40)] = 0xff;
      return play(
        [raw([...[...bytes].map((_, at) => bytes.subarray(at, at + 1)), broken, tail], { gapMs: 1 })],
        (played) => answered(played, "é✓\ufffd", 1),
      );
    },
  },
  passing(
    "fault-018",
    "200 with a page",
    (response) => void response.writeHead(200, { "content-type": "text/html" }).end("<html>login</html>"),
  ),
  passing(
    "fault-018",
    "200 without a body",
    (response) => void response.writeHead(200, { "content-type": "text/event-stream" }).end(),
  ),
  passing(
    "fault-019",
    "an error inside a 200 stream",
    raw([head, event(JSON.stringify({ error: { message: "Overloaded", type: "overloaded_error", code: 529 } }))]),
  ),
  {
    id: "fault-020",
    title: "duplicate ids of calls",
    run: () =>
      play(
        [
          callTools([
            { name: "read_file", input: { path: "a.txt" }, id: "x" },
            { name: "list_files", input: {}, id: "x" },
          ]),
          done,
        ],
        (played) => {
          answered(played, "done", 2);
          checkNextRequest(played.requests[1]?.body ?? "", 2);
        },
      ),
  },
  {
    id: "fault-021",
    title: "calls without ids",
    run: () =>
      play(
        [
          callTools([
            { name: "read_file", input: { path: "a.txt" }, id: null },
            { name: "list_files", input: {}, id: "" },
          ]),
          done,
        ],
        (played) => {
          answered(played, "done", 2);
          checkNextRequest(played.requests[1]?.body ?? "", 2);
        },
      ),
  },
  ...(
    [
      ["fault-022", "no_such_tool"],
      ["fault-023", "__proto__"],
      ["fault-023", "constructor"],
      ["fault-023", "toString"],
    ] as const
  ).map(
    ([id, name]): Fault => ({
      id,
      title: `an unknown tool ${name}`,
      run: () =>
        play([callTools([{ name, input: {} }]), done], (played) => {
          answered(played, "done", 2);
          promise(/There is no tool/.test(played.requests[1]?.body ?? ""), "the model was not told");
        }),
    }),
  ),
  ...(
    [
      ["missing", {}],
      ["a wrong type", { command: { deep: true } }],
      ["null", null],
      ["nested 10,000 deep", `{"command":${"[".repeat(10_000)}${"]".repeat(10_000)}}`],
      ["a text of 5 MB", { command: 7, filler: "x".repeat(5_000_000) }],
    ] as const
  ).map(
    ([name, input]): Fault => ({
      id: "fault-024",
      title: `wrong arguments: ${name}`,
      run: () =>
        play(
          [callTools([{ name: "shell", input }]), done],
          (played) => {
            // What is too large for the context is compacted, with a request of its own.
            answered(played, "done", name.includes("MB") ? 3 : 2);
            promise((played.requests.at(-1)?.body.length ?? 0) < 200_000, "it was all sent back");
          },
          { flags: anything },
        ),
    }),
  ),
  {
    id: "fault-024",
    title: "a call as text that nests 10,000 deep",
    run: () => {
      const text = `<tool_call>{"name":"shell","arguments":{"command":${"[".repeat(10_000)}${"]".repeat(10_000)}}}</tool_call>`;
      return play(
        [say(text), done],
        ({ run }) => promise(run.code === 0 || run.code === 1, `exit ${run.code}`, run.stderr),
        {
          flags: anything,
        },
      );
    },
  },
  {
    id: "fault-025",
    title: "arguments that are no JSON",
    run: () =>
      play(
        [callTools([{ name: "shell", input: "touch canary.txt" }]), done],
        (played) => {
          answered(played, "done", 2);
          promise(!existsSync(join(played.place.cwd, CANARY)), "it was run all the same");
        },
        { flags: anything },
      ),
  },
  {
    id: "fault-026",
    title: "an empty answer",
    run: () =>
      play([say("")], ({ requests }) => promise(requests.length === 2, `${requests.length} requests instead of 2`)),
  },
  ...["length", "content_filter", "something_else"].map(
    (end): Fault => ({
      id: "fault-027",
      title: `stop reason ${end}`,
      run: () =>
        play([say("partial", { end })], ({ requests }) => promise(requests.length <= 4, `${requests.length} requests`)),
    }),
  ),
  {
    id: "fault-028",
    title: "the same failing call without end",
    run: () =>
      play([callTools([{ name: "read_file", input: { path: "none.txt" } }])], ({ run, requests }) => {
        promise(run.code !== 0 && requests.length <= 6, `exit ${run.code} after ${requests.length} requests`);
      }),
  },
  {
    id: "fault-028",
    title: "the same call with the same result without end",
    run: () =>
      play([callTools([{ name: "read_file", input: { path: "a.txt" } }])], ({ run, requests }) => {
        promise(run.code === 1 && requests.length <= 6, `exit ${run.code} after ${requests.length} requests`);
      }),
  },
  {
    id: "fault-029",
    title: "two calls in turn without end: the model is told, the limit of turns ends it",
    run: () =>
      play(
        Array.from({ length: 40 }, (_, index) =>
          callTools([
            index % 2 === 0 ? { name: "read_file", input: { path: "a.txt" } } : { name: "list_files", input: {} },
          ]),
        ),
        ({ run, requests }) => {
          promise(run.code === 53 && requests.length === 30, `exit ${run.code} after ${requests.length} requests`);
          promise(/again and again/.test(requests.at(-1)?.body ?? ""), "the model was not told");
        },
        { flags: ["--max-turns", "30"] },
      ),
  },
  {
    id: "fault-029",
    title: "two calls in turn without end, with a limit of turns",
    run: () =>
      play(
        Array.from({ length: 12 }, (_, index) =>
          callTools([
            index % 2 === 0 ? { name: "read_file", input: { path: "a.txt" } } : { name: "list_files", input: {} },
          ]),
        ),
        ({ run, requests }) =>
          promise(run.code === 53 && requests.length <= 8, `exit ${run.code} after ${requests.length} requests`),
        { flags: ["--max-turns", "8"] },
      ),
  },
  {
    id: "fault-030",
    title: "500 calls in one answer",
    run: () =>
      play(
        [callTools(Array.from({ length: 500 }, () => ({ name: "read_file", input: { path: "a.txt" } }))), done],
        (played) => {
          answered(played, "done", 2);
          const refused = JSON.stringify(played.lines).split("one reply may make 64 calls").length - 1;
          promise(refused === 436, `${refused} were put off`);
        },
      ),
  },
  ...[{}, { prompt_tokens: -5, completion_tokens: 1e300, total_tokens: "many" }, { prompt_tokens: null }].map(
    (usage): Fault => ({
      id: "fault-031",
      title: `usage ${JSON.stringify(usage)}`,
      run: () =>
        play([say("done", { usage })], (played) => {
          answered(played, "done", 1);
          promise(
            !/NaN|Infinity|:null/.test(JSON.stringify(resultOf(played)["usage"])),
            "a number that is none",
            played.run.stdout,
          );
        }),
    }),
  ),
  {
    id: "fault-033",
    title: "a redirect to another host",
    run: async () => {
      const other = await startRaw([done]);
      try {
        return await play(
          [
            (response) =>
              void response
                .writeHead(307, { location: `${other.url.replace("127.0.0.1", "localhost")}/v1/chat/completions` })
                .end(),
          ],
          () =>
            promise(
              other.requests.every(({ headers }) => headers.authorization === undefined),
              "the key went to another host",
            ),
        );
      } finally {
        await other.close();
      }
    },
  },
];

/** The next request has each call once and its result once. */
function checkNextRequest(body: string, calls: number): void {
  const { messages } = JSON.parse(body) as { messages: { tool_calls?: { id: string }[]; tool_call_id?: string }[] };
  const made = messages.flatMap((message) => message.tool_calls?.map(({ id }) => id) ?? []);
  const ended = messages.flatMap((message) => message.tool_call_id ?? []);
  promise(made.length === calls && new Set(made).size === calls, "ids are not unique", made);
  promise(JSON.stringify(made) === JSON.stringify(ended), "results do not match their calls", ended);
}
