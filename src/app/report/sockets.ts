/** A place in our code from which a socket may be opened. */
export interface SocketPlace {
  /** Below `src/`. */
  readonly file: string;
  /** `connects` leaves this process, `listens` waits on loopback, `pipe` carries bytes between processes and reaches nobody. */
  readonly kind: "connects" | "listens" | "pipe" | "types";
  readonly to: string;
  readonly when: string;
}

/** All of them: a test compares this list with what the sources import. Programs that we start open their own. */
export const SOCKET_PLACES: readonly SocketPlace[] = [
  {
    file: "adapters/mcp/send-to.ts",
    kind: "connects",
    to: "the servers with a `url` of `mcpServers` and of an approved `.mcp.json`",
    when: "the first prompt, and each call of their tools; with `offline` those of this machine alone",
  },
  {
    file: "adapters/models/library/library-fetch.ts",
    kind: "types",
    to: "nobody",
    when: "never: a package's requests go through http/request.ts",
  },
  {
    file: "adapters/models/http/request.ts",
    kind: "connects",
    to: "the address of the provider in use, or its proxy; with `telemetry` the collector of OTEL_EXPORTER_OTLP_ENDPOINT; the `url` of a hook of type http that counts",
    when: "a model is asked, its models are listed, a login is renewed, `models refresh`; with `telemetry` at the end of each run; a hook's event happens; with `offline` those of this machine alone",
  },
  {
    file: "adapters/models/http/answer.ts",
    kind: "types",
    to: "nobody",
    when: "never: it reads what request was answered",
  },
  {
    file: "adapters/unpack.ts",
    kind: "types",
    to: "nobody",
    when: "never: it unpacks what request was answered",
  },
  {
    file: "adapters/models/http/whole-text.ts",
    kind: "types",
    to: "nobody",
    when: "never: it reads what request was answered",
  },
  {
    file: "adapters/models/stackspot/client.ts",
    kind: "types",
    to: "nobody",
    when: "never by itself: it asks by request",
  },
  {
    file: "app/models/reach.ts",
    kind: "connects",
    to: "the address of the provider in use",
    when: "`doctor` and `provider check` look whether it answers",
  },
  {
    file: "adapters/net/fetch-page.ts",
    kind: "connects",
    to: "hosts that a rule `fetch_url(HOST)` names or a person allowed, by addresses that were checked",
    when: "the tool fetch_url is called and allowed",
  },
  {
    file: "adapters/name-look-up.ts",
    kind: "connects",
    to: "the name servers of this machine",
    when: "fetch_url, a server of tools or a command that may reach listed hosts asks for a name; the addresses that are judged are those that are dialled",
  },
  {
    file: "adapters/listen-at.ts",
    kind: "types",
    to: "nobody",
    when: "never by itself: it gives a server that others made its path",
  },
  {
    file: "adapters/net/host-proxy.ts",
    kind: "connects",
    to: "the hosts of `networkHosts`, by addresses that were checked; it listens on loopback or a socket of its own",
    when: "a command in the sandbox runs that may reach listed hosts",
  },
  {
    file: "adapters/loopback-callback.ts",
    kind: "listens",
    to: "the browser of this machine, on loopback",
    when: "`login` and `mcp login` wait for the browser to come back",
  },
  {
    file: "frontends/mcp/serve-http.ts",
    kind: "listens",
    to: "programs of this machine that have the token, on loopback",
    when: "`mcp serve --http`",
  },
  {
    file: "adapters/sandbox/self-test.ts",
    kind: "listens",
    to: "its own probe, on loopback, which must not get through",
    when: "the sandbox proves itself before it counts",
  },
  {
    file: "adapters/processes/output-pipe.ts",
    kind: "pipe",
    to: "nobody",
    when: "a command runs: its output comes through a named pipe",
  },
  {
    file: "frontends/view/pages/request.ts",
    kind: "connects",
    to: "the `waymark view` that gave the page",
    when: "the page is open in a browser",
  },
  {
    file: "frontends/view/serve.ts",
    kind: "listens",
    to: "browsers of this machine that know the token",
    when: "`waymark view`, until it is ended",
  },
];
