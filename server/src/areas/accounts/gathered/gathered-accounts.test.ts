import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type AssetAreas,
  startAssetAreas,
  testOrganizationIds,
  testPerson,
} from "../../../testing/asset-areas.ts";

let areas: AssetAreas;
let asset: string;
beforeAll(async () => {
  areas = await startAssetAreas([
    testPerson(1, "boss", "*"),
    testPerson(2, "viewer", { [testOrganizationIds.default]: ["accounts.view_gatheredaccount"] }),
  ]);
  const body = { name: "host", address: "10.4.0.1", platform: 1 };
  asset = (await areas.call("POST", "assets/hosts/", { body })).body.id;
});
afterAll(() => areas.close());

const call = (method: string, path = "", body?: unknown, as = "boss") =>
  areas.call(method, `accounts/gathered-accounts/${path}`, { as, ...(body === undefined ? {} : { body }) });

test("one row for a user name on an asset, with when it was last used", async () => {
  const made = await call("POST", "", {
    asset,
    username: "mei",
    date_last_login: "2024-03-01T10:00:00Z",
    address_last_login: "10.0.0.9",
  });
  expect(made).toMatchObject({
    status: 201,
    body: {
      present: true,
      username: "mei",
      address_last_login: "10.0.0.9",
      asset: { id: asset, name: "host", platform: { name: "Linux" } },
    },
  });
  expect((await call("POST", "", { asset, username: "mei" })).status).toBe(400);
  expect((await call("POST", "", { asset, username: "x".repeat(33) })).body).toHaveProperty("username");
  expect((await call("GET", `?asset_id=${asset}&search=me`)).body).toHaveLength(1);
  expect((await call("GET", "?username=nobody")).body).toEqual([]);
});

test("what was found becomes accounts without secrets, where none of that name is there", async () => {
  const ids: string[] = [];
  for (const username of ["lin", "named", "kept"]) {
    ids.push((await call("POST", "", { asset, username })).body.id);
  }
  const account = (body: object) => areas.call("POST", "accounts/accounts/", { body });
  await account({ asset, username: "kept", secret: "stays" });
  await account({ asset, name: "named", username: "else" });
  const sync = (list: unknown, as?: string) =>
    call("POST", "sync-accounts/", { gathered_account_ids: list }, as);
  expect(await sync(ids)).toEqual({ status: 201, body: "" });
  expect((await sync(ids)).status).toBe(201);
  const { body } = await areas.call("GET", `accounts/accounts/?asset=${asset}&order=username`);
  expect(body).toMatchObject([
    { username: "else" },
    { username: "kept", source: { value: "local" } },
    { username: "lin", name: "lin", source: { value: "collected" }, secret_type: { value: "password" } },
  ]);
  expect((await areas.call("GET", `accounts/accounts/${body[2].id}/`)).body.has_secret).toBe(false);
  expect((await sync([])).status).toBe(400);
  expect((await sync(["no id"])).status).toBe(400);
  expect((await sync(ids, "viewer")).status).toBe(403);
});

test("it goes with its asset", async () => {
  await areas.call("DELETE", `assets/hosts/${asset}/`);
  expect((await call("GET")).body).toEqual([]);
});
