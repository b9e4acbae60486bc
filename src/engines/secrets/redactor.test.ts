import { generateKeyPairSync } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rounds } from "../../../test/rounds.ts";
import { createRedactor, type RedactOptions, redactSecrets } from "./redactor.ts";

/** Invented values; joined at run time so that no scanner takes this file for a leak. */
const VALUE = ["k3J8mN2p", "Q9xAbcd12"].join("");
const HEX = ["8f3a2b1c9d7e6f5a", "4b3c2d1e0f9a8b7c"].join("");
const GITHUB = `gh${"p_"}${VALUE}${VALUE.slice(0, 19)}`;
const ANTHROPIC = `sk-${"ant"}-api03-${VALUE}-${VALUE}_${VALUE}-${VALUE}AA`;
const JWT = `ey${"J"}hbGciOiJIUzI1NiJ9.ey${"J"}zdWIiOiJhYmMifQ.${VALUE}${VALUE}`;

const CARRIERS: readonly [claim: string, text: string, secret: string][] = [
  ["a token alone", GITHUB, GITHUB],
  ["a token after a CJK letter", `令牌${GITHUB}。`, GITHUB],
  ["a token after a written-out newline", `key:\\n${ANTHROPIC}`, ANTHROPIC],
  ["a token after an encoded blank", `q=%20${ANTHROPIC}`, ANTHROPIC],
  ["two tokens with a comma", `${ANTHROPIC},${GITHUB}`, GITHUB],
  ["a web token", `cookie ${JWT};`, JWT],
  ["a quoted password", 'password = "hunter22x!"', "hunter22x!"],
  ["an environment line with signs", "DB_PASSWORD=abc&def;x1Z", "abc&def;x1Z"],
  ["a camel-case key", `apiKey: '${VALUE}'`, VALUE],
  ["a typed constant", `let api_key: &str = "${VALUE}";`, VALUE],
  ["a C string", 'const char *password = "Tr0ub4dor&3x";', "Tr0ub4dor&3x"],
  ["a PHP define", `define('DB_PASSWORD', '${VALUE}');`, VALUE],
  ["an element", `<password>${VALUE}</password>`, VALUE],
  ["an attribute pair", `<add key="ApiKey" value="${VALUE}" />`, VALUE],
  ["a call", `setPassword("${VALUE}")`, VALUE],
  ["a Dockerfile", `ENV API_TOKEN ${VALUE}`, VALUE],
  ["a .netrc", `machine x login me password ${VALUE}`, VALUE],
  ["an option", `tool --token ${VALUE}`, VALUE],
  ["a curl user", `curl -u me:${VALUE} https://e.example`, VALUE],
  ["a mysql option", `mysql -u root -p${VALUE} shop`, VALUE],
  ["a docker login", `docker login -u me -p ${VALUE} r.example`, VALUE],
  ["a header", `X-Api-Key: ${HEX}`, HEX],
  ["a bearer header", `curl -H "Authorization: Bearer ${VALUE}"`, VALUE],
  ["a basic header", "Authorization: Basic dXNlcjpwYXNzd29yZDEy", "dXNlcjpwYXNzd29yZDEy"],
  ["a cookie", `Cookie: theme=dark; session_id=${VALUE}`, VALUE],
  ["JSON in JSON", `{\\"password\\": \\"${VALUE}\\"}`, VALUE],
  ["a docker config", '{"auths":{"r.example":{"auth":"dXNlcjpwYXNzMTIz"}}}', "dXNlcjpwYXNzMTIz"],
  ["a signed link", `https://x.example/c?sv=2020&sig=${VALUE}${VALUE}`, VALUE + VALUE],
  ["a token as a user", `https://${VALUE}${VALUE}@git.example/x`, VALUE + VALUE],
  ["a URL password", `amqp://user:${VALUE}@host/vhost`, VALUE],
  ["a URL password with an @", `amqp://user:k3J8mN2p@Q9x@host/vhost`, "k3J8mN2p@Q9x"],
  ["a connection string", `Server=db;User Id=sa;Password=${VALUE};Encrypt=true`, VALUE],
  ["a .pgpass line", `db.example:5432:shop:me:${VALUE}`, VALUE],
  ["a value above its name", `- value: "${VALUE}"\n  name: DB_PASSWORD`, VALUE],
  ["a row below a head", `user,password\nbob,${VALUE}`, VALUE],
  ["rows by columns", `INSERT INTO users (name, password) VALUES\n ('al', 'none'),\n ('bob', '${VALUE}');`, VALUE],
  ["a value below a heading", `## Password\n\n    ${VALUE}`, VALUE],
  ["words for a name", `API key: ${VALUE}`, VALUE],
  ["a sentence", `my password is ${VALUE}`, VALUE],
  ["a UUID by its name", "HEROKU_API_KEY=7b86b0f3-6f05-4e0c-9bf4-2f87927f5fb8", "7b86b0f3-6f05-4e0c-9bf4-2f87927f5fb8"],
  ["a key in a sentence", `Using key zz9-${VALUE}${VALUE} for the request`, VALUE],
  ["a key of an unknown issuer", `acme_live_${VALUE}${VALUE}`, VALUE],
  ["a key between underscores", `_AKIA${VALUE.toUpperCase().slice(0, 16)}_`, VALUE.toUpperCase().slice(0, 16)],
  ["a key block in base64", `tls.key: ${btoa(`-----BEGIN RSA ${"PRIVATE"} KEY-----\n${HEX}`)}`, btoa(HEX).slice(4, 30)],
  ["a key in colours", `\u001b[1m${GITHUB.slice(0, 9)}\u001b[0m${GITHUB.slice(9)}`, GITHUB.slice(9)],
];

