import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Area } from "../../engine/area.ts";
import type { Json } from "../../engine/json.ts";
import { createHttpApp } from "../../http-app.ts";
import { plainResources } from "../plain-resources.ts";
import { createTestProduct, type TestProduct } from "../product.ts";
import { ask, createPeople, type People } from "./callers.ts";
import { createFixtures, type Fixtures, hiddenName } from "./fixtures.ts";
import { reach, type Target, targetsOf } from "./isolation.ts";
import { sweep } from "./sweep.ts";
import { secretsPath, templateSecretsPath, withoutConfirmation } from "./without-confirmation.ts";

/** Lists that belong to no organization, and why anyone who may look at them anywhere may. */
const shared: ReadonlyMap<string, string> = new Map([
  ["assets/platforms", "a catalogue of the installation"],
  ["assets/protocol-settings", "a catalogue of the installation"],
  ["rbac/org-roles", "roles of organizations are the same in all of them"],
  ["rbac/roles", "the same roles again"],
  ["rbac/role-bindings", "who holds any role anywhere; takes a system administrator"],
  ["rbac/system-roles", "roles of the installation"],
  ["rbac/system-role-bindings", "who holds a role of the installation; takes such a role"],
  ["orgs/orgs", "the organizations themselves; takes a role of the installation"],
]);

/** Lists of organizations without an object that a caller of another organization asks for, and why. */
const withoutTarget: ReadonlyMap<string, string> = new Map([
  ...["clouds", "customs", "databases", "devices", "gpts", "webs"].map(
    (kind) => [`assets/${kind}`, "one declaration with assets/hosts"] as const,
  ),
  ["assets/nodes/children", "the rows of assets/nodes, listed below another"],
  ["audits/my-login-logs", "the caller's own rows"],
  ["authentication/access-keys", "the caller's own rows"],
  ["authentication/connection-token", "the caller's own rows"],
  ["authentication/temp-tokens", "the caller's own rows"],
  ["users/connection-token", "the caller's own rows"],
  ["authentication/super-connection-token", "for components alone"],
  ["notifications/site-messages", "the caller's own rows"],
  ["terminal/my-sessions", "the caller's own rows"],
  ["terminal/command-storages", "the installation's; takes a role of the installation"],
  ["terminal/replay-storages", "the installation's; takes a role of the installation"],
  ["terminal/commands", "nothing without a session or a storage; its own test asks from next door"],
  ["terminal/session-sharings", "the caller's own rows; its own test asks for another's"],
  ["terminal/session-join-records", "nothing without a link; its own test asks from next door"],
  ["accounts/change-secret-records", "nothing without a rotation; its own test asks from next door"],
  ["accounts/push-account-records", "nothing without a rotation; its own test asks from next door"],
  ["sallyport/user-sessions", "no page for one; its own test asks and ends from next door"],
  ["sallyport/my-source-links", "the caller's own rows; its own test asks for another's"],
  ["terminal/tasks", "of components; takes a role of the installation"],
  ["ops/tasks", "kinds of tasks, the same everywhere; what is counted is the caller's own organization's"],
  ["ops/celery/period-tasks", "the installation's; takes a system administrator"],
  ["terminal/terminals", "components themselves; takes a role of the installation"],
  ...["apply-command-tickets", "apply-login-asset-tickets", "apply-login-tickets"].map(
    (kind) =>
      [`tickets/${kind}`, "opened by rules; whoever asks sees the own ones, as in tickets/tickets"] as const,
  ),
  ["tickets/flows", "its own test asks from next door; takes a role of the installation"],
]);

type Rows = Map<string, Readonly<Record<string, Json>>>;

