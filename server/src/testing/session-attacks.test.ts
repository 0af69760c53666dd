import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { administratorPassword, createTestProduct, type TestProduct } from "./product.ts";

/** Names of the cookies as browsers know them. */
const browserCookies = { session: "jms_sessionid", csrf: "jms_csrftoken" };

let product: TestProduct;
beforeAll(async () => {
  product = await createTestProduct();
});
afterAll(() => product?.close());

const loginPath = "/core/auth/login/";

interface SetCookie {
  readonly name: string;
  readonly value: string;
  readonly attributes: readonly string[];
}

function cookiesOf(headers: Readonly<Record<string, unknown>>): SetCookie[] {
  return [headers["set-cookie"] ?? []].flat().map((line) => {
    const [pair = "", ...attributes] = String(line).split("; ");
    const at = pair.indexOf("=");
    return { name: pair.slice(0, at), value: pair.slice(at + 1), attributes };
  });
}

/** Signs in through the page as a browser that already holds `session`, and continues through the guard. */
async function signInBy(
  session: string | null,
  password = administratorPassword,
): Promise<readonly SetCookie[]> {
  const csrf = "a".repeat(43);
  const cookie = `${browserCookies.csrf}=${csrf}${session === null ? "" : `; ${browserCookies.session}=${session}`}`;
  const form = new URLSearchParams({ username: "admin", password, csrfmiddlewaretoken: csrf });
  const { headers } = await product.anonymous.call("POST", loginPath, form.toString(), {
    cookie,
    "content-type": "application/x-www-form-urlencoded",
  });
  const pendingCookies = cookiesOf(headers);
  const { location } = headers;
  if (typeof location !== "string" || !location.includes("/guard/")) return pendingCookies;
  const own = pendingCookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  return cookiesOf((await product.anonymous.call("GET", location, undefined, { cookie: own })).headers);
}

const cookieValue = (cookies: readonly SetCookie[], name: string): string =>
  cookies.find((cookie) => cookie.name === name)?.value ?? "";

const profileWith = async (session: string): Promise<number> =>
  (
    await product.anonymous.call("GET", "users/profile/", undefined, {
      cookie: `${browserCookies.session}=${session}`,
    })
  ).status;

describe("a session", () => {
  it("cannot be planted: a sign-in makes a new one and ends the one before", async () => {
    const planted = "b".repeat(43);
    const first = cookieValue(await signInBy(planted), browserCookies.session);
    expect(first).toHaveLength(43);
    expect(first).not.toBe(planted);
    expect(await profileWith(planted)).toBe(401);
    expect(await profileWith(first)).toBe(200);
    const second = cookieValue(await signInBy(first), browserCookies.session);
    expect(second).not.toBe(first);
    expect(await profileWith(first)).toBe(401);
    expect(await profileWith(second)).toBe(200);
  });

  it("has a cookie that scripts and other sites do not get, and ends with the sign-out", async () => {
    const cookies = await signInBy(null);
    const session = cookies.find(({ name }) => name === browserCookies.session);
    expect(session?.attributes).toEqual(["Path=/", "HttpOnly", "SameSite=Lax"]);
    for (const { attributes } of cookies) expect(attributes).toContain("SameSite=Lax");
    const cookie = `${browserCookies.session}=${session?.value}`;
    const foreign = { cookie, "sec-fetch-site": "cross-site" };
    await product.anonymous.call("GET", "/core/auth/logout/", undefined, foreign);
    expect(await profileWith(session?.value ?? "")).toBe(200);
    const { headers } = await product.anonymous.call("GET", "/core/auth/logout/", undefined, { cookie });
    expect(cookiesOf(headers).find(({ name }) => name === browserCookies.session)?.value).toBe("");
    expect(await profileWith(session?.value ?? "")).toBe(401);
  });

  it("does not outlive the password it was opened with", async () => {
    const user = await product.createUser({ username: "changer" });
    const stolen = await product.signIn(user.id);
    expect((await stolen.call("GET", "users/profile/")).status).toBe(200);
    const path = `users/users/${user.id}/password/`;
    expect((await product.administrator.call("PUT", path, { password: "An0ther!one-at-last" })).status).toBe(
      200,
    );
    expect((await stolen.call("GET", "users/profile/")).status).toBe(401);
  });

  it("writes nothing for a page that is not ours", async () => {
    const { cookies } = product.administrator;
    const cookie = `${browserCookies.session}=${cookies[browserCookies.session]}`;
    const token = cookies[browserCookies.csrf] ?? "";
    const name = "written by a stranger";
    const write = async (headers: Record<string, string>, body: unknown = { name }): Promise<number> =>
      (await product.anonymous.call("POST", "users/groups/", body, { cookie, ...headers })).status;
    expect(await write({})).toBe(403);
    expect(await write({ "x-csrftoken": "" })).toBe(403);
    expect(await write({ "x-csrftoken": `${token}x` })).toBe(403);
    expect(await write({ "x-csrftoken": token, origin: "http://evil.example" })).toBe(403);
    expect(await write({ "x-csrftoken": token, origin: "null" })).toBe(403);
    expect(await write({ "x-csrftoken": token, origin: "http://localhost.evil.example" })).toBe(403);
    const form = { "content-type": "application/x-www-form-urlencoded" };
    expect(await write({ ...form }, "name=x")).toBe(403);
    expect(await write({ "content-type": "text/plain", "x-csrftoken": token }, '{"name":"x"}')).toBe(415);
    const overridden = { cookie, "x-http-method-override": "DELETE" };
    const ids = (await product.administrator.call("GET", "users/groups/")).body.length;
    await product.anonymous.call("GET", `users/groups/?name=${name}&_method=DELETE`, undefined, overridden);
    expect((await product.administrator.call("GET", "users/groups/")).body).toHaveLength(ids);
    expect(await write({ "x-csrftoken": token })).toBe(201);
  });

  it("does not help a caller whose header proves nobody", async () => {
    const cookie = `${browserCookies.session}=${product.administrator.cookies[browserCookies.session]}`;
    for (const authorization of ["Bearer nonsense", "Basic YTpi", "bearer", "Token x"]) {
      const { status } = await product.anonymous.call("GET", "users/profile/", undefined, {
        cookie,
        authorization,
      });
      expect(status, authorization).toBe(401);
    }
  });
});

