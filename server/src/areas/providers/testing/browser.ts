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
