import { expect, test } from "vitest";
import { hiddenNamed } from "./masked-names.ts";

test("a hidden place is named where it, or what would lie in it, stands in a text, and not where another name begins as it does", () => {
  const paths = ["/home/me/.config/mytool", "/home/me/.docker", "/etc/shadow"];
  const named = (text: string): readonly string[] => hiddenNamed(paths, { text, home: "/home/me" });
  expect(named("No such file: '/home/me/.config/mytool/conf'")).toEqual(["/home/me/.config/mytool"]);
  expect(named("cat ~/.docker/config.json ~/.docker.")).toEqual(["/home/me/.docker"]);
  expect(named("cat /etc/shadow")).toEqual(["/etc/shadow"]);
  expect(named("/home/me/.config/mytools /home/me/.docker-x /etc/shadow.d ~/.dockerignore")).toEqual([]);
});