/** What a log holds beside them, typed by whoever made the log as often as not. */
const TYPED = ["abcdEFGH1234567890", "abcdEFGH1234567890"].join("");
const base64url = (text: string): string => Buffer.from(text).toString("base64url");
const IN_LOGS: readonly [claim: string, text: string, secret: string][] = [
  ["a typed key of OpenAI", `DEBUG using sk-${"proj"}-${TYPED} now`, TYPED],
  ["a typed token of Slack", `xo${"xb"}-123456789012-123456789012-abcdefghijklmnopqrstuvwx`, "abcdefghijklmnop"],
  ["a typed key of Google", `key AI${"za"}SyA1234567890abcdefghijklmnopqrstuv`, "567890abcdef"],
  ["a typed bearer", `> Authorization: Bearer abcDEFghijk12345678kJ8sdfQw9`, "abcDEFghijk"],
  ["a web token in a path", `GET /verify/${JWT.slice(0, -8)}abcdefgh`, VALUE],
  [
    "a web token with blanks in its header",
    `x ${base64url('{ "alg":"none"}')}.${base64url("{}")}.abcdefgh0123 y`,
    "abcdefgh0123",
  ],
  ["a web token with its name elsewhere", `x ${base64url('{\n"typ":"x","alg":"a"}')}.e30.abcdefgh0123`, "abcdefgh0123"],
  ["a web token packed again", btoa(JWT), btoa(JWT).slice(30)],
  ["a token of a cluster", `sha${"256~"}${VALUE}${VALUE}${VALUE.slice(0, 9)}`, VALUE],
  ["a key of a database service", `4b${"1d"}${VALUE}${VALUE}k3J8`, VALUE],
];

