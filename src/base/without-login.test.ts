import { expect, test } from "vitest";
import { withoutLogin } from "./without-login.ts";

test.each([
  ["https://me:s3cret@npm.example.com/waymark/latest", "https://npm.example.com/waymark/latest"],
  ["GET https://s3cret@npm.example.com/ failed", "GET https://npm.example.com/ failed"],
  ["http://me:s3@cret@npm.example.com:80/x", "http://npm.example.com:80/x"],
  ["//npm.example.com/:_authToken=s3cret", "//npm.example.com/:_authToken=[hidden]"],
  ["_auth = s3cret, _password: s3cret", "_auth = [hidden], _password: [hidden]"],
  ["https://npm.example.com/@scope/name", "https://npm.example.com/@scope/name"],
  ["mail me@example.com", "mail me@example.com"],
])("of %j is shown %j", (text, shown) => {
  expect(withoutLogin(text)).toBe(shown);
});
