import type { WrapperShape } from "./wrapper-shape.ts";

const MISE = "-qvy -C: -E: -j: -c: --cd= --env= --jobs= --command= --quiet --verbose --yes";

/** Wrappers that belong to a language, a package manager or a service. */
export const RUNNERS: Readonly<Record<string, WrapperShape>> = {
  poetry: {
    verb: "run",
    options: "-qnv -C: -P: --directory= --project= --quiet --no-interaction --verbose",
  },
  uv: {
    verb: "run",
    options:
      "-qvns -p: --with= --with-editable= --with-requirements= --python= --extra= --group= --only-group= --no-group= --env-file= " +
      "--package= --directory= --project= --index= --isolated --no-project --no-sync --locked --frozen --all-extras --all-groups --dev " +
      "--no-dev --active --offline --quiet --verbose",
  },
  pipenv: { verb: "run" },
  rye: { verb: "run" },
  pdm: { verb: "run" },
  hatch: { verb: "run" },
  conda: {
    verb: "run",
    options: "-vs -n: -p: --name= --prefix= --cwd= --no-capture-output --live-stream",
    folders: ["--cwd"],
  },
  bundle: {
    verb: "exec",
    options: "--keep-file-descriptors --gemfile=",
  },
  mise: {
    verb: "exec|x",
    options: MISE,
  },
  rtx: {
    verb: "exec|x",
    options: MISE,
  },
  asdf: { verb: "exec" },
  direnv: { verb: "exec", skip: 1 },
  devbox: { verb: "run" },
  nix: {
    verb: "develop|shell",
    options: "-c --command --impure --offline",
  },
  opam: { verb: "exec" },
  npx: {
    options:
      "-yq -p: -c: -w: --yes --no --no-install --quiet --silent --prefer-offline --prefer-online --offline --ignore-existing " +
      "--workspaces --package= --call= --workspace= --node-options=",
  },
  bunx: {
    options: "-p: --bun --verbose --silent --package=",
  },
  pnpx: {},
  pipx: {
    verb: "run",
    options: "-qv --spec= --python= --pip-args= --with= --no-cache --quiet --verbose --index-url= --path",
  },
  uvx: {
    options: "-qv -p: --from= --with= --python= --isolated --refresh --offline --quiet --verbose",
  },
  yarn: {
    verb: "exec|dlx|run",
    options: "-qsTB -p: --package= --quiet --silent --top-level --binaries-only --cwd=",
  },
  pnpm: {
    verb: "exec|dlx",
    options: "-crsw -C: -F: --dir= --filter= --package= --shell-mode --silent --recursive --parallel --workspace-root",
  },
  npm: {
    verb: "exec|x",
    options:
      "-yqs -p: -c: -w: --yes --no --silent --quiet --offline --prefer-offline --workspaces --package= --call= --workspace= --prefix=",
    permutes: true,
  },
  rustup: {
    verb: "run",
    options: "--install",
    skip: 1,
  },
  concurrently: {
    options:
      "-gkrP -n: -c: -p: -s: -m: -l: --names= --prefix= --prefix-colors= --kill-others --kill-others-on-fail --success= --max-processes= " +
      "--restart-tries= --raw --timings --hide= --group --passthrough-arguments",
    script: true,
  },
  entr: {},
  nodemon: {
    options:
      "-qVL -w: -e: -i: -x: -d: --watch= --ext= --ignore= --exec= --delay= --config= --signal= --quiet --verbose --legacy-watch",
  },
  mix: { verb: "cmd|do" },
  busybox: {},
  coreutils: {},
  toybox: {},
  doppler: {
    verb: "run",
    options: "-p: -c: -t: --project= --config= --token= --command= --silent",
  },
  op: {
    verb: "run",
    options: "--env-file= --account= --no-masking",
  },
  "aws-vault": { verb: "exec", skip: 1 },
  sshpass: {
    options: "-ev -p: -f: -d: -P:",
  },
  eatmydata: {},
  "kubectl-exec": {},
  coverage: {
    verb: "run",
    options:
      "-mpaL --source= --omit= --include= --rcfile= --context= --concurrency= --data-file= --branch --parallel-mode --append --timid",
  },
  winpty: {},
  wsl: {
    options: "-e -d: -u: --exec --distribution= --user= --cd=",
  },
  arch: {
    options: "=-arch: -e:",
  },
  "install-run": {},
};