const curve = generateKeyPairSync("ec", { namedCurve: "P-384" }).privateKey;
const rsa = generateKeyPairSync("rsa", { modulusLength: 1024 }).privateKey;
const edwards = generateKeyPairSync("ed25519").privateKey;
const { d = "" } = curve.export({ format: "jwk" });
const BARE_KEYS: readonly [claim: string, text: string, secret: string][] = [
  ["a JWK in YAML", `kty: EC\nd: ${d}\n`, d],
  ["a JWK in source", `const key = { kty: "EC", d: "${d}" };`, d],
  ["a JWK of a shared key", `{\n  "kty": "oct",\n  "k": "${d}"\n}`, d],
  ...(["pkcs8", "sec1", "pkcs1"] as const).flatMap((type): [string, string, string][] =>
    [curve, rsa, edwards]
      .filter((key) => type === "pkcs8" || key.asymmetricKeyType === (type === "sec1" ? "ec" : "rsa"))
      .map((key) => {
        const text = key.export({ type, format: "der" }).toString("base64");
        return [`${key.asymmetricKeyType} as ${type} without a marker`, `KEY ${text}`, text.slice(36)];
      }),
  ),
];

const LOOK_ALIKES = `password: string;
const token = request.headers['authorization'];
const secretKey = crypto.randomBytes(32).toString('hex');
const lastSignificantToken = nextLastSignificantToken;
const id_token = getURLSearchParameter(parameters, 'id_token');
apiKey: process.env.OPENAI_API_KEY,
token: \${{ secrets.GITHUB_TOKEN }}
password: "********"
api_key: <your key>
AKIAIOSFODNN7EXAMPLE
aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY
token_type: bearer
"tokenizer": "cl100k_base"
max_tokens: 4096
secretName: my-tls-secret-v2
secretKeyRef: {name: db-credentials, key: password}
<input type="password" name="password" placeholder="Enter your password">
commit 9fceb02d0ae598e95dc970b74767f19372d61af8
"signature": "9fceb02d0ae598e95dc970b74767f19372d61af8"
etag: "33a64df551425fcc55e4d42a148795d9f25f89d4"
postgres://user:password@localhost:5432/db
postgres://app:app@localhost/app
docker://alpine:3.19@sha256:9fceb02d0ae598e95dc970b74767f19372d61af89fceb02d0ae598e95dc970b7
my-api-gateway-production-cluster-1
the key 9fceb02d0ae598e95dc970b74767f19372d61af8 is cached
cert: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSURkekNDQWwr
traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
const PASSWORD_REGEX = /^(?=.*[0-9]).{8,}$/
password=%(password)s
docker login --password-stdin -u me2
mysql -h db -P 3306 -p shop1
https://cdn.example.com:8080/path@2x.png
web-7d4b9c6f5-x2v9k
pk_live_51H8x9fK2mPq8Lz4Rt6WvAbCd
mongodb://localhost:27017
git@github.com:user/repo.git
ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQC7vbqajDhA user@host
Authorization: Bearer $TOKEN
mkdir -p src/deep/path1
docker run -p 8080:80 nginx
ssh -p 2222 user@host
the secret to good code is 42
cache-key: v1-node-modules-8f3a2b1c
"next_page_token": "CAUQAA1b2c3d4e5f6g7h8"
SSH_AUTH_SOCK=/tmp/ssh-XXXXXXabcd12/agent.1234
PWD=/home/dev/project1
tests: 12 passed1
sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
call_9fK2mPq8Lz4Rt6WvAbCdEfGh
3f2504e0-4f89-11d3-9a0c-0305e82c3301
PASSWORD_MIN_LENGTH=12
password = input("Password: ")
self.token = token2
(0,V.jsx)("path",{d:"M680-80v-120H560v-80h120v-120h80v120h120v80H760v120h-80ZM200-200v-200h80v120h120v80H200Zm0"})
sk-${"proj"}-xxxxxxxxxxxxxxxxxxxxxxxx
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAtuTRMUKNUbidkiDKp4UI4wVRd9pme09y
eyes.eyebrows.eyelashes = eye.ewer.ewe12345`.split("\n");

