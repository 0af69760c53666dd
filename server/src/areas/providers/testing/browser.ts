import type { TestProduct } from "../../../testing/product.ts";

/** An answer as a browser sees it. */
export interface Visit {
  readonly status: number;
  readonly location: string;
  readonly body: string;
}

/** A browser that keeps its cookies and follows nothing by itself. */
export interface TestBrowser {
  visit(path: string): Promise<Visit>;
  submit(path: string, fields: Readonly<Record<string, string>>): Promise<Visit>;
  /** Whose profile it sees: the username; null for nobody. */
  whoami(): Promise<string | null>;
}

/** Opens a browser at the product. */
export function openBrowser(product: TestProduct): TestBrowser {
  const cookies = new Map<string, string>();
  async function send(method: "GET" | "POST", path: string, fields?: Readonly<Record<string, string>>) {
    const answer = await product.app.fastify.inject({
      method,
      url: path,
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        ...(fields === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" }),
      },
      ...(fields === undefined ? {} : { payload: new URLSearchParams(fields).toString() }),
    });
    for (const { name, value } of answer.cookies) {
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    return {
      status: answer.statusCode,
      location: String(answer.headers.location ?? ""),
      body: answer.body,
    };
  }
  return {
    visit: (path) => send("GET", path),
    submit: (path, fields) => send("POST", path, fields),
    async whoami() {
      const { status, body } = await send("GET", "/api/v1/users/profile/");
      return status === 200 ? (JSON.parse(body).username as string) : null;
    },
  };
}

/** A browser at a provider: it keeps cookies, and follows redirects of the provider alone. */
export function browserAt(provider: string) {
  const cookies = new Map<string, string>();
  return async function go(
    address: string,
    form?: Readonly<Record<string, string>>,
  ): Promise<{ readonly address: string; readonly body: string }> {
    const answer = await fetch(address, {
      redirect: "manual",
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(form === undefined ? {} : { method: "POST", body: new URLSearchParams(form) }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    const next = answer.headers.get("location");
    if (next === null) return { address, body: await answer.text() };
    const to = new URL(next, address).href;
    return to.startsWith(provider) ? go(to) : { address: to, body: "" };
  };
}

/** The value of a hidden field of a form. */
export const hidden = (page: string, name: string): string =>
  new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(page)?.[1]?.replaceAll("&amp;", "&") ?? "";
