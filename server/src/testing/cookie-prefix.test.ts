import { afterAll, beforeAll, expect, test } from "vitest";
import { ownCookies, wireCookieName } from "../engine/http/cookies.ts";
import { createGatewayPorts } from "../gateway-ports.ts";
import { administratorPassword, createTestProduct, type TestProduct } from "./product.ts";

let product: TestProduct;
beforeAll(async () => {
  product = await createTestProduct({ SALLYPORT_SESSION_COOKIE_NAME_PREFIX: "__Host-gate_" });
});
afterAll(() => product?.close());

const cookiesOf = (headers: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    [headers["set-cookie"] ?? []].flat().map((line) => {
      const [pair = ""] = String(line).split(";");
      const at = pair.indexOf("=");
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );

test("names of the session's cookies have the prefix, and those of another prefix are nobody's", () => {
  expect(wireCookieName("gate_", "sessionid")).toBe("gate_sessionid");
  expect(wireCookieName("gate_", "django_language")).toBe("django_language");
  expect(ownCookies("gate_", { gate_sessionid: "a", sessionid: "b", jms_csrftoken: "c" })).toMatchObject({
    sessionid: "a",
    csrftoken: undefined,
  });
});

test("a browser signs in, works, and signs out by the cookies of the installation's prefix", async () => {
  const form = await product.anonymous.call("GET", "/core/auth/login/");
  const opened = cookiesOf(form.headers);
  expect(opened.SESSION_COOKIE_NAME_PREFIX).toBe("__Host-gate_");
  expect(Object.keys(opened)).not.toContain("jms_csrftoken");
  const token = opened["__Host-gate_csrftoken"] ?? "";
  const post = await product.anonymous.call(
    "POST",
    "/core/auth/login/",
    new URLSearchParams({
      csrfmiddlewaretoken: token,
      username: "admin",
      password: administratorPassword,
    }).toString(),
    {
      "content-type": "application/x-www-form-urlencoded",
      cookie: `__Host-gate_csrftoken=${token}`,
    },
  );
  expect(post.status).toBe(302);
  const pendingCookie = cookiesOf(post.headers)["__Host-gate_sessionid"];
  const guard = await product.anonymous.call("GET", String(post.headers.location), undefined, {
    cookie: `__Host-gate_sessionid=${pendingCookie}`,
  });
  const own = cookiesOf(guard.headers);
  const session = own["__Host-gate_sessionid"];
  expect(own).toMatchObject({ SESSION_COOKIE_NAME_PREFIX: "__Host-gate_", jms_session_expire: "close" });

  const cookie = `__Host-gate_sessionid=${session}`;
  const ask = (headers: Record<string, string>, method = "GET") =>
    product.anonymous.call(method, "users/profile/", method === "GET" ? undefined : {}, headers);
  expect((await ask({ cookie })).body.username).toBe("admin");
  for (const other of ["jms_sessionid", "sessionid"]) {
    expect((await ask({ cookie: `${other}=${session}` })).status).toBe(401);
  }
  expect((await ask({ cookie }, "PATCH")).status).toBe(403);
  const csrf = own["__Host-gate_csrftoken"] ?? "";
  expect((await ask({ cookie, "x-csrftoken": csrf }, "PATCH")).status).toBe(200);

  const ports = await createGatewayPorts(product.services);
  const upgrade = (sent: string) =>
    ports.authenticate({ headers: { cookie: sent }, url: "/koko/", remoteAddress: "::1" });
  expect((await upgrade(cookie))?.username).toBe("admin");
  expect(await upgrade(`jms_sessionid=${session}`)).toBeNull();

  const out = await product.anonymous.call("GET", "/core/auth/logout/", undefined, { cookie });
  expect([out.headers["set-cookie"]].flat().join()).toContain("__Host-gate_sessionid=;");
  expect((await ask({ cookie })).status).toBe(401);
});
