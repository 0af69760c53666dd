import { isIPv4, isIPv6 } from "node:net";
import { addressProblem, labelNameProblem } from "@sallyport/contract/asset-rules";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

describe("addresses of machines", () => {
  it.each(["host", "device", "database"])("of category %s are IP addresses and domain names", (category) => {
    for (const good of [
      ...["10.0.0.1", "255.255.255.255", "::1", "::", "2001:db8::7", "fe80::1%eth0", "::ffff:10.0.0.1"],
      ...[
        "1:2:3:4:5:6:7:8",
        "web-01",
        "web_01",
        "a.example",
        "a.example.",
        "名前.例え",
        "bücher.example",
        "x",
      ],
    ]) {
      expect(addressProblem(good, category), good).toBeUndefined();
    }
    for (const bad of [
      ...["10.0.0", "10.0.0.256", "300.1.1.1", "1.2.3.4.5", "10.0.0.1/24", "10.0.0.1:22", "-a", ".a", "a..b"],
      ...[
        "https://a.example",
        "a.example/x",
        "user@a",
        "a,b",
        "1::2::3",
        "1:2:3",
        "fe80::1%",
        "::g",
        "$(id)",
        "'",
      ],
      "a".repeat(254),
    ]) {
      expect(addressProblem(bad, category), bad).toBe("host");
    }
  });

  it("tell IP addresses as Node does", () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => {
        expect(addressProblem(address, "host")).toBeUndefined();
      }),
    );
    const pieces = fc.array(fc.constantFrom(":", "::", ".", "0", "1", "ff", "256", "10", "1.2.3.4"), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(pieces, (parts) => {
        const text = parts.join("");
        const isIp = /^[\d.]+$/.test(text) ? isIPv4(text) : text.includes(":") && isIPv6(text);
        if (/^[\d.]+$/.test(text) || text.includes(":")) {
          expect([text, addressProblem(text, "host") === undefined]).toEqual([text, isIp]);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it("are judged in no time, however long", () => {
    const started = process.cpuUsage().user;
    for (const piece of ["a", "a.", "a-", "1.", ":", "1:", "_."]) {
      for (const length of [250, 100_000]) {
        const text = `${piece.repeat(length / piece.length)}!`;
        for (const category of ["host", "web"]) addressProblem(text, category);
      }
    }
    expect(process.cpuUsage().user - started).toBeLessThan(2_000_000);
  });
});

describe("addresses of pages", () => {
  it("are URLs, and hosts that stand for one", () => {
    for (const category of ["web", "cloud", "gpt"]) {
      for (const good of [
        ...[
          "https://a.example",
          "http://10.0.0.1:8080/x?y=1&z#w",
          "HTTPS://A.example/~me",
          "a.example",
          "10.0.0.1",
        ],
        ...[
          "https://[::1]:6443",
          "a.example:8443/login",
          "https://api.openai.com/v1/",
          "https://名前.例え/経路",
        ],
      ]) {
        expect(addressProblem(good, category), good).toBeUndefined();
      }
      for (const bad of [
        ...["ftp://a.example", "javascript:alert(1)", "https://", "https:///x", "https://me:pw@a.example"],
        ...[
          "https://a.example:99999",
          "https://300.1.1.1",
          "//a.example",
          "https://[::g]",
          "https:\\\\a.example",
        ],
      ]) {
        expect(addressProblem(bad, category), bad).toBe("page");
      }
    }
  });
});

it("no address has emoji, spaces or characters that cannot be seen", () => {
  for (const category of ["host", "web", "custom"]) {
    expect(addressProblem("web-🚀", category)).toBe("emoji");
    for (const text of ["a b", "a\tb", "a\u200bb", "a\u202eb"])
      expect(addressProblem(text, category)).toBe("spaces");
  }
  expect(addressProblem("anything/that:is@one,word", "custom")).toBeUndefined();
});

it("a label's name has neither a colon nor emoji; its value may", () => {
  expect(labelNameProblem("env")).toBeUndefined();
  expect(labelNameProblem("环境 #1")).toBeUndefined();
  expect(labelNameProblem("a:b")).toBe("colon");
  expect(labelNameProblem("🔥 tier")).toBe("emoji");
});
