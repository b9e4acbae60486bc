import { expect, test } from "vitest";
import { setsNoSecret } from "./plain-settings.ts";

const open = (path: string, lines: readonly string[]): readonly string[] =>
  lines.filter((line) => setsNoSecret(path, `${line}\n`));

test("settings without a secret, and secrets that are left blank, are none", () => {
  const lines = [
    "PORT=3000",
    "NODE_ENV=development",
    'export VITE_TITLE="My App"',
    "API_URL=https://api.example.com:8443/v2/items",
    "HOSTS=localhost:3000,127.0.0.1",
    "# Where the data lies: ./data/eu-west-1",
    "DB_PASSWORD=",
    "DB_PASSWORD=${PASSWORD_OF_DB}",
    "API_KEY='<your key>'",
    "API_TOKEN=changeme",
    "LOCALE=en-US # as in the browser",
    "SESSION_TOKEN=null",
  ];
  expect(open(".env.development", lines)).toEqual(lines);
  expect(setsNoSecret("terraform.tfvars", 'region = "eu"\ncount_max = 3\n')).toBe(true);
  expect(
    setsNoSecret(
      "k8s/secret.yaml",
      "apiVersion: v1\nkind: Secret\nmetadata:\n  name: app\nstringData:\n  password: ${PW}\n",
    ),
  ).toBe(false);
});

test("what may be a secret is taken for one", () => {
  const lines = [
    "DB_PASSWORD=x",
    "KEY=canary",
    "OPENS=my-secret-word",
    "DOOR_PIN=1234",
    "# DB_PASSWORD=letmein",
    "#API_KEY: sesame",
    "URL=postgres://app:blue@db/app",
    "URL=https://hooks.example.com/T0/B0?sig=abcdef",
    "LICENSE=AB12-CD34-EF56",
    "GROUPS=a1b-2c3-d4e",
    "PASS_LIKE=hunter2",
    "ID=kXqTvBnWzRpLmQ",
    "KEY_ID=9f86d081884c7d65",
    "OPENER=$(pass show x)",
    "blue horse battery",
    'API_KEY="<your key>" real-one',
    "A=`cat x`",
    "DB_PASSWORD='$uperWinter2024'",
    "DB_PASSWORD=%Winter2024%",
    "# the admin password is correct horse battery",
    'A="1" # password winter-storm',
    'db = { user = "app", pass = "winter-storm" }',
    "CONN=Server=db;Uid=sa;Pwd=winter-storm;",
    "password:",
    "c2VjcmV0d2ludGVyc3Rvcm0=",
    "MNEMONIC=winter storm",
    "USERS=admin:winter",
    "STRIPE_SK=winter",
    "-----BEGIN EC KEY-----",
  ];
  expect(open(".env", lines)).toEqual([]);
  for (const path of ["secrets.yml", "credentials.toml", ".env.secrets"])
    expect(open(path, ["bob: letmein", "bob = letmein", "- sunshine", "pin: 1234"])).toEqual([]);
  // Their names say that nothing in them is for everybody.
  for (const path of ["id_rsa", ".netrc", ".pgpass", ".aws/config.toml", ".vault-token", ".bash_history"])
    expect(open(path, ["PORT=3000"])).toEqual([]);
});