describe("redactSecrets", () => {
  test.each([...CARRIERS, ...IN_LOGS, ...BARE_KEYS])("hides %s", (_claim, text, secret) => {
    const redacted = redactSecrets(text);
    expect(redacted).not.toContain(secret);
    expect(redacted).toContain("[redacted ");
  });

  test.each(LOOK_ALIKES)("leaves %s alone", (text) => {
    expect(redactSecrets(text)).toBe(text);
  });

  test("hides every line of a key without a marker", () => {
    const text = rsa.export({ type: "pkcs8", format: "der" }).toString("base64").replace(/.{64}/g, "$&\n");
    expect(redactSecrets(`key:\n${text}\nafter it\n`)).toBe(
      `key:\n${text.replace(/.+/g, "[redacted private key]")}\nafter it\n`,
    );
  });

  test("hides a key block and keeps what stands around it", () => {
    const body = `${VALUE}${VALUE}/+${VALUE}\n${HEX}${HEX}\nabc=`;
    const text = `before\n-----BEGIN RSA ${"PRIVATE"} KEY-----\n${body}\n-----END RSA ${"PRIVATE"} KEY-----\nafter\n`;
    expect(redactSecrets(text)).toBe(
      `before\n-----BEGIN RSA ${"PRIVATE"} KEY-----\n${"[redacted private key]\n".repeat(3)}-----END RSA ${"PRIVATE"} KEY-----\nafter\n`,
    );
  });

  test("hides a key block that is written on one line", () => {
    const text = `{"private_key":"-----BEGIN ${"PRIVATE"} KEY-----\\n${VALUE}\\n${HEX}\\n-----END ${"PRIVATE"} KEY-----\\n","n":1}`;
    const redacted = redactSecrets(text);
    expect(redacted).not.toContain(VALUE);
    expect(redacted).not.toContain(HEX);
    expect(redacted).toContain('"n":1}');
  });

  test("a key block without an end stops where it cannot go on", () => {
    const redacted = redactSecrets(
      `-----BEGIN ${"PRIVATE"} KEY-----\n${VALUE}\nAnd then a sentence.\nmore words here\n`,
    );
    expect(redacted).toContain("And then a sentence.\nmore words here\n");
    expect(redacted).not.toContain(VALUE);
  });

  test("certificates and public keys are no secrets", () => {
    const text = `-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBaMQswCQYDVQQGEwJJ\n-----END CERTIFICATE-----\n`;
    expect(redactSecrets(text)).toBe(text);
  });

  test("known values go in every spelling", () => {
    const known = ["pass word/1"];
    const base64 = btoa("xpass word/1");
    const redacted = redactSecrets(`pass word/1 pass%20word%2F1 ${base64} pass+word%2F1`, { known });
    expect(redacted).not.toMatch(/pass|cGFzcyB3b3JkLz/);
    expect(redacted.match(/known value/g)?.length).toBeGreaterThanOrEqual(4);
  });

  test("in quotes of a shell, in HTML and in JSON within JSON, too", () => {
    const known = ['p"q\\w&r<t>uv$123xyz'];
    const texts = [
      'X="p\\"q\\\\w&r<t>uv\\$123xyz"',
      "p&quot;q\\w&amp;r&lt;t&gt;uv$123xyz",
      JSON.stringify(JSON.stringify({ a: known[0] })),
    ];
    for (const text of texts) expect(redactSecrets(text, { known })).not.toContain("123xyz");
  });

  test("redacting twice changes nothing more", () => {
    for (const [, text] of CARRIERS) expect(redactSecrets(redactSecrets(text))).toBe(redactSecrets(text));
  });
});

