import { describe, expect, it } from "vitest";
import { componentAddress, failedToLoad, originOf } from "./component-address.ts";

const page = (address: string) => {
  const { protocol, port, hostname } = new URL(address);
  return { protocol, port, hostname };
};

describe("where a component is", () => {
  it.each([
    [
      { host: "lion.example", http_port: 80, https_port: 443 },
      "https://gate.example",
      "https://lion.example",
    ],
    [
      { host: "lion.example", http_port: 8080, https_port: 443 },
      "http://gate.example",
      "http://lion.example:8080",
    ],
    [
      { host: "lion.example", http_port: 0, https_port: 0 },
      "https://gate.example:8443",
      "https://lion.example:8443",
    ],
    [{ host: "lion.example" }, "https://gate.example", "https://lion.example"],
    [{ host: "", https_port: 0 }, "https://gate.example:8443", "https://gate.example:8443"],
    [{ https_port: 444 }, "https://gate.example:8443", "https://gate.example:444"],
    [{ host: "2001:db8::1", http_port: 81 }, "http://gate.example", "http://[2001:db8::1]:81"],
    [{ host: "lion.example", https_port: "evil.example" }, "https://gate.example", "https://lion.example"],
  ])("%j seen from %s is %s", (endpoint, address, origin) => {
    expect(originOf(endpoint, page(address))).toBe(origin);
  });

  it("is asked with the token alone", () => {
    expect(componentAddress("https://lion.example", "lion", "1-2&x")).toBe(
      "https://lion.example/lion/connect?token=1-2%26x",
    );
  });
});

describe("a page of this site that does not load", () => {
  const frame = (contentWindow: unknown) => ({ contentWindow }) as HTMLIFrameElement;
  const loaded = (...entries: object[]) => frame({ performance: { getEntriesByType: () => entries } });

  it("was refused, or is an error of the browser", () => {
    expect(failedToLoad(loaded({ responseStatus: 404 }))).toBe(true);
    expect(failedToLoad(loaded({ responseStatus: 502 }))).toBe(true);
    expect(failedToLoad(frame(null))).toBe(true);
    const foreign = {
      get performance(): never {
        throw new DOMException("Blocked", "SecurityError");
      },
    };
    expect(failedToLoad(frame(foreign))).toBe(true);
  });

  it("is not meant where it loaded, or nobody knows", () => {
    for (const one of [loaded({ responseStatus: 200 }), loaded({}), loaded()])
      expect(failedToLoad(one)).toBe(false);
  });
});
