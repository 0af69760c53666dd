import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RequestContext } from "../../engine/access/context.ts";
import { createTestProduct, type TestProduct } from "../../testing/product.ts";
import { roleIds } from "./builtin-roles.ts";
import { permissionTree } from "./permission-tree.ts";

interface TreeNode {
  readonly id: string;
  readonly pId: string;
  readonly name: string;
  readonly title: string;
  readonly checked: boolean | null;
  readonly chkDisabled: boolean;
  readonly iconSkin: string;
  readonly open: boolean;
  readonly meta: { readonly type: string };
}

/** How many codes the contract has at and below a node: for roles of the system and of organizations. */
const totals: Readonly<Record<string, readonly [number, number]>> = {
  $ROOT$: [277, 185],
  view_console: [162, 139],
  users: [11, 10],
  "users.user": [7, 6],
  assets: [61, 58],
  cloud_import: [24, 24],
  accounts: [46, 46],
  asset_change_plan_node: [7, 7],
  perms: [25, 17],
  rbac: [15, 5],
  task_center: [3, 2],
  view_workbench: [18, 18],
  operation_center: [14, 14],
  view_audit: [24, 24],
  terminal: [18, 18],
  view_setting: [51, 0],
  terminal_node: [26, 0],
  view_other: [22, 4],
  tickets: [8, 0],
  authentication: [14, 4],
};

/** The tree as an installation with a license shows it. */
const licensedTree = (scope: "system" | "org"): TreeNode[] =>
  permissionTree({ scope, held: new Set(), isFixed: false, isLicensed: true }, {
    language: "en",
  } as RequestContext) as unknown as TreeNode[];

describe("the tree of permissions", () => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await createTestProduct();
  });
  afterAll(() => product?.close());

  const tree = async (path: string, language = "en"): Promise<TreeNode[]> => {
    const headers = { "accept-language": language };
    const { status, body } = await product.administrator.call("GET", path, undefined, headers);
    expect(status).toBe(200);
    return body;
  };
  it("has the contract's keys, order and counts", async () => {
    for (const [index, scope] of (["system", "org"] as const).entries()) {
      const nodes = await tree(`rbac/permissions/tree/?scope=${scope}`);
      const leaves = nodes.filter(({ meta }) => meta.type === "perm");
      expect(leaves).toHaveLength([234, 155][index] ?? 0);
      expect(Object.keys(leaves[0] ?? {}).sort()).toEqual(
        "checked chkDisabled halfCheck iconSkin id isParent meta name nocheck open pId parentInfo title".split(
          " ",
        ),
      );
      const kinds = nodes.map(({ meta }) => meta.type).filter((type, at, all) => type !== all[at - 1]);
      expect(kinds).toEqual(["perm", "model", "app", "extra", "view", "root"]);
      // Every node hangs on one that is there, up to the root.
      const ids = new Set(nodes.map(({ id }) => id));
      expect(nodes.filter(({ id, pId }) => id !== "$ROOT$" && !ids.has(pId))).toEqual([]);
    }
  });

  it("counts with a license what the contract counts", () => {
    for (const [index, scope] of (["system", "org"] as const).entries()) {
      const names = new Map(licensedTree(scope).map(({ id, name }) => [id, name]));
      for (const [id, both] of Object.entries(totals)) {
        const counted = names.get(id)?.match(/\(0\/(\d+)\)$/)?.[1];
        expect([id, Number(counted ?? 0)]).toEqual([id, both[index]]);
      }
    }
  });

  it("checks what a role holds, and fixes the built-in ones", async () => {
    const auditor = await tree(`rbac/org-roles/${roleIds.organizationAuditor}/permissions/tree/`);
    const held = auditor.filter(({ meta, checked }) => meta.type === "perm" && checked === true);
    const { body } = await product.administrator.call(
      "GET",
      `rbac/org-roles/${roleIds.organizationAuditor}/permissions/`,
    );
    expect(held.map(({ id }) => Number(id)).sort()).toEqual(body.map(({ id }: { id: number }) => id).sort());
    expect(auditor.every(({ chkDisabled }) => chkDisabled)).toBe(true);
    expect(auditor.find(({ id }) => id === "view_audit")?.checked).toBe(true);
    expect(auditor.find(({ id }) => id === "rbac")?.checked).toBeNull();
    const own = (await product.administrator.call("POST", "rbac/org-roles/", { name: "own", scope: "org" }))
      .body;
    const [first] = held;
    await product.administrator.call("PATCH", `rbac/org-roles/${own.id}/`, {
      permissions: [Number(first?.id)],
    });
    const nodes = await tree(`rbac/org-roles/${own.id}/permissions/tree/`);
    expect(
      nodes.filter(({ meta, checked }) => meta.type === "perm" && checked === true).map(({ id }) => id),
    ).toEqual([first?.id]);
    expect(nodes.find(({ id }) => id === "$ROOT$")).toMatchObject({
      checked: true,
      chkDisabled: false,
      open: true,
    });
    expect(nodes.find(({ id }) => id === "$ROOT$")?.name).toMatch(/\(1\/\d+\)$/);
  });

  it("names every node in the reader's language", async () => {
    const named = async (language: string) =>
      new Map(
        (await tree("rbac/permissions/tree/?scope=system", language)).map(({ title, name }) => [title, name]),
      );
    const [english, chinese] = [await named("en"), await named("zh-CN,zh;q=0.9")];
    expect(english.get("users.view_usergroup")).toBe("View user group(0/1)");
    expect(chinese.get("users.view_usergroup")).toBe("查看用户组(0/1)");
    const untold = [...english].filter(
      ([title, name]) => /[a-z]_[a-z]/.test(name) || chinese.get(title) === name,
    );
    expect(untold).toEqual([]);
  });

  it("hides what comes with a license where there is none", async () => {
    const without = await tree("rbac/permissions/tree/?scope=system");
    expect(without.filter(({ title }) => /^(xpack|tickets)\./.test(title))).toEqual([]);
    expect(without.some(({ title }) => title === "users.invite_user")).toBe(false);
    expect(licensedTree("system").some(({ title }) => title === "users.invite_user")).toBe(true);
  });
});
