import { expect, test } from "vitest";
import { denials } from "./denied-paths.ts";

test("a folder that is called secrets holds source code; files of secrets and folders of keys stay out", () => {
  const denies = denials("/srv/app", ["read_file(private/**)"]);
  expect(["src/secrets", "credentials", "src/token"].filter((path) => denies(path, "folder"))).toEqual([]);
  expect([".ssh", "deploy/.aws"].filter((path) => !denies(path, "folder"))).toEqual([]);
  expect(
    ["src/secrets", "src/secrets/.env", "id_rsa", "private/a.cbl"].filter((path) => !denies(path, "file")),
  ).toEqual([]);
  expect(denies("src/secrets/VAULT.cbl", "file")).toBe(false);
});