describe("organizations", () => {
  let product: TestProduct;
  let people: People;
  let fixtures: Fixtures;
  let targets: Target[];
  const resources = (areas: readonly Area[]) =>
    areas.flatMap((area) => area.resources ?? []).filter(({ path }) => !shared.has(path));

  const rowsNow = async (): Promise<Rows> => {
    const rows: Rows = new Map();
    for (const [list, id] of Object.entries(fixtures.objects)) {
      const { status, body } = await product.administrator.call("GET", `${list}${id}/`);
      if (status === 200) rows.set(list, body);
    }
    return rows;
  };
  beforeAll(async () => {
    product = await createTestProduct();
    people = await createPeople(product);
    fixtures = await createFixtures(product, people);
    // Secrets are looked for too: the second factor must not be all that keeps them in.
    await withoutConfirmation(product);
    fixtures = {
      ...fixtures,
      objects: {
        ...fixtures.objects,
        [secretsPath]: fixtures.objects["/api/v1/accounts/accounts/"] as string,
        [templateSecretsPath]: fixtures.objects["/api/v1/accounts/account-templates/"] as string,
      },
    };
    targets = targetsOf(resources(product.product.areas), fixtures.objects, await rowsNow());
  });
  afterAll(() => product?.close());

  it("show nothing next door, whatever is asked and in whichever form", async () => {
    const { objects } = fixtures;
    const own = [
      "users/groups",
      "assets/nodes",
      "assets/hosts",
      "assets/domains",
      "assets/gateways",
      "assets/labels",
      "accounts/accounts",
      "accounts/account-templates",
      "perms/asset-permissions",
      ...Object.keys(plainResources),
    ];
    const ids = [
      ...own,
      "users/users",
      "terminal/sessions",
      "sallyport/host-keys",
      "sallyport/session-events",
      "perms/users",
    ]
      .map((list) => objects[`/api/v1/${list}/`])
      .filter((id) => id !== undefined);
    const telling = [String(objects["/api/v1/assets/hosts/"])];
    const hidden = {
      objects,
      telling,
      values: [
        ...ids,
        "Keepers",
        "Cellar",
        "Moat",
        "drawbridge",
        "m-wing",
        "vault",
        "10.20.30.40",
        "m-member",
        ...Object.keys(plainResources).map(hiddenName),
      ],
    };
    const routes = product.app.routes.filter(
      ({ path }) =>
        path.startsWith("/api/v1/") &&
        ![...shared.keys()].some((list) => path.startsWith(`/api/v1/${list}/`)) &&
        // These kinds of assets are one declaration with hosts.
        !/\/assets\/(devices|databases|clouds|webs|gpts|customs)\//.test(path) &&
        // Invitations look for people anywhere.
        path !== "/api/v1/users/users/suggestions/",
    );
    // The logs come first: later they tell what was asked for here.
    const isLog = ({ path }: { readonly path: string }) => /\/(audits|refusals|operate-logs)\//.test(path);
    routes.sort((a, b) => Number(isLog(b)) - Number(isLog(a)));
    const declared = product.product.areas.flatMap((area) => area.resources ?? []);
    expect(await sweep(product.app.fastify, routes, declared, people.foreign, hidden)).toEqual([]);
  }, 1_200_000);

  it("cannot be looked into, changed or emptied from the one next door", async () => {
    const reached = new Set(targets.map(({ declaration }) => declaration.path));
    const left = resources(product.product.areas).map(({ path }) => path);
    expect(left.filter((path) => !reached.has(path)).sort()).toEqual([...withoutTarget.keys()].sort());
    const before = await rowsNow();
    const problems: string[] = [];
    for (const target of targets)
      problems.push(...(await reach(product.app.fastify, people.foreign, target)));
    expect(problems).toEqual([]);
    expect(await rowsNow()).toEqual(before);
  }, 1_200_000);

  it("cannot be linked to from the one next door", async () => {
    const { objects } = fixtures;
    const host = objects["/api/v1/assets/hosts/"] as string;
    const node = objects["/api/v1/assets/nodes/"] as string;
    const group = objects["/api/v1/users/groups/"] as string;
    const user = people.memberId;
    const account = objects["/api/v1/accounts/accounts/"] as string;
    const attempts: [string, string, Json][] = [
      [
        "nodes",
        "/api/v1/assets/hosts/?platform=1",
        {
          name: "thief",
          address: "1.2.3.4",
          platform: 1,
          nodes: [node],
          protocols: [{ name: "ssh", port: 22 }],
        },
      ],
      [
        "domain",
        "/api/v1/assets/gateways/",
        {
          name: "thief 0",
          address: "1.2.3.5",
          platform: 11,
          domain: objects["/api/v1/assets/domains/"] as string,
        },
      ],
      ["assets", "/api/v1/assets/domains/", { name: "thief 7", assets: [host] }],
      ["assets", "/api/v1/assets/labels/", { name: "thief", value: "8", assets: [host] }],
      ["asset", "/api/v1/accounts/accounts/", { asset: host, name: "thief", username: "thief" }],
      ["users", "/api/v1/perms/asset-permissions/", { name: "thief 1", users: [user] }],
      ["user_groups", "/api/v1/perms/asset-permissions/", { name: "thief 2", user_groups: [group] }],
      ["assets", "/api/v1/perms/asset-permissions/", { name: "thief 3", assets: [host] }],
      ["nodes", "/api/v1/perms/asset-permissions/", { name: "thief 4", nodes: [node] }],
      ["users", "/api/v1/users/groups/", { name: "thief 5", users: [user] }],
      [
        "groups",
        "/api/v1/users/users/",
        { name: "thief 6", username: "thief6", email: "t6@example.com", groups: [group] },
      ],
      ["usergroup", "/api/v1/users/users-groups-relations/", { user, usergroup: group }],
      [
        "assetpermission",
        "/api/v1/perms/asset-permissions-users-relations/",
        { user, assetpermission: objects["/api/v1/perms/asset-permissions/"] as string },
      ],
    ];
    for (const [field, path, body] of attempts) {
      const { status, body: answer } = await ask(product.app.fastify, people.foreign, "POST", path, body);
      expect({ path, status, answer }).toMatchObject({
        path,
        status: 400,
        answer: { [field]: expect.anything() },
      });
    }
    const nodeLinks = await ask(
      product.app.fastify,
      people.foreign,
      "PUT",
      `/api/v1/assets/nodes/${node}/assets/add/`,
      { assets: [host] },
    );
    expect(nodeLinks.status).toBe(404);
    const token = { asset: host, account: "vault-root", protocol: "ssh", connect_method: "web_cli" };
    expect(
      (
        await ask(
          product.app.fastify,
          people.foreign,
          "POST",
          "/api/v1/authentication/connection-token/",
          token,
        )
      ).status,
    ).toBeGreaterThanOrEqual(400);
    const suggested = await ask(
      product.app.fastify,
      people.foreign,
      "POST",
      "/api/v1/accounts/accounts/username-suggestions/",
      { assets: [host] },
    );
    expect(JSON.stringify(suggested.body)).not.toContain("vault-root");
    const cleared = await ask(
      product.app.fastify,
      people.foreign,
      "PATCH",
      "/api/v1/accounts/accounts/clear-secret/",
      { account_ids: [account] },
    );
    expect(cleared.status === 200 && JSON.stringify(cleared.body).includes(account)).toBe(false);
    const killed = await ask(
      product.app.fastify,
      people.foreign,
      "POST",
      "/api/v1/terminal/tasks/kill-session/",
      [objects["/api/v1/terminal/sessions/"] as string],
    );
    expect(JSON.stringify(killed.body)).not.toContain(objects["/api/v1/terminal/sessions/"]);
  });

  it("are seen through when one resource forgets its scope", async () => {
    const { services, areas } = product.product;
    const leaky = areas.map((area) => ({
      ...area,
      ...(area.resources === undefined
        ? {}
        : {
            resources: area.resources.map((one) =>
              one.path === "users/groups" ? { ...one, scope: "global" as const, sizes: {} } : one,
            ),
          }),
    }));
    const app = await createHttpApp(services, leaky);
    const target = targets.find(({ list }) => list === "/api/v1/users/groups/") as Target;
    const problems = await reach(app.fastify, people.foreign, target);
    await app.fastify.close();
    expect(problems.some((line) => line.startsWith("GET /api/v1/users/groups/{id}/"))).toBe(true);
    expect(problems.some((line) => line.includes("?ids="))).toBe(true);
  });
});
