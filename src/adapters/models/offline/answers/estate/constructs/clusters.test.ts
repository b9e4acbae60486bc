import { expect, test } from "vitest";
import { clustersIn } from "./clusters.ts";

const at = (...texts: readonly string[]) => texts.map((text, index) => ({ path: "a.jcl", line: index + 1, text }));

test("a cluster has the key of its own lines; generations and the parts of a cluster are none", () => {
  const found = clustersIn(
    at(
      " DEFINE GDG (NAME(OLD.BKUP) LIMIT(5))",
      " DEFINE CLUSTER (NAME(NEW.KSDS) -",
      "   KEYS(9,0) RECORDSIZE(80 120) INDEXED) -",
      "   DATA (NAME(NEW.KSDS.DATA)) INDEX (NAME(NEW.KSDS.INDEX))",
      " DEFINE ALTERNATEINDEX (NAME(NEW.AIX) RELATE(NEW.KSDS) -",
      "   KEYS(4 20) NONUNIQUEKEY)",
    ),
  );
  expect(found.map(({ kind, name, said }) => [kind, name, said])).toEqual([
    ["cluster", "NEW.KSDS", ["key 9 at 0", "records 80 to 120"]],
    ["alternate index", "NEW.AIX", ["of NEW.KSDS", "key 4 at 20", "nonuniquekey"]],
  ]);
});
