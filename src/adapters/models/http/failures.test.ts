import { describe, expect, test } from "vitest";
import { findProvider } from "../services/providers.ts";
import { toFailure } from "./failures.ts";
import { ServerFault, TransportFault } from "./faults.ts";

const provider = findProvider("openai");
if (!provider) throw new Error("no openai");
const ASKED = { provider, model: "gpt", baseUrl: "https://api.openai.com/v1" };

function failure(status: number | undefined, error: unknown, headers: Readonly<Record<string, string>> = {}) {
  const body = typeof error === "string" ? error : JSON.stringify(error);
  return toFailure(new ServerFault({ ...(status === undefined ? {} : { status }), body, headers }), ASKED);
}

const openai = (message: string, code: string | null = null) => ({
  error: { message, type: "invalid_request_error", code },
});

describe("what a server says", () => {
  test.each([
    [400, openai("This model's maximum context length is 128000 tokens.", "context_length_exceeded"), "overflow"],
    [400, openai("Your input exceeds the context window of this model."), "overflow"],
    [
      400,
      {
        type: "error",
        error: { type: "invalid_request_error", message: "prompt is too long: 210000 tokens > 200000 maximum" },
      },
      "overflow",
    ],
    [
      400,
      {
        type: "error",
        error: { message: "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000" },
      },
      "overflow",
    ],
    [
      400,
      {
        error: {
          code: 400,
          message: "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
          status: "INVALID_ARGUMENT",
        },
      },
      "overflow",
    ],
    [400, { error: { message: "Please reduce the length of the messages or completion." } }, "overflow"],
    [
      400,
      {
        error: {
          code: 400,
          message: "the request exceeds the available context size, try increasing it",
          type: "exceed_context_size_error",
        },
      },
      "overflow",
    ],
    [
      413,
      { type: "error", error: { type: "request_too_large", message: "Request exceeds the maximum size" } },
      "overflow",
    ],
    [500, { error: "input length exceeds maximum context length" }, "overflow"],
    [429, openai("Rate limit reached. Please try again in 1.5s."), "rate-limit"],
    [429, { error: { message: "Too many tokens per minute" } }, "rate-limit"],
    [
      429,
      openai("You exceeded your current quota, please check your plan and billing details.", "insufficient_quota"),
      "auth",
    ],
    [402, { error: { message: "Insufficient credits" } }, "auth"],
    [401, openai("Incorrect API key provided: sk-abcdefghijklmnop.", "invalid_api_key"), "auth"],
    [403, { error: { message: "Country not supported" } }, "auth"],
    [403, { error: { message: "Your input was flagged by moderation" } }, "refused"],
    [
      400,
      { error: { code: 400, message: "API key not valid. Please pass a valid API key.", status: "INVALID_ARGUMENT" } },
      "auth",
    ],
    [
      400,
      {
        error: {
          code: "content_filter",
          message: "The response was filtered due to the prompt triggering content management policy.",
        },
      },
      "refused",
    ],
    [400, { error: "registry.ollama.ai/library/gemma:2b does not support tools" }, "tools-unsupported"],
    [404, { error: { message: "No endpoints found that support tool use.", code: 404 } }, "tools-unsupported"],
    [
      400,
      { error: { message: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set' } },
      "tools-unsupported",
    ],
    [
      500,
      { error: { code: 500, message: "tools param requires --jinja flag", type: "server_error" } },
      "tools-unsupported",
    ],
    [404, openai("The model `nope` does not exist", "model_not_found"), "bad-request"],
    [422, { detail: [{ msg: "Extra inputs are not permitted" }] }, "bad-request"],
    [400, openai("Invalid value for 'temperature'"), "bad-request"],
    [408, "", "overloaded"],
    [409, "", "overloaded"],
    [500, "<html>Internal Server Error</html>", "overloaded"],
    [503, { error: { code: 503, message: "The model is overloaded.", status: "UNAVAILABLE" } }, "overloaded"],
    [529, { type: "error", error: { type: "overloaded_error", message: "Overloaded" } }, "overloaded"],
    [undefined, { error: { type: "overloaded_error", message: "Overloaded" } }, "overloaded"],
    [undefined, { error: { code: "server_error", message: "Something failed" } }, "overloaded"],
    [undefined, { error: { message: "Rate limit exceeded" } }, "rate-limit"],
    [undefined, { error: { message: "no idea" } }, "unknown"],
  ])("%s %j is %s", (status, body, kind) => {
    expect(failure(status, body).kind).toBe(kind);
  });
});

describe("the wait a server asks for", () => {
  test.each([
    [{ "retry-after": "7" }, {}, 7000],
    [{ "retry-after-ms": "250", "retry-after": "7" }, {}, 250],
    [{ "retry-after": new Date(Date.now() - 5000).toUTCString() }, {}, 0],
    [{}, { error: { message: "Please try again in 1.5s." } }, 1500],
    [{}, { error: { message: "Please try again in 1m2.5s." } }, 62_500],
    [{}, { error: { message: "Please try again in 320ms." } }, 320],
    [
      {},
      {
        error: { message: "x", details: [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "34s" }] },
      },
      34_000,
    ],
    [{}, { error: { message: "slow down" } }, undefined],
    [{ "retry-after": "soon" }, {}, undefined],
  ] as const)("headers %j and body %j give %s ms", (headers, body, expected) => {
    expect(failure(429, body, headers).retryAfterMs).toBe(expected);
  });
});

describe("messages", () => {
  test("name the model, the host and the variable, and hide what looks like a key", () => {
    expect(failure(401, openai("Incorrect API key provided: sk-proj-abcdefghijklmnop")).message).toBe(
      "openai/gpt at api.openai.com did not accept the key (401): Incorrect API key provided: [key]; set OPENAI_API_KEY to a valid key or run `waymark login openai`.",
    );
  });

  test("name the proxy that answers in the server's place", () => {
    const headers = { "proxy-authenticate": "Basic" };
    expect(toFailure(new ServerFault({ status: 407, headers, body: "<html>" }), ASKED)).toMatchObject({
      kind: "auth",
      message: expect.stringMatching(/^The proxy before api\.openai\.com wants a login \(407\); .*HTTP_PROXY/),
    });
    expect(toFailure(new ServerFault({ status: 403, headers, body: "<html>" }), ASKED).message).toMatch(
      /a proxy on the way/,
    );
    expect(toFailure(new ServerFault({ status: 403, body: "<html>" }), ASKED).message).not.toMatch(/proxy/);
  });

  test("are one line, however long the server speaks", () => {
    const { message } = failure(400, openai(`first\nsecond ${"x".repeat(5000)}`));
    expect(message).not.toContain("\n");
    expect(message.length).toBeLessThan(600);
  });

  test("of the network say what to check", () => {
    const refused = toFailure(new TransportFault("network", "connect ECONNREFUSED", "ECONNREFUSED"), ASKED);
    expect(refused).toEqual({
      kind: "network",
      message:
        "openai/gpt at api.openai.com cannot be reached: nothing listens there; check the network and any proxy, or correct the address in OPENAI_BASE_URL.",
    });
  });

  test.each([
    ["SELF_SIGNED_CERT_IN_CHAIN", "bad", /not trusted; set NODE_EXTRA_CA_CERTS/],
    [
      "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
      "unable to verify the first certificate",
      /not trusted; set NODE_EXTRA_CA_CERTS/,
    ],
    ["CERT_HAS_EXPIRED", "certificate has expired", /has expired; its owner has to renew it/],
    ["CERT_NOT_YET_VALID", "certificate is not yet valid", /not valid yet; look at this machine's clock/],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "Hostname/IP does not match", /of another host; correct the address in OPENAI_/],
    ["ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED", "alert", /wants a certificate of yours/],
    ["ERR_SSL_WRONG_VERSION_NUMBER", "wrong version number", /does not speak TLS; correct the address/],
    ["EPROTO", "write EPROTO 40AD:error:0A00010B:SSL routines:x:wrong version number:y.c:77:", /does not speak TLS/],
    [
      "EPROTO",
      "write EPROTO 40AD:error:0A00042E:SSL routines:x:tlsv1 alert protocol version:y.c:9:",
      /agree on no version/,
    ],
  ])("of TLS that last say what to do, and are not tried again: %s", (code, message, said) => {
    const failure = toFailure(new TransportFault("network", message, code), ASKED);
    expect(failure).toEqual({ kind: "bad-request", message: expect.stringMatching(said) });
    expect(failure.message).toMatch(new RegExp(`\\(${code}\\)\\.$`));
  });

  test.each([
    ["ECONNRESET", "Client network socket disconnected before secure TLS connection was established"],
    ["EPROTO", "write EPROTO 40AD:error:0A000119:SSL routines:x:decryption failed or bad record mac:y.c:9:"],
    ["ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC", "bad record mac"],
  ])("of TLS that may pass are tried again: %s", (code, message) => {
    expect(toFailure(new TransportFault("network", message, code), ASKED).kind).toBe("network");
  });
});

test.each([
  [
    403,
    openai("Country, region, or territory not supported", "unsupported_country_region_territory"),
    /not offered where you are/,
  ],
  [
    400,
    { error: { code: 400, message: "User location is not supported for the API use.", status: "FAILED_PRECONDITION" } },
    /not offered where you are/,
  ],
  [
    404,
    openai("The model `gpt-0` does not exist or you do not have access to it.", "model_not_found"),
    /name another model \(`waymark models list --provider openai` shows them\)/,
  ],
  [400, openai("invalid model ID"), /name another model/],
  [404, { error: { message: 'model "llama9" not found, try pulling it first' } }, /name another model/],
])("%i: a region or a model that is not there is told as such: %j", (status, body, words) => {
  const failure = toFailure(new ServerFault({ status, body: JSON.stringify(body) }), ASKED);
  expect(failure).toMatchObject({
    kind: status === 403 ? "auth" : "bad-request",
    message: expect.stringMatching(words),
  });
});

test("an address that leads elsewhere, or to a page, is told with the variable to correct", () => {
  expect(failure(308, "", { location: "https://api.example/v1/chat" })).toEqual({
    kind: "bad-request",
    status: 308,
    message:
      "openai/gpt at api.openai.com sends requests on to https://api.example/v1/chat (308), where the key is not sent; set OPENAI_BASE_URL to the address that answers.",
  });
  expect(failure(200, "<html></html>", { "content-type": "text/html; charset=utf-8" })).toMatchObject({
    kind: "network",
    message: expect.stringMatching(/answered with a web page.*correct the address in OPENAI_BASE_URL/),
  });
});

test("a key that no header may carry is said to be one", () => {
  const error = Object.assign(new TypeError("Invalid character in header content"), { code: "ERR_INVALID_CHAR" });
  expect(toFailure(error, ASKED)).toMatchObject({ kind: "auth", message: expect.stringContaining("line break") });
});
