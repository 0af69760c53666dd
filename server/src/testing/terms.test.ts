import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signedHeaders } from "../areas/credentials/testing/sign.ts";
import { roleIds } from "../areas/roles/index.ts";
import { createTestProduct, type TestCaller, type TestProduct } from "./product.ts";

/**
 * What is open before somebody accepts the terms of use, written down by hand: accepting them, the secrets and factors
 * of one's own that a first sign-in may have to set, and what pages are drawn with.
 */
const open: readonly RegExp[] = [
  /^OPTIONS /,
  /^(GET|PUT|PATCH) \/api\/v1\/users\/profile\/((password|public-key|secret-key)\/)?$/,
  /^GET \/core\/auth\/profile\/pubkey\/generate\/$/,
  /^\w+ \/api\/v1\/authentication\/(confirm|confirm-oauth|password\/verify)\/$/,
  /^\w+ \/api\/v1\/sallyport\/(factors|recovery-codes|passkeys(\/registration|\/:id)?)\/$/,
  /^GET \/api\/v1\/settings\/(public|server-info)\/$/,
  /^GET \/api\/v1\/orgs\/orgs\/current\/$/,
  /^GET \/api\/v1\/sallyport\/my-organizations\/$/,
  /^GET \/api\/v1\/assets\/(categories\/((types|constraints)\/)?|platform-automation-methods\/)$/,
];

describe("the terms of use", () => {
  let product: TestProduct;
  let newcomer: TestCaller;

  beforeAll(async () => {
    product = await createTestProduct();
    // Nothing but the terms keeps a system administrator from anything.
    const { id } = await product.createUser(
      { username: "newcomer", system_roles: [roleIds.systemAdmin] },
      { isNewcomer: true },
    );
    newcomer = await product.signIn(id);
  });
  afterAll(() => product?.close());

  it("come before every route but those that accepting them takes", async () => {
    const answers = await Promise.all(
      product.app.routes
        .filter(({ access, method }) => access.kind !== "anonymous" && method !== "HEAD")
        .map(async ({ method, path }) => {
          const key = `${method} ${path}`;
          const url = path.replace(/:\w+/g, randomUUID());
          const { status, body } = await newcomer.call(method, url, method === "GET" ? undefined : {});
          const isClosed = status === 403 && body?.code === "terms_not_accepted";
          return { key, isClosed, isOpen: open.some((pattern) => pattern.test(key)) };
        }),
    );
    expect(answers.length).toBeGreaterThan(300);
    expect(answers.filter(({ isClosed, isOpen }) => isClosed === isOpen).map(({ key }) => key)).toEqual([]);
  });

  it("say in the caller's language what to do", async () => {
    const { status, body } = await newcomer.call("GET", "users/users/", undefined, {
      "accept-language": "zh",
    });
    expect([status, body.code]).toEqual([403, "terms_not_accepted"]);
    expect(body.detail).toContain("使用条款");
  });

  it("are asked of every credential, until they are accepted with one of them", async () => {
    const { id, username, password } = await product.createUser({ system_roles: [roleIds.systemAdmin] });
    const session = await product.signIn(id);
    await product.confirm(session);
    const key = (await session.call("POST", "authentication/access-keys/", {})).body;
    const { token } = (await session.call("POST", "sallyport/private-token/", {})).body;
    const bearer = await product.bearer(username, password);
    const path = "/api/v1/users/users/";
    const ask = {
      session: () => session.call("GET", path),
      bearer: () => bearer.call("GET", path),
      "access key": () => product.anonymous.call("GET", path, undefined, signedHeaders(key, "GET", path)),
      "private token": () =>
        product.anonymous.call("GET", path, undefined, { authorization: `Token ${token}` }),
    };
    const answered = async (status: number): Promise<void> => {
      for (const [name, call] of Object.entries(ask))
        expect([name, (await call()).status]).toEqual([name, status]);
    };
    await answered(200);
    await product.database.db
      .updateTable("users")
      .set({ is_first_login: true })
      .where("id", "=", id)
      .execute();
    await answered(403);
    expect((await bearer.call("PATCH", "users/profile/", { is_first_login: false })).status).toBe(200);
    await answered(200);
  });

  it("are nothing a component could accept", async () => {
    const { id } = await product.createUser(
      { username: "component", system_roles: [roleIds.systemComponent] },
      { isNewcomer: true },
    );
    const component = await product.signIn(id);
    expect((await component.call("GET", "terminal/terminals/")).body.code).toBe("terms_not_accepted");
    await product.database.db
      .updateTable("users")
      .set({ is_service_account: true })
      .where("id", "=", id)
      .execute();
    expect((await component.call("GET", "terminal/terminals/")).body.code).not.toBe("terms_not_accepted");
  });
});