describe("guessing", () => {
  it("gets no more tries by asking at once, or by spelling the name with NUL", async () => {
    const user = await product.createUser({ username: "guessed" });
    const spellings = Array.from({ length: 40 }, (_, index) => `guessed${"\0".repeat(index)}`);
    // The last guess is right, and comes too late.
    const answers = await Promise.all(
      spellings.map((username, index) =>
        product.anonymous.call("POST", "authentication/auth/", {
          username,
          password: index === spellings.length - 1 ? user.password : "Wr0ng!guess",
        }),
      ),
    );
    const tries = answers.filter(({ body }) => body.error === "password_failed");
    expect(answers.every(({ status }) => status === 400)).toBe(true);
    expect(tries.length).toBeLessThan(7);
    const { body } = await product.anonymous.call("POST", "authentication/auth/", {
      username: user.username,
      password: user.password,
    });
    expect(body.error).toBe("block_login");
  });
});

describe("guessing the current password in a session found open", () => {
  it("locks like guessing at the sign-in, and the right one comes too late", async () => {
    const user = await product.createUser({ username: "unattended" });
    const found = await product.signIn(user.id);
    const guess = (old: string) =>
      found.call("PUT", "users/profile/password/", {
        old_password: old,
        new_password: "Harbour-masts-4",
        new_password_again: "Harbour-masts-4",
      });
    await Promise.all(Array.from({ length: 12 }, (_, index) => guess(`Wr0ng!guess${index}`)));
    const { status, body } = await guess(user.password);
    expect(status).toBe(400);
    expect(body.old_password[0]).toContain("locked");
    await product.administrator.call("PATCH", `users/users/${user.id}/unblock/`);
    expect((await guess(user.password)).status).toBe(200);
  });
});

describe("an address", () => {
  it("that leads elsewhere is not followed after a sign-in", async () => {
    for (const next of [
      "//evil",
      "/\\evil",
      "\\\\evil",
      "javascript:alert(1)",
      "https://evil",
      "/%0d%0aX: y\r\nA: b",
    ]) {
      const { text, headers } = await product.anonymous.call(
        "GET",
        `${loginPath}?next=${encodeURIComponent(next)}`,
      );
      expect(text).not.toContain("evil");
      expect(headers.location).toBeUndefined();
    }
  });

  it("that is none answers 404 in our own form, with the headers of every answer", async () => {
    for (const path of ["/ui/%ff", "/%", "/api/v1/users/users/%ff/"]) {
      const { status, body, headers } = await product.administrator.call("GET", path);
      expect(status, path).toBe(404);
      expect(Object.keys(body)).not.toContain("message");
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["content-security-policy"]).toContain("default-src 'none'");
    }
  });

  it("that is too long is said to be so", async () => {
    const { status, body } = await product.administrator.call("GET", `users/users/${"x".repeat(300)}/`);
    expect(status).toBe(414);
    expect(body.code).toBe("bad_request");
  });

  it("in a Host header goes into no link", async () => {
    const { body } = await product.administrator.call("GET", "rbac/roles/?limit=1", undefined, {
      host: "evil.example",
    });
    expect(body.next).not.toContain("evil");
    const absolute = await product.administrator.call(
      "GET",
      "http://evil.example/api/v1/rbac/roles/?limit=1",
    );
    expect(JSON.stringify(absolute.body)).not.toContain("evil");
  });
});

describe("a body", () => {
  it("that is not UTF-8 is refused, whatever its form", async () => {
    const bytes = Buffer.concat([
      Buffer.from('{"name":"'),
      Buffer.from([0xff, 0xc0, 0x80]),
      Buffer.from('"}'),
    ]);
    for (const type of ["application/json", "application/x-www-form-urlencoded"]) {
      const response = await product.app.fastify.inject({
        method: "POST",
        url: "/api/v1/authentication/auth/",
        headers: { "content-type": type },
        payload: bytes,
      });
      expect(response.statusCode).toBe(400);
      expect(response.json().code).toBe("parse_error");
    }
  });
});
