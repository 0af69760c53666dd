import { TERMINAL_PATH } from "@sallyport/contract/messages/terminal";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signedIn } from "../../engine/access/rules.ts";
import type { Area } from "../../engine/area.ts";
import type { Services } from "../../engine/services.ts";
import { createGatewayPorts } from "../../gateway-ports.ts";
import { createHttpApp } from "../../http-app.ts";
import { createTestProduct, type TestProduct } from "../product.ts";
import { audiences } from "./audiences.ts";
import { type Caller, createPeople, type People } from "./callers.ts";
import { createCredentials } from "./credentials.ts";
import { evaluate, exclusions, outdated } from "./evaluate.ts";
import { createFixtures, type Fixtures } from "./fixtures.ts";

describe("the authorization matrix", () => {
  let product: TestProduct;
  let people: People;
  let fixtures: Fixtures;
  let callers: readonly Caller[];
  beforeAll(async () => {
    product = await createTestProduct();
    people = await createPeople(product);
    fixtures = await createFixtures(product, people);
    const tokenHolder: Caller = {
      name: "holder of a connection token",
      role: "tokenHolder",
      headers: {},
      query: `token=${fixtures.tokenId}`,
    };
    callers = [...people.callers, ...(await createCredentials(product, people.owners)), tokenHolder];
  });
  afterAll(() => product?.close());

  it("lets every caller through every route exactly where the policy says", async () => {
    const { fastify, routes } = product.app;
    expect(routes.length).toBeGreaterThan(200);
    expect(await evaluate(fastify, routes, callers, fixtures.objects)).toEqual([]);
  }, 1_200_000);

  it("asks as every built-in role, a custom one, and people of another organization", () => {
    expect([...new Set(callers.map(({ role }) => role))].sort()).toEqual([...audiences.everybody].sort());
  });

  it("leaves out only what it says", () => {
    const asked = product.app.routes.flatMap((route) => callers.map((caller) => ({ ...route, caller })));
    for (const { why, covers } of exclusions) {
      const left = asked.filter(({ method, path, caller }) => covers(method, path, caller));
      expect([why, left.length > 0]).toEqual([why, true]);
    }
    const left = asked.filter(({ method, path, caller }) =>
      exclusions.some(({ covers }) => covers(method, path, caller)),
    );
    // What is not asked of somebody is asked of others.
    expect(left.length).toBeLessThan(asked.length / 20);
  });

  it("knows each kind of credential, and turns red where one of them opens more than another", async () => {
    const kinds = ["session", "bearer token", "access key", "private token", "temporary password"];
    for (const kind of kinds) {
      for (const role of ["member", "administrator", "disabled"]) {
        expect(callers.map(({ name }) => name)).toContain(`${role}, ${kind}`);
      }
    }
    const { services, areas } = product.product;
    const { principals } = services;
    const { id } = await product.database.db
      .selectFrom("users")
      .select("id")
      .where("username", "=", "admin")
      .executeTakeFirstOrThrow();
    const lax: Services = {
      ...services,
      principals: {
        ...principals,
        authenticate: async (request) => {
          const found = await principals.authenticate(request);
          if (found?.credential !== "access-key") return found;
          return { ...found, principal: { ...found.principal, id } };
        },
      },
    };
    const verdict = await verdictOn(lax, areas, "/api/v1/users/groups/");
    expect(verdict).toContain("GET /api/v1/users/groups/ as member, access key: 200, not 403");
    const ofKeys = verdict.filter((line) => line.includes(", access key: "));
    expect(ofKeys.every((line) => line.includes(" as member, access key: "))).toBe(true);
  });

  it("mentions no route that is gone", () => {
    expect(outdated(product.app.routes)).toEqual([]);
  });

  it("knows every socket", () => {
    const sockets = product.product.areas.flatMap((area) => area.sockets ?? []).map(({ path }) => path);
    expect(sockets).toEqual([
      "/ws/notifications/site-msg/",
      "/ws/terminal-task/",
      "/ws/setting/tools/",
      "/ws/ops/tasks/log/",
    ]);
  });

  it("lets those watch a running session, by the terminal's socket, who look at sessions there", async () => {
    const ports = await createGatewayPorts(product.services);
    const { rows } = await product.database.pool.query<{ id: string }>(
      `insert into sessions (id, org_id, "user", asset, account, account_id, protocol, login_from, date_start)
       values (gen_random_uuid(), '00000000-0000-0000-0000-000000000002', 'Ada(ada)', 'vault', 'root', 'x', 'ssh',
         'ST', now()) returning id`,
    );
    const signedInHere = people.callers.filter(({ headers }) => headers.cookie !== undefined);
    expect(new Set(signedInHere.map(({ role }) => role)).size).toBeGreaterThan(7);
    for (const { name, role, headers } of signedInHere) {
      const url = `${TERMINAL_PATH}?type=monitor&target_id=${rows[0]?.id}`;
      const principal = await ports.authenticate({ headers, url, remoteAddress: "127.0.0.1" });
      const mayWatch = principal !== null && (await ports.watching.mayWatch(principal, String(rows[0]?.id)));
      const { auditors }: { auditors: readonly string[] } = audiences;
      expect([name, mayWatch]).toEqual([name, auditors.includes(role)]);
    }
  });

  /** The matrix' verdict on a product with one thing changed, asked on the routes of one app. */
  const verdictOn = async (services: Services, areas: readonly Area[], prefix: string): Promise<string[]> => {
    const app = await createHttpApp(services, areas);
    try {
      const routes = app.routes.filter(({ path }) => path.startsWith(prefix));
      expect(routes.length).toBeGreaterThan(0);
      return await evaluate(app.fastify, routes, callers, fixtures.objects);
    } finally {
      await app.fastify.close();
    }
  };

  it("turns red when one permission check is removed from a resource", async () => {
    const { services, areas } = product.product;
    const mutated = areas.map((area) => ({
      ...area,
      ...(area.resources === undefined
        ? {}
        : {
            resources: area.resources.map((resource) =>
              resource.path === "assets/hosts"
                ? { ...resource, access: { ...resource.access, list: signedIn() } }
                : resource,
            ),
          }),
    }));
    expect(await verdictOn(services, areas, "/api/v1/assets/hosts/")).toEqual([]);
    const verdict = await verdictOn(services, mutated, "/api/v1/assets/hosts/");
    expect(verdict).toContain("GET /api/v1/assets/hosts/ as member, session: 200, not 403");
    expect(verdict.every((line) => /^(GET|HEAD) \/api\/v1\/assets\/hosts\/ as /.test(line))).toBe(true);
  }, 120_000);

  it("turns red when a custom role is given one code more", async () => {
    const { services, areas } = product.product;
    const wider: Services = {
      ...services,
      permissions: {
        permissions: async (principal, ...request) => {
          const found = await services.permissions.permissions(principal, ...request);
          const isDesk = principal.username === "m-custom";
          return {
            ...found,
            has: (code) => (isDesk && code === "users.delete_usergroup") || found.has(code),
          };
        },
      },
    };
    const verdict = await verdictOn(wider, areas, "/api/v1/users/groups/");
    expect(verdict.map((line) => line.replace(/, \w+ ?\w*: .*/, ""))).toEqual(
      expect.arrayContaining([
        "DELETE /api/v1/users/groups/ as custom",
        "DELETE /api/v1/users/groups/:id/ as custom",
      ]),
    );
    expect(verdict.every((line) => / as custom, /.test(line))).toBe(true);
  });

  it("turns red when one permission code is held by everybody", async () => {
    const { services, areas } = product.product;
    const lax: Services = {
      ...services,
      permissions: {
        permissions: async (...request) => {
          const found = await services.permissions.permissions(...request);
          return { ...found, has: (code) => code === "perms.add_assetpermission" || found.has(code) };
        },
      },
    };
    const verdict = await verdictOn(lax, areas, "/api/v1/perms/asset-permissions/");
    expect(verdict).toContain("POST /api/v1/perms/asset-permissions/ as member, session: 400, not 403");
  });

  it("turns red on a route that nobody wrote down", async () => {
    const { services, areas } = product.product;
    const extra: Area = {
      name: "extra",
      routes: [
        { methods: ["GET"], path: "/api/v1/extra/", access: signedIn(), handle: async () => ({ body: {} }) },
      ],
    };
    const verdict = await verdictOn(services, [...areas, extra], "/api/v1/extra/");
    expect(verdict[0]).toMatch(/GET \/api\/v1\/extra\/ is not in the policy/);
  });
});