describe("createRedactor", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ...CARRIERS.map(([, text]) => text),
      ...LOOK_ALIKES,
      "\n",
      " ",
      `-----BEGIN ${"PRIVATE"} KEY-----`,
      "\r\n",
    ),
    fc.string({ maxLength: 20 }),
  );

  test("a Basic login with a wrong padding is looked at without a throw", () => {
    const text = "Authorization: Basic dXNlcjpwYXNzd29yZDEyq=%20x";
    expect(redactSecrets(text).length).toBeGreaterThan(0);
  });

  test("a stream gives what the whole text gives, wherever it is cut", () => {
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
        (pieces, sizes) => {
          const text = pieces.join("");
          expect(streamed(text, sizes)).toBe(redactSecrets(text));
        },
      ),
      { numRuns: rounds(60) },
    );
  });

  const lines = fc.array(
    fc.oneof(
      {
        arbitrary: fc.constantFrom(
          "a line of text",
          "",
          "\r",
          "src/a-file-of-some-length.ts:12",
          "\u001b[32mok\u001b[0m",
        ),
        weight: 6,
      },
      { arbitrary: piece.map((text) => text.replaceAll("\n", " ")), weight: 1 },
      {
        arbitrary: fc.constantFrom("A known value 1", `Private-Lines: 2`, `${HEX}${HEX}`, "x".repeat(17_000)),
        weight: 1,
      },
    ),
    { maxLength: 40 },
  );

  test("many lines at once, of which most have nothing secret, give what each gives that comes bit by bit", () => {
    fc.assert(
      fc.property(lines, fc.integer({ min: 1, max: 60 }), (some, times) => {
        const text = `${some.join("\n")}\n`.repeat(times).slice(0, 60_000);
        expect(redactSecrets(text, { known: ["A known value 1"] })).toBe(
          // No line comes whole, so each is looked at alone, by every finder.
          streamed(text, [1], { known: ["A known value 1"] }),
        );
      }),
      { numRuns: rounds(25) },
    );
  });

  test.each(CARRIERS)("hides %s among thousands of other lines", (_claim, text) => {
    const others = "2026-01-01T00:00:00Z built src/a-file-of-some-length.ts:12\n\u001b[32mok\u001b[0m\n".repeat(999);
    expect(redactSecrets(`${others}${text}\n${others}`)).toBe(`${others}${redactSecrets(text)}\n${others}`);
  });

  test("long lines give the same in a stream, and hide a secret at any place", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 40_000 }),
        fc.constantFrom("x", "word ", '"a":1,', "+/9"),
        fc.integer({ min: 1, max: 9000 }),
        (before, filler, size) => {
          const lead = filler.repeat(Math.ceil(before / filler.length)).slice(0, before);
          const text = `${lead} "password": "${VALUE}" ${filler.repeat(3000)}`;
          const whole = redactSecrets(text);
          expect(whole.includes(VALUE)).toBe(false);
          expect(whole.length).toBeGreaterThan(text.length - 40);
          expect(streamed(text, [size])).toBe(whole);
        },
      ),
      { numRuns: rounds(12) },
    );
  });

  test("what is held back has a bound", () => {
    const redactor = createRedactor();
    let output = 0;
    for (let count = 0; count < 100; count++) output += redactor.push("some words without an end ".repeat(40)).length;
    expect(100 * 40 * 26 - output).toBeLessThanOrEqual(16_384);
  });

  test("a secret longer than a piece is hidden to its end", () => {
    const long = `ey${"J"}hbGciOiJIUzI1NiJ9.ey${"J"}${VALUE.repeat(1500)}.${VALUE}`;
    expect(redactSecrets(`token ${long} end`).includes(VALUE)).toBe(false);
    expect(redactSecrets(`x ${long} end`)).toMatch(/^x \[redacted json web token\] end$/);
  });
});

function streamed(text: string, sizes: readonly number[], options: RedactOptions = {}): string {
  const redactor = createRedactor(options);
  let output = "";
  for (let at = 0, index = 0; at < text.length; index++) {
    const size = sizes[index % sizes.length] ?? 1;
    output += redactor.push(text.slice(at, at + size));
    at += size;
  }
  return output + redactor.end();
}

test.each([
  ["an orderly account number before the secret", `xoxb-123456789012-123456789012-${"aB3dE5gH7jK9"}${"mN1pQ3rS5tU7"}`],
  ["a bot's token in an address", `/bot718293645:AA${"aB3dE5gH7jK9mN1pQ3rS5tU7vW9xY1zA3"}/send`],
  ["a password in SQL", `ALTER USER x WITH PASSWORD '${"Xy9kLm2PqRs7"}'`],
  ["a user made in SQL", `CREATE USER x IDENTIFIED BY '${"Xy9kLm2PqRs7"}'`],
  ["an address of Oracle", `jdbc:oracle:thin:u/${"Xy9kLm2PqRs7"}@host:1521`],
  ["the password of a key store", `keytool -list -storepass ${"Xy9kLm2PqRs7"}`],
])("%s is masked", (_, text) => {
  const secret = /aB3dE5gH7jK9\w+|Xy9kLm2PqRs7/.exec(text)?.[0] ?? "";
  expect(redactSecrets(text)).not.toContain(secret);
});

