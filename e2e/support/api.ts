/** An answer of the API with its parsed body. */
export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly body: any;
}

/** Thrown by the methods that expect success. */
export class UnexpectedAnswer extends Error {
  readonly answer: ApiAnswer;
  constructor(method: string, path: string, answer: ApiAnswer) {
    super(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)?.slice(0, 500)}`);
    this.answer = answer;
  }
}

/** A caller of the HTTP API the way a browser is one: cookies, and the CSRF token on unsafe methods. */
export class ApiClient {
  readonly url: string;
  readonly #cookies = new Map<string, string>();
  #headers: Record<string, string> = {};

  constructor(url: string) {
    this.url = url;
  }

  /** Signs in through the page's form, as a browser without scripts does. */
  static async signIn(url: string, username: string, password: string): Promise<ApiClient> {
    const client = new ApiClient(url);
    const page = await client.raw("GET", "/core/auth/login/");
    const html = String(page.body);
    const form = new URLSearchParams();
    for (const [, tag = ""] of html.matchAll(/<input\b([^>]*)>/g)) {
      const [name, value] = [attribute(tag, "name"), attribute(tag, "value")];
      if (attribute(tag, "type") === "hidden" && name !== undefined) form.set(name, value ?? "");
    }
    form.set("username", username);
    form.set("password", password);
    const answer = await client.raw("POST", "/core/auth/login/", form);
    if (answer.status !== 302) {
      throw new Error(
        `${username} was not signed in: ${answer.status} ${String(answer.body).slice(0, 2000)}`,
      );
    }
    // On the way stands what decides whether anything else is owed.
    const guard = await client.raw("GET", answer.headers.get("location") ?? "");
    if (guard.status !== 302 || client.#cookies.get("jms_session_expire") === undefined) {
      throw new Error(
        `${username} was not let in: ${answer.headers.get("location")} answered ${guard.status}`,
      );
    }
    return client;
  }

  /** Signs in by API and uses the bearer token from then on. */
  static async withToken(url: string, username: string, password: string): Promise<ApiClient> {
    const client = new ApiClient(url);
    const { token } = await client.post("/api/v1/authentication/auth/", { username, password });
    client.#headers = { authorization: `Bearer ${token}` };
    client.#cookies.clear();
    return client;
  }

  /** Accepts the terms of use, as somebody does on the first page they see. */
  async acceptTerms(): Promise<this> {
    await this.patch("/api/v1/users/profile/", { is_first_login: false });
    return this;
  }

  /** Works in another organization from now on. */
  inOrganization(id: string): this {
    this.#headers = { ...this.#headers, "x-jms-org": id };
    return this;
  }

  /** Value of the `Cookie` header. */
  get cookies(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  async get(path: string): Promise<any> {
    return (await this.expectOk("GET", path)).body;
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  async post(path: string, body: unknown): Promise<any> {
    return (await this.expectOk("POST", path, body)).body;
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  async patch(path: string, body: unknown): Promise<any> {
    return (await this.expectOk("PATCH", path, body)).body;
  }

  async delete(path: string): Promise<void> {
    await this.expectOk("DELETE", path);
  }

  /** Any call, whatever it answers. Redirects are not followed. */
  async raw(method: string, path: string, body?: unknown): Promise<ApiAnswer> {
    const csrf = this.#cookies.get("jms_csrftoken");
    const isOwnType = [URLSearchParams, FormData, Blob].some((kind) => body instanceof kind);
    const response = await fetch(this.url + path, {
      method,
      redirect: "manual",
      headers: {
        ...(this.#cookies.size > 0 ? { cookie: this.cookies } : {}),
        ...(csrf !== undefined ? { "x-csrftoken": csrf } : {}),
        ...(body !== undefined && !isOwnType ? { "content-type": "application/json" } : {}),
        ...this.#headers,
      },
      ...(body === undefined ? {} : { body: isOwnType ? (body as BodyInit) : JSON.stringify(body) }),
    });
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") === true && text !== "";
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  }

  private async expectOk(method: string, path: string, body?: unknown): Promise<ApiAnswer> {
    const answer = await this.raw(method, path, body);
    if (answer.status >= 300) throw new UnexpectedAnswer(method, path, answer);
    return answer;
  }

  #keep(cookie: string): void {
    const [pair = "", ...attributes] = cookie.split(";");
    const at = pair.indexOf("=");
    const name = pair.slice(0, at).trim();
    const isGone = attributes.some((one) => /^\s*(max-age=0|expires=thu, 01 jan 1970)/i.test(one));
    if (isGone) this.#cookies.delete(name);
    else this.#cookies.set(name, pair.slice(at + 1));
  }
}

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];
  return value
    ?.replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&amp;", "&");
}
