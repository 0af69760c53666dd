import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { testOrganizationIds } from "../../testing/asset-areas.ts";
import { type AccountsBed, openAccountsBed } from "./testing/accounts-bed.ts";

let stage: AccountsBed;
let areas: AccountsBed["areas"];
let asset: string;
beforeAll(async () => {
  stage = await openAccountsBed();
  ({ areas, asset } = stage);
});
afterAll(() => areas?.close());

const call: AccountsBed["call"] = (...request) => stage.call(...request);
const addAsset: AccountsBed["addAsset"] = (...more) => stage.addAsset(...more);
const secretOf: AccountsBed["secretOf"] = (id) => stage.secretOf(id);

describe("lists of accounts", () => {
  it("takes a list in any order, each row as if it came alone, all or nothing", async () => {
    const rows = (host: string, prefix: string) => [
      { asset: host, username: `${prefix}-new`, secret: "one" },
      { asset: host, username: `${prefix}-old`, secret: "two", on_invalid: "update", comment: "changed" },
      { asset: host, username: `${prefix}-kept`, secret: "no", on_invalid: "skip" },
      // The same user with another kind of secret, under a name of its own.
      { asset: host, username: `${prefix}-new`, secret_type: "token", secret: "three" },
      { asset: host, username: `${prefix}-bare` },
    ];
    const prepare = async (prefix: string) => {
      const old = (
        await call("POST", "", { asset, username: `${prefix}-old`, name: `${prefix} A`, secret: "x" })
      ).body;
      const kept = (await call("POST", "", { asset, username: `${prefix}-kept`, secret: "kept" })).body;
      return { old, kept };
    };
    const { old, kept } = await prepare("many");
    const made = await call("POST", "", rows(asset, "many"));
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    expect(made.body).toMatchObject([
      { username: "many-new", name: "many-new", version: 1 },
      { id: old.id, name: "many A", version: 2, comment: "changed" },
      { id: kept.id, version: 1 },
      { name: expect.stringMatching(/^many-new_[0-9a-f]{4}$/), secret_type: { value: "token" } },
      { username: "many-bare", version: 1 },
    ]);
    const ids = made.body.map(({ id }: { id: string }) => id);
    expect(await Promise.all(ids.map(secretOf))).toEqual(["one", "two", "kept", "three", null]);
    const { rows: versions } = await areas.database.pool.query(
      "select account_id, array_agg(version order by version) as versions from account_histories where account_id = any($1) group by account_id",
      [ids],
    );
    expect(Object.fromEntries(versions.map(({ account_id, versions: all }) => [account_id, all]))).toEqual({
      [ids[0]]: [1],
      [ids[1]]: [1, 2],
      [ids[2]]: [1],
      [ids[3]]: [1],
    });
    // Row by row the same comes out.
    await prepare("alone");
    const alone: unknown[] = [];
    for (const row of rows(asset, "alone")) alone.push((await call("POST", "", row)).body);
    const shape = (list: readonly Record<string, unknown>[]) =>
      list.map((one) => [
        one.version,
        one.comment,
        one.secret_type,
        String(one.name).replace(/^(many|alone)|_\w{4}$/g, ""),
      ]);
    expect(shape(made.body)).toEqual(shape(alone as Record<string, unknown>[]));
  });

  it("names every row of a list that is there already, and of those that clash with each other", async () => {
    await call("POST", "", { asset, username: "there", secret: "a" });
    const row = (username: string, more: object = {}) => ({ asset, username, ...more });
    const list = [row("fresh"), row("there"), row("other"), row("fresh"), row("named", { name: "other" })];
    const taken = [expect.any(String)];
    expect(await call("POST", "", list)).toMatchObject({ status: 400, body: [{}, taken, {}, taken, taken] });
    for (const username of ["fresh", "other", "named"]) {
      expect((await call("GET", `?username=${username}`)).body).toEqual([]);
    }
    const twice = [
      row("there", { on_invalid: "update", secret: "b" }),
      row("there", { on_invalid: "update", secret: "c" }),
    ];
    const changed = await call("POST", "", twice);
    expect(changed.body).toMatchObject([{ version: 2 }, { version: 3 }]);
    expect(await secretOf(changed.body[0].id)).toBe("c");
  });

  it("makes many accounts with a few statements", async () => {
    const list = (count: number, prefix: string) =>
      Array.from({ length: count }, (_, index) => ({ asset, username: `${prefix}-${index}`, secret: "s" }));
    const statements = async (count: number, prefix: string): Promise<number> => {
      const query = vi.spyOn(pg.Client.prototype, "query");
      expect((await call("POST", "", list(count, prefix))).status).toBe(201);
      const { length } = query.mock.calls;
      query.mockRestore();
      return length;
    };
    // Other files of the worker may have something of their own asked meanwhile, which can only add to it.
    const least = async (count: number, prefix: string): Promise<number> => {
      const counts: number[] = [];
      for (const turn of ["a", "b", "c"]) counts.push(await statements(count, `${prefix}-${turn}`));
      return Math.min(...counts);
    };
    expect(await least(100, "lots")).toBe(await least(2, "few"));
  });

  it("come with an asset, all or none, and go with it", async () => {
    const accounts = [
      { username: "a", secret: "aa" },
      { username: "b", secret_type: "token", secret: "bb" },
    ];
    const host = await addAsset({ accounts });
    expect(host.accounts).toMatchObject([
      { username: "a", version: 1 },
      { username: "b", secret_type: { value: "token" } },
    ]);
    expect(JSON.stringify(host)).not.toContain('"aa"');
    const bad = await addAsset({
      name: "bad-accounts",
      accounts: [{ username: "ok" }, { username: "x", secret: "it's" }],
    });
    expect(bad).toEqual([{}, { secret: [expect.any(String)] }]);
    expect((await areas.call("GET", "assets/hosts/?name=bad-accounts")).body).toEqual([]);
    const clone = await addAsset({ accounts: [{ ...host.accounts[0], name: "copy" }] });
    expect(clone.accounts[0]).toMatchObject({ name: "copy", username: "a" });
    expect(await secretOf(clone.accounts[0].id)).toBe("aa");
    const refused = await addAsset(
      { accounts: [{ id: host.accounts[0].id, username: "a" }] },
      { as: "adder" },
    );
    expect(refused).toMatchObject({ code: "permission_denied" });
    const foreign = await addAsset(
      { accounts: [{ id: host.accounts[0].id, username: "a" }] },
      { organization: testOrganizationIds.other },
    );
    expect(foreign).toEqual([{ id: [expect.any(String)] }]);
    await areas.call("DELETE", `assets/hosts/${host.id}/`);
    expect((await call("GET", `${host.accounts[0].id}/`)).status).toBe(404);
  });
});
