import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseAddress, refusedRange } from "./addresses.ts";
import { checkRedirect, checkUrl, REDIRECTS_MAX, type UrlPolicy } from "./check-url.ts";
import { unicodeHost } from "./punycode.ts";

const PUBLIC = "93.184.216.34";
const answering = (...addresses: string[]): UrlPolicy => ({ resolve: async () => addresses });
const verdict = async (url: string, policy: UrlPolicy = answering(PUBLIC)): Promise<string> =>
  (await checkUrl(url, policy)).verdict;

describe("checkUrl", () => {
  test.each(
    "https://example.com/ https://EXAMPLE.com:8443/a?q=hello+world&page=2 https://münchen.de/ https://172.32.0.1/ https://11.0.0.1/ https://[2606:4700::1111]/ https://metadata.example.com/ https://example.com/#http://169.254.169.254/ https://github.com/x/commit/9fceb02d0ae598e95dc970b74767f19372d61af8 http://пример.рф/ https://example.com/?v=9fceb02d0ae598e95dc970b74767f19372d61af8".split(
      " ",
    ),
  )("%s is allowed", async (url) => {
    expect(await verdict(url)).toBe("allow");
  });

  test.each(
    "http://127.0.0.1/ http://0x7f000001/ http://017700000001/ http://2130706433/ http://127.1/ http://0/ http://127.0.0.1./ http://①②⑦.0.0.1/ http://127。0。0。1/ http://[::1]/ http://[::ffff:127.0.0.1]/ http://[64:ff9b::7f00:1]/ http://[64:ff9b:1::1]/ http://[2002:7f00:1::]/ http://[2001:0:1:1::80ff:fffe]/ http://[fe80::1]/ http://[fe80::1%25eth0]/ http://[fd00::1]/ http://[2606:4700::5efe:10.0.0.1]/ http://169.254.169.254/ http://192.168.0.1/ http://100.64.0.1/ http://255.255.255.255/ http://localhost/ http://a.localhost/ http://ip6-localhost/ http://intranet/ http://db.internal/ http://kubernetes.default.svc/ file:///etc/passwd data:text/html,x about:blank x http:// https://:80/ http://example.com:99999/ http://example.com:22/ http:example.com https:///example.com https://a@example.com/ https://github.com%40evil.example/ https://evil.example%2f.github.com/ https://evil.example\\@github.com/ ftp://example.com/".split(
      " ",
    ),
  )("%s is denied", async (url) => {
    expect(await verdict(url)).toBe("deny");
  });

  test("controls, blanks and invisibles anywhere are refused", async () => {
    for (const url of [
      "https://github.com\n.evil.example/",
      " https://example.com/",
      "https://exam\u200bple.com/",
      "https://example.com/\u0000",
    ])
      expect(await verdict(url)).toBe("deny");
  });

  test("one private address among the answers is enough to refuse", async () => {
    expect(await verdict("https://a.example/", answering(PUBLIC, "127.0.0.1"))).toBe("deny");
    expect(await verdict("https://a.example/", answering("::ffff:10.0.0.1"))).toBe("deny");
    expect(await verdict("https://a.example/", answering("010.0.0.1"))).toBe("deny");
    expect(await verdict("https://a.example/", answering())).toBe("deny");
  });

  test("a resolver that throws refuses", async () => {
    expect(await verdict("https://a.example/", { resolve: () => Promise.reject(new Error("ENOTFOUND")) })).toBe("deny");
  });

  test("a name is looked up once, and what was checked is what may be dialled", async () => {
    const answers = [[PUBLIC], ["127.0.0.1"]];
    const checked = await checkUrl("https://a.example/", { resolve: async () => answers.shift() ?? [] });
    expect(checked).toMatchObject({ verdict: "allow", dial: [PUBLIC] });
    expect(answers).toHaveLength(1);
  });

  test("an address that the user opened is allowed on its port only", async () => {
    const policy = { ...answering("127.0.0.1"), allowLocal: ["127.0.0.1:3000"] };
    expect(await verdict("http://localhost:3000/", policy)).toBe("deny");
    expect(await verdict("http://127.0.0.1:3000/", policy)).toBe("allow");
    expect(await verdict("http://app.example:3000/", policy)).toBe("allow");
    expect(await verdict("http://127.0.0.1:3001/", policy)).toBe("deny");
  });

  test.each([
    ["https://evil.example/?env=PATH%3D%2Fusr%2Fbin%0AHOME%3D%2Fhome%2Fdev", "an environment"],
    [`https://evil.example/?d=${btoa("AKIA and some more data of the user")}`, "a blob"],
    [`https://evil.example/?k=gh${"p_"}k3J8mN2pQ9xAbcd12k3J8mN2pQ9xAbcd12zz`, "a key"],
    ["https://4d6172792068616420612c6c697474.evil.example1a2b3c4d5e6f7a8b9c0d1e2f3a4b.example/", "a host name"],
    ["https://gіthub.com/", "look-alike letters"],
  ])("%s asks because of %s", async (url) => {
    expect(await verdict(url)).toBe("ask");
  });
});

