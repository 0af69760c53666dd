import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CasServer, startCasServer, success } from "../../../testing/cas-server.ts";
import { createTestProduct, type TestProduct } from "../../../testing/product.ts";
import { openBrowser, type TestBrowser } from "../testing/browser.ts";

const site = "http://gate.test";
const login = "/core/auth/cas/login/";

describe("signing in by CAS", () => {
  let product: TestProduct;
  let server: CasServer;
  beforeAll(async () => {
    product = await createTestProduct();
    server = await startCasServer();
    await product.configure({
      SITE_URL: site,
      AUTH_CAS: true,
      CAS_SERVER_URL: server.url,
      CAS_RENAME_ATTRIBUTES: { uid: "username", cn: "name", mail: "email" },
      EMAIL_SUFFIX: "corp.test",
    });
  });
  afterAll(async () => {
    await server?.close();
    await product?.close();
  });

  /** Begins; answers the service the server is asked for. */
  async function begin(browser: TestBrowser, query = ""): Promise<string> {
    const address = new URL((await browser.visit(`${login}${query}`)).location);
    expect(address.href.startsWith(`${server.url}login?`)).toBe(true);
    return address.searchParams.get("service") ?? "";
  }
  const back = (service: string, ticket: string): string =>
    `${service.replace(site, "")}&${new URLSearchParams({ ticket })}`;
  async function come(browser: TestBrowser, user: string, attributes: Record<string, string[]> = {}) {
    const service = await begin(browser);
    return browser.visit(back(service, server.issue(user, service, attributes)));
  }

  it("lets somebody in with what the server says of them, in each version of the protocol", async () => {
    for (const version of [3, 2, 1] as const) {
      await product.configure({ CAS_VERSION: version });
      const name = `mila-${version}`;
      const browser = openBrowser(product);
      const entry = await come(browser, name, { uid: [name], cn: ["Mila & Co"], mail: [`${name}@idp.test`] });
      expect(entry.location).toBe("/");
      await product.database.pool.query("update users set is_first_login = false");
      expect(await browser.whoami()).toBe(name);
      const { body } = await product.administrator.call("GET", `users/users/?username=${name}`);
      const [said, address] = version === 1 ? [name, `${name}@corp.test`] : ["Mila & Co", `${name}@idp.test`];
      expect(body[0]).toMatchObject({ name: said, email: address, source: { value: "cas" } });
    }
    expect(server.asked).toEqual(["/cas/p3/serviceValidate", "/cas/serviceValidate", "/cas/validate"]);
    await product.configure({ CAS_VERSION: 3 });
  });

  it("shows an administrator what a sign-in would do, and changes nobody", async () => {
    const { administrator } = product;
    const away = await administrator.call("GET", `${login}?trial=1`);
    const service = new URL(String(away.headers.location)).searchParams.get("service") ?? "";
    const page = await administrator.call("GET", back(service, server.issue("tried", service)));
    expect(page.text).toContain("tried is unknown here. A user would be created.");
    expect((await administrator.call("GET", "users/users/?username=tried")).body).toEqual([]);
  });

  it("makes no users where it is told not to", async () => {
    await product.configure({ CAS_CREATE_USER: false });
    expect((await come(openBrowser(product), "unknown")).status).toBe(403);
    await product.configure({ CAS_CREATE_USER: true });
  });

  it("refuses tickets that are used, made for another service, rubbish, or brought by another browser", async () => {
    const browser = openBrowser(product);
    const service = await begin(browser);
    const ticket = server.issue("once", service);
    const stranger = await openBrowser(product).visit(back(service, ticket));
    expect(stranger.status).toBe(400);
    expect((await browser.visit(back(service, ticket))).status).toBe(302);
    const again = openBrowser(product);
    expect((await again.visit(back(await begin(again), ticket))).status).toBe(403);
    const { rows } = await product.database.pool.query(
      "select username, backend, reason from login_logs order by datetime desc limit 1",
    );
    expect(rows).toEqual([{ username: "", backend: "CAS", reason: "provider_denied: INVALID_TICKET" }]);
    const other = openBrowser(product);
    expect(
      (await other.visit(back(await begin(other), server.issue("x", "https://other.test/")))).status,
    ).toBe(403);
    const odd = openBrowser(product);
    const before = server.asked.length;
    expect((await odd.visit(back(await begin(odd), "ST-1&service=https://evil.test"))).status).toBe(403);
    expect(server.asked.length).toBe(before);
  });

  it.each([
    ["a document type", `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>${success("&x;")}`],
    ["entities that grow", `<!DOCTYPE a [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>${success("&b;")}`],
    ["a comment in the name", success("admin<!-- -->istrator")],
    ["two users", success("one</cas:user><cas:user>two")],
    ["an element in the name", success("<b>one</b>")],
    [
      "success beside failure",
      success("one").replace("</cas:serviceResponse>", "<cas:authenticationFailure/></cas:serviceResponse>"),
    ],
    ["success wrapped in something else", success("one").replaceAll("serviceResponse", "other")],
    ["XML that is none", success("one").replace("</cas:user>", "")],
    ["nothing", ""],
    ["a page", "<html><body>sign in</body></html>"],
  ])("refuses an answer with %s", async (_what, answer) => {
    const browser = openBrowser(product);
    const service = await begin(browser);
    server.lie(answer);
    const page = await browser.visit(back(service, "ST-any-ticket"));
    expect([page.status, page.location]).toEqual([403, ""]);
  });

  it("signs out at the server as well, and ends the session of a ticket when the server says so", async () => {
    const browser = openBrowser(product);
    const service = await begin(browser);
    const ticket = server.issue("mila-3", service);
    await browser.visit((await browser.visit(back(service, ticket))).location);
    expect(await browser.whoami()).toBe("mila-3");
    const end = (session: string, more = "") =>
      openBrowser(product).submit(login, {
        logoutRequest: `${more}<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"><samlp:SessionIndex>${session}</samlp:SessionIndex></samlp:LogoutRequest>`,
      });
    expect((await end("ST-of-nobody")).status).toBe(200);
    expect((await end(ticket, '<!DOCTYPE a [<!ENTITY x "y">]>')).status).toBe(400);
    expect(await browser.whoami()).toBe("mila-3");
    expect((await end(ticket)).status).toBe(200);
    expect(await browser.whoami()).toBeNull();
    const second = openBrowser(product);
    await second.visit((await come(second, "mila-3")).location);
    const out = await second.visit("/core/auth/logout/");
    expect(out.location).toBe(
      `${server.url}logout?service=${encodeURIComponent(`${site}/core/auth/login/?admin=1`)}`,
    );
    expect(await second.whoami()).toBeNull();
  });
});
