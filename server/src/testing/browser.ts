import type { TestAnswer, TestProduct } from "./product.ts";

/** A browser without scripts, as far as the pages outside the console need one: it keeps cookies and posts forms. */
export interface TestBrowser {
  /** What it would send with its next request. */
  readonly cookies: Map<string, string>;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<TestAnswer>;
  /** Posts a form together with the token of the page it came from. */
  post(
    path: string,
    fields: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<TestAnswer>;
  /** Opens the sign-in page and sends it. */
  signIn(username: string, password: string, fields?: Readonly<Record<string, string>>): Promise<TestAnswer>;
  /** Goes where an answer leads, and on from there. */
  follow(answer: TestAnswer): Promise<TestAnswer>;
}

/** Opens a browser at a test product; one whose requests come from `address` where a proxy is trusted. */
export function openBrowser(product: TestProduct, address?: string): TestBrowser {
  const cookies = new Map<string, string>();
  const own = address === undefined ? {} : { "x-forwarded-for": address };

  async function send(method: string, path: string, body?: string, headers = {}): Promise<TestAnswer> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await product.anonymous.call(method, path, body, {
      host: "gate.test",
      ...own,
      ...(cookie === "" ? {} : { cookie }),
      ...(body === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" }),
      ...headers,
    });
    for (const line of [answer.headers["set-cookie"] ?? []].flat().map(String)) {
      const [pair = "", ...attributes] = line.split(";");
      const name = pair.slice(0, pair.indexOf("="));
      const value = pair.slice(name.length + 1);
      const isGone = value === "" || attributes.some((one) => one.trim().toLowerCase() === "max-age=0");
      if (isGone) cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  }

  const browser: TestBrowser = {
    cookies,
    get: (path, headers) => send("GET", path, undefined, headers),
    post: (path, fields, headers) => {
      const csrfmiddlewaretoken = cookies.get("jms_csrftoken") ?? "";
      return send("POST", path, new URLSearchParams({ csrfmiddlewaretoken, ...fields }).toString(), headers);
    },
    async signIn(username, password, fields = {}) {
      const path = "/core/auth/login/";
      await browser.get(path);
      return browser.post(path, { username, password, ...fields });
    },
    async follow(answer) {
      let current = answer;
      for (let hop = 0; hop < 10 && typeof current.headers.location === "string"; hop += 1) {
        current = await browser.get(current.headers.location);
      }
      return current;
    },
  };
  return browser;
}
