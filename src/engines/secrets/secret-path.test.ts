import { expect, test } from "vitest";
import { maskSecretFile } from "./mask-secret-file.ts";
import { holdsKey, isSecretPath, secretPathKind } from "./secret-path.ts";

test.each(
  ".env .env.local .env.production config/.env app.env .ENV id_rsa id_ed25519 deploy_rsa server.key .aws/credentials .docker/config.json .netrc .npmrc .pgpass secrets.yaml config/master.key prod.tfvars .kube/config .git-credentials store.jks k.p12 service-account.json C:\\app\\.env".split(
    " ",
  ),
)("%s is secret by its name", (path) => {
  expect(isSecretPath(path)).toBe(true);
});

test.each(
  ".env.example .env.template .env.md src/env.ts src/credentials.ts docs/secrets.md id_rsa.pub tests/fixtures/not-a-key.txt environment.ts public/keys.json .environment monkey.ts design/tokens.json secrets/README.md".split(
    " ",
  ),
)("%s is ordinary", (path) => {
  expect(secretPathKind(path)).toBe("ordinary");
});

test("only the content tells a certificate from a key", () => {
  expect(secretPathKind("certs/server.pem")).toBe("by-content");
  expect(holdsKey(`-----BEGIN EC ${"PRIVATE"} KEY-----\n`)).toBe(true);
  expect(holdsKey("-----BEGIN CERTIFICATE-----\n")).toBe(false);
});

test("a masked environment file keeps names, comments and settings", () => {
  const text = "# database\nDB_HOST=db.internal.example\nexport DB_PASSWORD='x'\nDEBUG=true\nPORT=8080\n\n";
  expect(maskSecretFile(".env", text)).toBe(
    "# database\nDB_HOST=[redacted value]\nexport DB_PASSWORD=[redacted value]\nDEBUG=true\nPORT=8080\n\n",
  );
});

test("a masked JSON file keeps its structure", () => {
  const text = '{\n  "client": {\n    "id": "abc",\n    "n": 1\n  }\n}\n';
  expect(maskSecretFile("credentials.json", text)).toBe(
    '{\n  "client": {\n    "id": [redacted value],\n    "n": 1\n  }\n}\n',
  );
});

test("a file that is the secret is not shown at all", () => {
  expect(maskSecretFile(".vault-token", "abcdef\n")).not.toContain("abcdef");
  expect(maskSecretFile("id_rsa", "AAAA\nBBBB\n")).not.toMatch(/AAAA|BBBB/);
});