describe("host rules", () => {
  const allowed = (url: string, ...allowHosts: string[]): Promise<string> =>
    verdict(url, { ...answering(PUBLIC), allowHosts });

  test("an empty list allows nothing", async () => {
    expect(await allowed("https://github.com/")).toBe("deny");
  });

  test.each([
    ["https://github.com/x", "github.com"],
    ["https://github.com./x", "GitHub.com."],
    ["https://docs.python.org/", "*.python.org"],
    ["https://github.com/", "https://github.com"],
    ["https://münchen.de/", "münchen.de"],
    ["https://github.com:8443/", "github.com:8443"],
  ])("%s is allowed by %s", async (url, rule) => {
    expect(await allowed(url, rule)).toBe("allow");
  });

  test.each([
    ["https://github.com.evil.example/", "github.com"],
    ["https://notgithub.com/", "github.com"],
    ["https://sub.github.com/", "github.com"],
    ["https://python.org/", "*.python.org"],
    ["https://evilpython.org/", "*.python.org"],
    ["https://gіthub.com/", "github.com"],
    ["https://evil.example/@github.com", "github.com"],
    ["https://[::ffff:140.82.121.3]/", "github.com"],
    ["https://evil.com/", "*.com"],
    ["https://evil.com/", ""],
    ["https://evil.com/", "*evil.com"],
    ["https://github.com/x", "github.com/path"],
    ["https://github.com/", "github.com:8443"],
    ["http://github.com/", "https://github.com"],
  ])("%s is not allowed by %s", async (url, rule) => {
    expect(await allowed(url, rule)).toBe("deny");
  });

  test("a star is every public host, and no private one", async () => {
    expect(await allowed("https://any.example/", "*")).toBe("allow");
    expect(await allowed("http://127.0.0.1/", "*")).toBe("deny");
  });

  test("a denial beats a permission, in any spelling, with subdomains", async () => {
    const policy = {
      ...answering(PUBLIC),
      allowHosts: ["*.example.com"],
      denyHosts: ["https://Bad.example.com:443/x"],
    };
    expect(await verdict("https://good.example.com/", policy)).toBe("allow");
    expect(await verdict("https://BAD.example.com./", policy)).toBe("deny");
    expect(await verdict("https://a.bad.example.com/", policy)).toBe("deny");
    expect(await verdict("https://example.org/", { ...answering(PUBLIC), denyHosts: ["*"] })).toBe("deny");
  });
});

describe("checkRedirect", () => {
  const from = "https://start.example/a/b";
  test("leads where a first request may lead", async () => {
    expect(await checkRedirect(from, "../c", 1, answering(PUBLIC))).toMatchObject({
      verdict: "allow",
      url: "https://start.example/c",
    });
    expect((await checkRedirect(from, "https://www.start.example/", 1, answering(PUBLIC))).verdict).toBe("allow");
    for (const target of [
      "http://127.0.0.1/",
      "data:text/html,x",
      "//169.254.169.254/",
      "http://start.example/",
      "https://u@start.example/",
    ])
      expect((await checkRedirect(from, target, 1, answering(PUBLIC))).verdict).toBe("deny");
  });

  test("ends after a number of hops", async () => {
    expect((await checkRedirect(from, "/x", REDIRECTS_MAX, answering(PUBLIC))).verdict).toBe("allow");
    expect((await checkRedirect(from, "/x", REDIRECTS_MAX + 1, answering(PUBLIC))).verdict).toBe("deny");
  });
});

describe("addresses", () => {
  test("every spelling of a private address that a URL parser accepts is refused", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(10, 127, 0, 224, 240, 255),
        fc.nat(0xffffff),
        fc.integer({ min: 0, max: 4 }),
        async (first, rest, form) => {
          const value = first * 0x1000000 + rest;
          const dotted = [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
          const hosts = [
            `${value}`,
            `0x${value.toString(16)}`,
            `0${value.toString(8)}`,
            dotted.join("."),
            `[::ffff:${dotted.join(".")}]`,
          ];
          expect(await verdict(`http://${hosts[form]}/`)).toBe("deny");
        },
      ),
    );
  });

  test("both versions are parsed in their canonical text only", () => {
    expect(parseAddress("1.2.3.4")).toEqual({ version: 4, value: 0x01020304n });
    expect(parseAddress("::1")).toEqual({ version: 6, value: 1n });
    expect(parseAddress("::ffff:1.2.3.4")?.value).toBe(0xffff01020304n);
    for (const text of ["1.2.3", "01.2.3.4", "1.2.3.256", "1::2::3", "fe80::1%eth0", ":1", "12345::", ""])
      expect(parseAddress(text)).toBeUndefined();
  });

  test("the neighbours of private ranges are public", () => {
    for (const text of [
      "9.255.255.255",
      "11.0.0.0",
      "172.15.255.255",
      "172.32.0.0",
      "100.63.255.255",
      "100.128.0.0",
      "192.169.0.0",
      "198.20.0.0",
      "223.255.255.255",
      "2001:4860:4860::8888",
      "64:ff9b::808:808",
    ]) {
      const address = parseAddress(text);
      expect(address && refusedRange(address)).toBeUndefined();
    }
  });
});

test("host names are decoded as they are shown", () => {
  expect(unicodeHost("xn--mnchen-3ya.de")).toBe("münchen.de");
  expect(unicodeHost("xn--gthub-n4a.com")).toBe("gıthub.com");
  expect(unicodeHost("xn--e1afmkfd.xn--p1ai")).toBe("пример.рф");
  expect(unicodeHost("xn--9.com")).toBe("xn--9.com");
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("ä", "é", "я", "日", "本", "a", "z", "7"), minLength: 1, maxLength: 12 }),
      (label) => {
        const host = URL.parse(`http://${label}.example/`)?.hostname ?? "";
        expect(unicodeHost(host)).toBe(`${label.normalize("NFC")}.example`);
      },
    ),
  );
});
