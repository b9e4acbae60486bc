import { expect, test } from "vitest";
import { protectedName } from "./protected-names.ts";

test.each([
  ...[".cirrus.yaml", ".cirrus.star", ".woodpecker.yaml", ".drone.yaml", ".vela.yml", ".semaphore/semaphore.yml"],
  ...["codemagic.yaml", "bitrise.yml", ".gitlab-ci.yml", "azure-pipelines.yaml", "appveyor.yml", ".travis.yaml"],
  ...["TRAVIS~1.YML", ".github/agents/x.md"],
])("%s starts programs elsewhere, in whichever ending", (path) => {
  expect(protectedName(path.split("/"))).toBeDefined();
});

test.each(["cirrus.ts", "docs/drone.md", ".github/CODEOWNERS", "src/vela/main.go"])(
  "%s is an everyday file",
  (path) => {
    expect(protectedName(path.split("/"))).toBeUndefined();
  },
);
