import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer, type RequestListener, type Server } from "node:http";
import { createServer, type ServerOptions } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makePlace, runWaymark } from "../run-waymark.ts";

/** Who answers over TLS has to be who was asked: before that is certain nothing is sent, the key least of all. */

const KEY = "sk-key-for-the-right-server-alone";
const ANSWER = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: "It is I." }, finish_reason: "stop" }] })}\n\ndata: [DONE]\n\n`;

let folder: string;
let hasOpenssl = true;
const at = (name: string): string => join(folder, name);
const openssl = (...parameters: readonly string[]): void =>
  void execFileSync("openssl", parameters, { cwd: folder, stdio: "pipe" });
const NEW_KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "waymark-certificates-"));
  try {
    openssl("req", "-x509", ...NEW_KEY, "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=authority", "-days", "30");
    sign("good", "IP:127.0.0.1", ["-days", "5"]);
    sign("other", "DNS:other.example", ["-days", "5"]);
    try {
      sign("expired", "IP:127.0.0.1", ["-days", "-1"]);
    } catch {
      sign("expired", "IP:127.0.0.1", ["-not_before", "20200101000000Z", "-not_after", "20200102000000Z"]);
    }
  } catch (error) {
    hasOpenssl = false;
    console.warn(`Certificates are not tried: openssl makes none here (${String(error).slice(0, 200)}).`);
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

function sign(name: string, host: string, validity: readonly string[]): void {
  writeFileSync(at(`${name}.ext`), `subjectAltName=${host}`);
  openssl("req", ...NEW_KEY, "-keyout", `${name}.key`, "-out", `${name}.csr`, "-subj", `/CN=${name}`);
  const authority = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial"];
  openssl(
    "x509",
    "-req",
    "-in",
    `${name}.csr`,
    ...authority,
    "-extfile",
    `${name}.ext`,
    "-out",
    `${name}.pem`,
    ...validity,
  );
}

interface Row {
  readonly certificate?: "good" | "other" | "expired";
  readonly isAuthorityKnown: boolean;
  readonly options?: ServerOptions;
  readonly said: RegExp;
}

const ROWS: Readonly<Record<string, Row>> = {
  "of an authority that nobody knows": {
    certificate: "good",
    isAuthorityKnown: false,
    said: /has a certificate that is not trusted; set NODE_EXTRA_CA_CERTS to your authority's file \(\w+\)\.$/m,
  },
  "of another host": {
    certificate: "other",
    isAuthorityKnown: true,
    said: /has a certificate of another host; correct the address in OPENAI_COMPATIBLE_BASE_URL \(\w+\)\.$/m,
  },
  "that has expired": { certificate: "expired", isAuthorityKnown: true, said: /has a certificate that has expired; / },
  "and one of the client is wanted": {
    certificate: "good",
    isAuthorityKnown: true,
    options: { requestCert: true, rejectUnauthorized: true },
    said: /wants a certificate of yours, and Waymark has none to show; /,
  },
  "and an old TLS": {
    certificate: "good",
    isAuthorityKnown: true,
    options: { minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" },
    said: /agree on no version of TLS; /,
  },
  "that is none, as it speaks plain HTTP": { isAuthorityKnown: true, said: /does not speak TLS; correct the address / },
};

const PROMPT = ["-p", "Who is there?", "-m", "openai-compatible/m"];

async function ask({ certificate, isAuthorityKnown, options = {} }: Omit<Row, "said">, args = PROMPT) {
  const seen: string[] = [];
  const answer: RequestListener = (request, response) => {
    seen.push(String(request.headers.authorization));
    response.writeHead(200, { "content-type": "text/event-stream" }).end(ANSWER);
  };
  let connections = 0;
  const server: Server = certificate
    ? createServer(
        { key: readFileSync(at(`${certificate}.key`)), cert: readFileSync(at(`${certificate}.pem`)), ...options },
        answer,
      )
    : createHttpServer(answer);
  server.on("connection", () => connections++);
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
  const place = makePlace();
  const address = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const environment = {
    CI: "",
    npm_config_registry: address,
    OPENAI_COMPATIBLE_BASE_URL: `${address}/v1`,
    OPENAI_COMPATIBLE_API_KEY: KEY,
    ...(isAuthorityKnown ? { NODE_EXTRA_CA_CERTS: at("ca.pem") } : {}),
  };
  try {
    const run = await runWaymark(args, { ...place, environment });
    return { run, seen, connections };
  } finally {
    server.close();
    place.remove();
  }
}

test.for(Object.entries(ROWS))("a certificate %s is told once, and sent nothing", async ([, row], { skip }) => {
  if (!hasOpenssl) return skip("openssl makes no certificates here");
  const { run, seen, connections } = await ask(row);
  expect(run.stderr).toMatch(row.said);
  expect(run.code).toBe(1);
  expect(seen).toEqual([]);
  expect(connections).toBe(1);
  expect(`${run.stdout}${run.stderr}`).not.toContain(KEY);
});

test("a certificate of an authority that NODE_EXTRA_CA_CERTS names is trusted", async ({ skip }) => {
  if (!hasOpenssl) return skip("openssl makes no certificates here");
  const { run, seen } = await ask({ certificate: "good", isAuthorityKnown: true });
  expect(run).toMatchObject({ code: 0, stdout: "It is I.\n", stderr: "" });
  expect(seen).toEqual([`Bearer ${KEY}`]);
});

test("a registry whose certificate is not trusted is told with what to do about it", async ({ skip }) => {
  if (!hasOpenssl) return skip("openssl makes no certificates here");
  const { run, seen } = await ask({ certificate: "good", isAuthorityKnown: false }, ["update"]);
  expect(run.stderr).toMatch(/\/waymark\/latest has a certificate that is not trusted; set NODE_EXTRA_CA_CERTS to /);
  expect([run.code, seen]).toEqual([52, []]);
});
