import { expect, test } from "vitest";
import { maskSecretFile } from "./mask-secret-file.ts";
import { holdsSecret } from "./secret-content.ts";
import { isNamedSecret, isSecretPath, namesSecret, secretPathKind } from "./secret-path.ts";

test.each(
  ".env .env.local .env.production config/.env app.env .ENV id_rsa id_ed25519 deploy_rsa server.key .aws/credentials .docker/config.json .netrc .pgpass secrets.yaml config/master.key prod.tfvars .kube/config .git-credentials store.jks k.p12 service-account.json C:\\app\\.env x.age .bash_history .secrets.yml .dev.vars .env_prod .env~ id_rsa~ .netrc.bak.old.orig.save.1.gz~ .netrc.bak secrets.yaml.old.gz .server.key.swp #id_rsa# rel\\xF3rio.key .ssh/chave\\xFF .env\\xFF .local/state/waymark/snapshots/a/b.pack".split(
    " ",
  ),
)("%s is secret by its name", (path) => {
  expect(isSecretPath(path)).toBe(true);
});

test.each(
  ".env.example .env.template credentials.example.json src/env.ts src/credentials.ts docs/secrets.md id_rsa.pub tests/fixtures/not-a-key.txt environment.ts public/keys.json .environment monkey.ts secrets/README.md src/token.dart lib/secrets.proto tokenizer.json tests/fixtures/api-token.txt token-refresh.ts~".split(
    " ",
  ),
)("%s is ordinary", (path) => {
  expect(secretPathKind(path)).toBe("ordinary");
});

test("only the content tells a certificate from a key", () => {
  expect(secretPathKind("certs/server.pem")).toBe("by-content");
  expect(holdsSecret("certs/server.pem", `-----BEGIN EC ${"PRIVATE"} KEY-----\n`)).toBe(true);
  expect(holdsSecret("certs/server.pem", "-----BEGIN CERTIFICATE-----\n")).toBe(false);
});

test("a name with a word for secrets is one by what the file holds, and asks in commands by itself", () => {
  const names = "deploy_key api-token.txt my-secrets.yaml tokens.json hosts.yml password scripts/rotate-secrets".split(
    " ",
  );
  expect(names.map(secretPathKind)).toEqual(names.map(() => "by-content"));
  expect(names.every((name) => namesSecret(name, "file"))).toBe(true);
  expect(holdsSecret("deploy_key", "blue horse\n")).toBe(true);
  expect(holdsSecret("api-token.txt", "blue horse\n")).toBe(true);
  expect(holdsSecret("scripts/rotate-secrets", "#!/bin/sh\nexit 0\n")).toBe(false);
  expect(holdsSecret("hosts.yml", "all:\n  vars:\n    ansible_password: blue\n")).toBe(true);
  expect(holdsSecret("hosts.yml", "all:\n  hosts:\n    one.example:\n")).toBe(false);
  expect(holdsSecret("tokens.json", '{ "color": { "primary": { "value": "#fff" } } }')).toBe(false);
  expect(holdsSecret("tokens.json", '{"access_token":"blue horse"}')).toBe(true);
  expect(holdsSecret("special_tokens_map.json", '{ "bos_token": "<s>", "eos_token": "</s>" }')).toBe(false);
});

test("what is called like a file of secrets but for an ending of source, of what is given out or of an environment for everybody is one by what it holds", () => {
  const names =
    ".env.sh .env.local.sh .envrc.sh .env.js .env.md .netrc.sh prod.env.sh vite.env.ts server.key.js tokens.json.sh id_rsa.md x.tfvars.sh .env.dist .env.default .env.schema secrets.yml.dist .env.test .env.ci .npmrc .aws/credentials.md".split(
      " ",
    );
  expect(names.filter((name) => secretPathKind(name) !== "by-content")).toEqual([]);
  for (const name of [".env.sample.local", ".env.production.example.local", ".env.local"])
    expect([name, secretPathKind(name)]).toEqual([name, "secret"]);
  for (const name of [".env.sh", ".env.dist", ".env.test", ".env.local.sh"]) {
    expect([name, holdsSecret(name, "# all\nexport NODE_ENV=test\nDB_PASSWORD=${DB_PASSWORD}\nKEY=\n")]).toEqual([
      name,
      false,
    ]);
    expect(holdsSecret(name, "export DB_PASSWORD='blue horse'\n")).toBe(true);
    expect(holdsSecret(name, "URL=postgres://app:blue@db/app\n")).toBe(true);
    expect(holdsSecret(name, "X=${DB_PASSWORD:-blue}\nDB_PASSWORD=${DB_PASSWORD:-blue}\n")).toBe(true);
  }
  const types =
    "interface ImportMetaEnv {\n  readonly VITE_API_KEY: string;\n}\nexport const token = process.env.TOKEN;\n";
  expect(holdsSecret("vite.env.ts", types)).toBe(false);
  expect(holdsSecret("server.key.js", 'export const API_KEY = "blue-horse";\n')).toBe(true);
  expect(holdsSecret(".npmrc", "package-lock=false\n")).toBe(false);
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

test("a name that asks in commands asks in a folder of keys as well", () => {
  const folders = ["", ".cargo/", ".gem/", ".config/git/", ".config/gh/", ".composer/", ".codex/", ".waymark/"];
  for (const name of ["credentials", "credentials.toml", "auth.json", "hosts.yml", "x.key"])
    for (const folder of folders) expect([folder + name, isNamedSecret(folder + name)]).toEqual([folder + name, true]);
});
