import { permissionByCode } from "@sallyport/contract/permissions";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestProduct, type TestCaller, type TestProduct } from "../../../testing/product.ts";

let product: TestProduct;
let host: string;
beforeAll(async () => {
  product = await createTestProduct();
  const body = { name: "web", address: "192.0.2.10", platform: 1 };
  host = (await product.administrator.call("POST", "assets/hosts/", body)).body.id;
});
afterAll(() => product?.close());

let serial = 0;
const account = (more: object = {}) => {
  const name = `pushed-${++serial}`;
  return { asset: host, name, username: name, secret: "Str0ng#one", ...more };
};
const call = (method: string, path: string, body?: unknown, as: TestCaller = product.administrator) =>
  as.call(method, path, body);

/** Somebody with these rights on accounts. */
async function someone(...codes: string[]): Promise<TestCaller> {
  const permissions = codes.map((code) => permissionByCode.get(`accounts.${code}`)?.id);
  const role = await call("POST", "rbac/org-roles/", { name: codes.join("-"), scope: "org", permissions });
  return product.signIn((await product.createUser({ org_roles: [role.body.id] })).id);
}

/** The pushes that were asked for since the last look. */
let seen = 0;
async function pushes(): Promise<{ accounts: string[]; params: object }[]> {
  const { rows } = await sql<{ kwargs: { accounts: string[]; params: object } }>`
    select e.kwargs from task_executions e join tasks t on t.id = e.task_id
    where t.name = 'accounts.tasks.push_account.push_accounts_to_assets_task' order by e.date_published, e.id
  `.execute(product.database.db);
  const fresh = rows.slice(seen).map(({ kwargs }) => kwargs);
  seen = rows.length;
  return fresh;
}

it("is queued with an account that is made, or changed, with push_now", async () => {
  const params = { push_account_posix: { shell: "/bin/sh" } };
  const made = await call("POST", "accounts/accounts/", account({ push_now: true, params }));
  expect(made.status).toBe(201);
  expect(await pushes()).toEqual([{ accounts: [made.body.id], params }]);
  await call("PATCH", `accounts/accounts/${made.body.id}/`, { comment: "quiet" });
  expect(await pushes()).toEqual([]);
  await call("PATCH", `accounts/accounts/${made.body.id}/`, { comment: "told", push_now: true });
  expect(await pushes()).toEqual([{ accounts: [made.body.id], params: {} }]);
  // What is left as it was is not pushed.
  const { name, username } = made.body;
  await call("POST", "accounts/accounts/", account({ name, username, on_invalid: "skip", push_now: true }));
  expect(await pushes()).toEqual([]);
  const many = [account({ push_now: true }), account({ push_now: true }), account()];
  const { body } = await call("POST", "accounts/accounts/", many);
  const asked = await pushes();
  expect(asked.map(({ accounts }) => accounts.length)).toEqual([2]);
  expect(asked[0]?.accounts.toSorted()).toEqual([body[0].id, body[1].id].toSorted());
});

it("is queued once for accounts on many assets", async () => {
  const other = (await call("POST", "assets/hosts/", { name: "web-2", address: "192.0.2.12", platform: 1 }))
    .body.id;
  const answer = await call("POST", "accounts/accounts/bulk/", {
    assets: [host, other],
    username: "everywhere",
    secret: "Str0ng#one",
    push_now: true,
  });
  expect(answer.status).toBe(200);
  expect((await pushes()).map(({ accounts }) => accounts.length)).toEqual([2]);
});

it("is asked for by accounts/tasks/, as the contract has it", async () => {
  const ids = (await call("POST", "accounts/accounts/", [account(), account()])).body.map(
    ({ id }: { id: string }) => id,
  );
  const path = "accounts/accounts/tasks/";
  const answer = await call("POST", path, { action: "push", accounts: ids });
  expect([answer.status, Object.keys(answer.body)]).toEqual([201, ["task"]]);
  expect((await pushes())[0]?.accounts.toSorted()).toEqual(ids.toSorted());
  const execution = await call("GET", `ops/task-executions/${answer.body.task}/`);
  expect(execution.body.task_name).toBe("Push accounts to assets");
  expect((await call("POST", path, { action: "push", accounts: [] })).body).toHaveProperty("error");
  expect((await call("POST", path, { action: "push", accounts: ids, params: { x: 1 } })).body).toHaveProperty(
    "params",
  );
  for (const list of ["change-secret", "push-account", "gather-account"]) {
    expect((await call("GET", `accounts/${list}-executions/`)).body).toEqual([]);
  }
});

it("takes the right to push", async () => {
  const { id } = (await call("POST", "accounts/accounts/", account())).body;
  const [verifier, pusher, changer] = [
    await someone("verify_account"),
    await someone("push_account"),
    await someone("add_account", "change_account"),
  ];
  const ask = (as: TestCaller, action: string) =>
    call("POST", "accounts/accounts/tasks/", { action, accounts: [id] }, as).then(({ status }) => status);
  expect([await ask(verifier, "push"), await ask(verifier, "test")]).toEqual([403, 201]);
  expect([await ask(pusher, "push"), await ask(pusher, "test")]).toEqual([201, 403]);
  expect((await call("POST", "accounts/accounts/", account({ push_now: true }), changer)).status).toBe(403);
  expect((await call("PATCH", `accounts/accounts/${id}/`, { push_now: true }, changer)).status).toBe(403);
  expect((await call("PATCH", `accounts/accounts/${id}/`, { comment: "x" }, changer)).status).toBe(200);
});
