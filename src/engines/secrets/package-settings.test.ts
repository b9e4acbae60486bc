import { expect, test } from "vitest";
import { withoutCredentials } from "./package-settings.ts";

const SECRET = "s3cr3tT0k3nOfMine42";

test("of npm's settings registries, proxies and switches stay, without what proves who asks", () => {
  const text = `# ${SECRET}
registry=https://me:${SECRET}@npm.example.com:8443/repository/npm-group/?token=${SECRET}
@acme:registry = "https://npm.example.com/acme-2024-virtual/"
@bad:registry=https://dl.example.io/${SECRET}/npm/
@var:registry=https://npm.example.com/\${NPM_TOKEN}/
//npm.example.com/:_authToken=${SECRET}
//npm.example.com/:_password="${SECRET}"
//npm.example.com/:username=me
//npm.example.com/:certfile=/home/me/c.pem
//npm.example.com/:keyfile=/home/me/k.pem
//npm.example.com/:tokenHelper=/home/me/h.sh
_auth=${SECRET}
_authToken = ${SECRET}
_password=${SECRET}
email=me@example.com
key="-----BEGIN PRIVATE KEY-----\\n${SECRET}"
https-proxy=http://me:${SECRET}@proxy.example.com:3128
proxy=me:${SECRET}@proxy.example.com:3128
noproxy=localhost,.example.com,10.0.0.0/8
cafile=\${HOME}/certs/ca.pem
strict-ssl=true
ignore-scripts=true
strict-ssl=${SECRET}
registry[]=${SECRET}
unknown=${SECRET}
${SECRET}
[section]
registry=https://evil.example.com/
`;
  expect(withoutCredentials(text, "npm")).toBe(`registry=https://npm.example.com:8443/repository/npm-group/
@acme:registry=https://npm.example.com/acme-2024-virtual/
@bad:registry=https://dl.example.io/hidden/npm/
@var:registry=https://npm.example.com/hidden/
https-proxy=http://proxy.example.com:3128
proxy=proxy.example.com:3128
noproxy=localhost,.example.com,10.0.0.0/8
cafile=\${HOME}/certs/ca.pem
strict-ssl=true
ignore-scripts=true
`);
});

test("of pip's settings sections and indexes stay, over several lines too", () => {
  const text = `; ${SECRET}
[global]
index-url = https://__token__:${SECRET}@pypi.example.com/simple
extra_index_url:
    https://me:${SECRET}@two.example.com/simple/
    ${SECRET}/x?y
    # ${SECRET}
trusted-host = pypi.example.com
    two.example.com
    password: ${SECRET.slice(0, 8)}
    ${SECRET}
client-cert = /home/me/c.pem
    ${SECRET}
keyring-provider = ${SECRET}
timeout = 60
    hunter
[install]
no-index = ${SECRET}
    ${SECRET}
[${SECRET}@]
require-hashes = true
`;
  expect(withoutCredentials(text, "pip")).toBe(`[global]
index-url = https://pypi.example.com/simple
extra_index_url =
    https://two.example.com/simple/
trusted-host = pypi.example.com
    two.example.com
timeout = 60
[install]
require-hashes = true
`);
});

test("of Yarn's settings registries stay by scope, and what stands below a key that goes", () => {
  const text = `npmRegistryServer: "https://me:${SECRET}@npm.example.com/group/" # ${SECRET}
npmAuthToken: ${SECRET}
npmAuthIdent: "me:${SECRET}"
npmScopes:
  acme:
    npmRegistryServer: 'https://acme.example.com'
    npmAlwaysAuth: true
    npmAuthToken: "\${TOKEN:-${SECRET}}"
  other: { npmAuthToken: ${SECRET} }
npmRegistries:
  "https://npm.example.com":
    npmAuthIdent: |
      ${SECRET}
      npmRegistryServer: https://${SECRET}.example.com
    npmAlwaysAuth: true
  "//me:${SECRET}@npm.example.com":
    npmAlwaysAuth: true
  //two.example.com:
    npmAlwaysAuth: false
httpsProxy: http://me:${SECRET}@proxy.example.com:3128
supportedArchitectures:
  os:
    - ${SECRET}
networkSettings:
  "*.example.com":
    httpsKeyFilePath: /home/me/k.pem
enableStrictSsl: false
httpProxy: "${SECRET}
  npmRegistryServer: https://x.example.com"
`;
  expect(withoutCredentials(text, "yarn")).toBe(`npmRegistryServer: "https://npm.example.com/group/"
npmScopes:
  acme:
    npmRegistryServer: "https://acme.example.com"
    npmAlwaysAuth: true
npmRegistries:
  "https://npm.example.com":
    npmAlwaysAuth: true
  //two.example.com:
    npmAlwaysAuth: false
httpsProxy: "http://proxy.example.com:3128"
enableStrictSsl: false
`);
});

test("nothing of a secret is left, wherever it stands and whatever is cut off", () => {
  const texts = {
    npm: `registry=https://me:S@h/\n//h/:_authToken=S\n_auth="S"\n@a:registry=https://h/S/\nproxy=http://u:S@h\n`,
    pip: `[global]\nindex-url=https://S@h/simple\nextra-index-url=https://h/simple\n  https://u:S@i\nproxy=u:S@h:1\n`,
    yarn: `npmScopes:\n  a:\n    npmAuthToken: S\nnpmAuthIdent: >-\n  S\nhttpProxy: "u:S@h"\n`,
  } as const;
  for (const form of ["npm", "pip", "yarn"] as const)
    for (const name of ["npm", "pip", "yarn"] as const) {
      const text = texts[name].replaceAll("S", SECRET);
      for (let end = 0; end <= text.length; end++)
        for (const cut of [text.slice(0, end), text.slice(end)])
          if (cut.includes(SECRET)) expect(withoutCredentials(cut, form)).not.toContain(SECRET);
    }
});
