import { expect, test } from "vitest";
import { askedName, protectedName } from "./protected-names.ts";

test.each([
  ...[".cirrus.yaml", ".cirrus.star", ".woodpecker.yaml", ".drone.yaml", ".vela.yml", ".semaphore/semaphore.yml"],
  ...["codemagic.yaml", "bitrise.yml", ".gitlab-ci.yml", "azure-pipelines.yaml", "appveyor.yml", ".travis.yaml"],
  ...["TRAVIS~1.YML", ".github/agents/x.md", ".github/prompts/x.md", ".github/copilot-instructions.md"],
  ...[
    ".github/scripts/x.sh",
    ".github/dependabot.yml",
    ".harness/x.yaml",
    ".azure-pipelines/x.yml",
    "screwdriver.yaml",
  ],
  ...["codeship-steps.yml", "wercker.yml", "azure-pipelines-nightly.yml", "Jenkinsfile.release", ".drone.jsonnet"],
])("%s starts programs elsewhere, in whichever ending", (path) => {
  expect(protectedName(path.split("/"))).toBeDefined();
});

test.each([
  ".opencode.json",
  ".clinerules-code",
  ".claude.json",
  ".continuerc.json",
  ".roomodes",
  ".grok/x",
  ".ycm_extra_conf.py",
])("%s configures an agent or an editor, in whichever form", (path) => {
  expect(protectedName(path.split("/"))).toBeDefined();
});

test.each([
  ...[
    "cirrus.ts",
    "docs/drone.md",
    "src/vela/main.go",
    "src/harness.yml",
    "data/drone.json",
    ".continueignore",
    "agents.md",
  ],
  ...[
    "CODEOWNERS",
    "ISSUE_TEMPLATE/bug.yml",
    "pull_request_template.md",
    "FUNDING.yml",
    "SECURITY.md",
    "assets/logo.png",
  ].map((name) => `.github/${name}`),
  ".github",
])("%s is an everyday file", (path) => {
  expect(protectedName(path.split("/"))).toBeUndefined();
});

test.each(
  ".rvmrc a/.smartcd_enter .codesandbox/tasks.json .theia/tasks.json .stackblitzrc .replit devbox.json .rdbgrc .byebugrc .octaverc .Renviron .sbtopts .jvmopts .gradle/init.gradle .gradle/init.d/x.gradle .tmuxinator.yml .tmuxp.yaml .trunk/trunk.yaml .run/x.run.xml .claude-plugin/plugin.json hooks/hooks.json .lsp.json gemini-extension.json .ipython/profile_default/startup/x.py jupyter_notebook_config.py ipython_config.py".split(
    " ",
  ),
)("%s acts by itself when its folder is entered or opened, or a tool starts there", (path) => {
  expect(askedName(path.split("/"))).toBeDefined();
});

test.each(
  "src/hooks/useHooks.json docs/run.xml .run/notes.md gradle/init.gradle .gradle/caches/x replit.md src/devbox.ts".split(
    " ",
  ),
)("%s does not", (path) => {
  expect(askedName(path.split("/"))).toBeUndefined();
});
