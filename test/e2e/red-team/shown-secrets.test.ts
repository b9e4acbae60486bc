import { generateKeyPairSync } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Grounds, makeGrounds, shell } from "./attack-run.ts";

/** What reaches a model of secrets in files of any name: docs/guide/security.md, "Attacks and where they end". */

let grounds: Grounds;
beforeEach(() => {
  grounds = makeGrounds({ "work/a.txt": "a\n" });
});
afterEach(() => grounds.remove());

const PLAN = ["--permission-mode", "plan", "--sandbox", "off"];

test("tokens in a log are masked, whoever has typed them, at each door", async () => {
  const typed = "abcdEFGH1234567890";
  const tokens = [
    `Authorization: Bearer ey${"J"}hbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.abcDEFghiJKLmnoPQRstuVWxyz012345`,
    `sk-${"proj"}-${typed}${typed}`,
    `xo${"xb"}-123456789012-123456789012-abcdefghijklmnopqrstuvwx`,
    `AI${"za"}SyA1234567890abcdefghijklmnopqrstuv`,
  ];
  writeFileSync(join(grounds.cwd, "t.log"), `INFO ${tokens.join("\nINFO ")}\n`);
  const results = await grounds.attack(
    [
      ...["cat t.log", "tail -4 t.log", "grep -n INFO t.log"].map(shell),
      { name: "read_file", input: { path: "t.log" } },
      { name: "search_code", input: { pattern: "INFO" } },
    ],
    PLAN,
  );
  for (const result of results) {
    expect(result).toContain("INFO");
    expect(result).not.toMatch(/abcdEFGH|abcDEFghi|abcdefghijkl|567890abc/);
  }
});

test("what a command shows of a key out of its midst is masked, whatever the file is called", async () => {
  const key = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
  const pem = key.export({ type: "pkcs8", format: "pem" }).toString();
  const bare = key.export({ type: "pkcs1", format: "der" }).toString("base64").replace(/.{76}/g, "$&\n");
  writeFileSync(join(grounds.cwd, "notes.txt"), `some notes\n\n${pem}end of it\n`);
  writeFileSync(join(grounds.cwd, "bare.txt"), bare);
  writeFileSync(join(grounds.cwd, ".gitignore"), "seen.log\n");
  writeFileSync(join(grounds.cwd, "seen.log"), `x\n${pem.replaceAll("P", "Q").replaceAll("QRIVATE", "PRIVATE")}`);
  const rows = [...pem.split("\n").slice(1, -2), ...bare.split("\n")].filter((row) => row.length > 40);
  const commands = [
    ..."sed -n 6,9p|tail -5|head -20|sort|cut -c5-34|fold -w 24|grep -E '^[A-Za-z0-9+/]{40}'|awk 'NR>5&&NR<9'|nl".split(
      "|",
    ),
  ].flatMap((program) => [`${program} notes.txt`, `${program} bare.txt`]);
  const results = await grounds.attack(
    [...commands, "grep -rE '^[A-Za-z0-9+/]{40}' .", "tail -3 seen.log", "cat notes.txt | tail -5"].map(shell),
    PLAN,
  );
  for (const result of results)
    for (const row of rows)
      for (let at = 0; at + 16 < row.length; at += 4) expect(result).not.toContain(row.slice(at, at + 16));
  expect(results[0]?.replace(/\[redacted private key\]\n?/g, "")).toBe("");
  expect(results.at(-2)?.replace(/\[redacted private key\]\n?/g, "")).toMatch(/^-----END PRIVATE KEY-----$/);
  expect(results[4]).toContain("some notes");
});

test("a value that is drawn by lot is masked whatever parts it from its name, and in a part that is shown without its name, at each door", async () => {
  const value = ["kJ8sQ2", "xPz7Lm"].join("");
  const files: Readonly<Record<string, string>> = {
    "users.csv": `user,password\nal,none\nbob,${value}1\n`,
    "a.go": `var Password string = "${value}2"\n`,
    "notes.md": `# Access\n\n| User | Senha |\n|---|---|\n| bob | ${value}3 |\n`,
    "dump.sql": `INSERT INTO users (name, password) VALUES\n  ('al', 'none'),\n  ('bob', '${value}4');\n`,
    "entries.yml": `- value: ${value}5\n  name: DB_PASSWORD\n`,
    "login.cbl": `           MOVE '${value}6' TO WS-PASSWORD.\n`,
    "sign.txt": `DB_PASSWORD="@${value}7"\n`,
  };
  for (const [path, text] of Object.entries(files)) writeFileSync(join(grounds.cwd, path), text);
  const paths = Object.keys(files);
  const results = await grounds.attack(
    [
      shell(`cat ${paths.join(" ")}`),
      shell("tail -1 users.csv"),
      shell("grep -n bob dump.sql users.csv notes.md"),
      ...paths.map((path) => ({ name: "read_file", input: { path } })),
      { name: "read_file", input: { path: "users.csv", offset: 3 } },
      { name: "search_code", input: { pattern: "bob|value|MOVE|Password" } },
    ],
    PLAN,
  );
  for (const result of results) {
    expect(result).toContain("[redacted");
    expect(result).not.toContain(value);
  }
});