test("a known value is masked where it is long and no plain word", () => {
  const known = [
    "none",
    "development",
    "Password",
    "12345678",
    "/home/me/key",
    "hunter2hunter2",
    "abcdefghijklmnopqrst",
  ];
  const text = "none of the 12345678 in development needs a Password from /home/me/key";
  expect(redactSecrets(text, { known })).toBe(text);
  expect(redactSecrets("it was hunter2hunter2", { known })).toBe("it was [redacted known value]");
  expect(redactSecrets("it was abcdefghijklmnopqrst.", { known })).toBe("it was [redacted known value].");
});

test("prose may speak of a key's first line", () => {
  const prose = "The file begins with -----BEGIN RSA PRIVATE KEY----- and ends with a newline.\nThat is all.";
  expect(redactSecrets(prose)).toBe(prose);
});

test("no secret ends where its bound is: a quoted value, an element and a block of a key are masked to their ends", () => {
  const long = `${VALUE}${HEX}`.repeat(150);
  const end = "Zq7Xw5Vu3Ts1Rp9No";
  const lines = Array.from({ length: 500 }, (_, index) => `${HEX}${HEX}${index}`).join("\n");
  for (const text of [
    `password = "${long}${end}"`,
    `<password>${long}${end}</password>`,
    `-----BEGIN ${"PRIVATE"} KEY-----\n${lines}\n${HEX}${end}\n-----END ${"PRIVATE"} KEY-----`,
  ])
    expect([text.slice(0, 20), redactSecrets(text).includes(end)]).toEqual([text.slice(0, 20), false]);
});

test("values that a name above or around them gives away are masked, and what only looks so is not", () => {
  const value = "kJ8sQ2xPz7Lm";
  for (const text of [
    `password:\n  ${value}\n`,
    `passwords:\n  - ${value}\n  - Z${value}\n`,
    `{\n  "password": {\n    "value": "${value}"\n  }\n}`,
    `- name: DB_PASSWORD\n  value: ${value}\n`,
    `{"name":"DB_PASSWORD","value":"${value}"}`,
    `{"password":{"value":"${value}"}}`,
    `{"passwords":["${value}","Q${value}"]}`,
    `variable "db_password" {\n  type = string\n  default = "${value}"\n}`,
    `variable "db_password" { default = "${value}" }`,
    `<add key="DbPassword" value="${value}"/>`,
    `<password>\n  ${value}\n</password>`,
    `  05 WS-PASSWORD PIC X(12) VALUE '${value}'.`,
    `  05 WS-PASSWORD PIC X(12)\n     VALUE '${value}'.`,
    `bindpw ${value}`,
    `otpauth://totp/x?secret=${value.toUpperCase().replace(/[18]/g, "2")}`,
    `{"kty":"EC","d":"${value.repeat(4)}"}`,
    `  "d": "${value.repeat(4)}",`,
  ]) {
    expect(redactSecrets(text)).toContain("[redacted");
    expect(redactSecrets(text)).not.toContain(value);
  }
  for (const text of [
    "secrets:\n  - db_password\n  - api_token_v2\n",
    "const token =\n    await getTokenFor2Users();",
    "password: {\n  type: String,\n  minlength: 8,\n}",
    '"js-tokens": {\n  "version": "4.0.0",\n  "resolved": "https://registry.npmjs.org/js-tokens/-/js-tokens-4.0.0.tgz"\n}',
    '<path d="M10 20L30 40C50 60 70 80 90 100"/>',
  ])
    expect(redactSecrets(text)).toBe(text);
});
