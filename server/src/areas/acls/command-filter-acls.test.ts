import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createGatewayPorts } from "../../gateway-ports.ts";
import { createTestProduct, type TestProduct } from "../../testing/product.ts";
import { createWorld, type World } from "../permissions/testing/world.ts";
import { commandFiltersOfToken } from "./command-filters-of-token.ts";

const path = "acls/command-filter-acls/";
const organization = "00000000-0000-0000-0000-000000000002";

describe("command filters", () => {
  let product: TestProduct;
  let world: World;
  let group: string;
  const call: TestProduct["administrator"]["call"] = (...given) => product.administrator.call(...given);
  const id = (name: string): string => world.ids[name] as string;
  const filter = (values: Record<string, unknown>) => ({
    users: { type: "all" },
    assets: { type: "ids", ids: [id("front")] },
    accounts: ["admin"],
    command_groups: [group],
    ...values,
  });
  const make = async (values: Record<string, unknown>) => {
    const answer = await call("POST", path, filter(values) as never);
    expect(answer.status, answer.text).toBe(201);
    return answer.body;
  };

  beforeAll(async () => {
    product = await createTestProduct();
    await product.createUser({ username: "mei", name: "mei" });
    world = await createWorld(product.database.db, organization);
    await world.permit({ users: ["mei"], assets: ["front"], accounts: ["admin"] });
    const { body } = await call("POST", "acls/command-groups/", {
      name: "Deletions",
      content: "rm\n\nrm -rf",
    });
    group = body.id;
  });
  afterAll(() => product?.close());

  const rulesFor = async (account: string, asset = "front") => {
    const ports = await createGatewayPorts(product.services);
    return ports.commandRules.load(
      { userId: id("mei") } as never,
      {
        asset: { id: id(asset), organization: { id: organization } },
        account: { username: account },
      } as never,
    );
  };

  it("are made with defaults, and read back with what they name", async () => {
    const made = await make({ name: "No deletions" });
    expect(made).toMatchObject({
      priority: 50,
      action: { value: "reject", label: "Reject" },
      only_readable: false,
      is_active: true,
      accounts: ["admin"],
      command_groups: [{ id: group, name: "Deletions" }],
      reviewers: [],
    });
    const offered = async (): Promise<string[]> => {
      const { choices } = (await call("OPTIONS", path)).body.actions.POST.action;
      return choices.map(({ value }: { value: string }) => value);
    };
    // Where there is no license, nobody can be asked.
    expect(await offered()).toEqual(["reject", "accept", "warning"]);
    const { settings } = product.services;
    const read = settings.get.bind(settings);
    const license = vi
      .spyOn(settings, "get")
      .mockImplementation((key) =>
        key === "XPACK_LICENSE_IS_VALID" ? Promise.resolve(true as never) : read(key),
      );
    expect(await offered()).toEqual(["reject", "accept", "review", "warning"]);
    license.mockRestore();
    for (const action of ["warning", "review"]) {
      const alone = await call("POST", path, filter({ name: "Nobody there", action }) as never);
      expect([alone.status, Object.keys(alone.body)]).toEqual([400, ["reviewers"]]);
    }
    expect((await call("DELETE", `${path}${made.id}/`)).status).toBe(204);
  });

  it("reach the gateway where user, asset and account fit, in the order of the setting (C16)", async () => {
    const low = await make({ name: "Low", priority: 10, action: "accept" });
    const high = await make({ name: "High", priority: 90 });
    const strict = await make({ name: "Watch", priority: 90, action: "warning", reviewers: [id("mei")] });
    const off = await make({ name: "Off", is_active: false });
    expect((await rulesFor("admin")).map(({ name }) => name)).toEqual(["High", "Watch", "Low"]);
    expect(await rulesFor("root")).toEqual([]);
    expect(await rulesFor("admin", "back")).toEqual([]);
    const [first] = await rulesFor("admin");
    expect(first?.groups).toEqual([
      { id: group, name: "Deletions", type: "command", content: "rm\n\nrm -rf", ignoreCase: true },
    ]);
    const [told] = (await commandFiltersOfToken(product.services, {
      userId: id("mei"),
      assetId: id("front"),
      organizationId: organization,
      usernames: ["admin"],
    })) as { [name: string]: unknown }[];
    expect(told).toMatchObject({
      name: "High",
      action: "reject",
      priority: 90,
      is_active: true,
      reviewers: [],
      command_groups: [{ type: "command", ignore_case: true, pattern: "\\brm\\b|rm\\s+\\-rf" }],
    });
    for (const { id: made } of [low, high, strict, off]) await call("DELETE", `${path}${made}/`);
    expect(await rulesFor("admin")).toEqual([]);
  });

  it("tell open sessions of each change, also of the commands they name", async () => {
    const ports = await createGatewayPorts(product.services);
    let changes = 0;
    let seen = () => undefined as unknown;
    const leave = ports.commandRules.onChanged(() => {
      changes += 1;
      seen();
    });
    await product.services.events.ready();
    const change = async (act: () => Promise<unknown>) => {
      const before = changes;
      const told = new Promise<void>((resolve) => {
        seen = () => changes > before && resolve();
      });
      await act();
      await told;
    };
    let made = "";
    await change(async () => {
      made = (await make({ name: "Changing" })).id;
    });
    await change(() => call("PATCH", `acls/command-groups/${group}/`, { content: "rm" }));
    expect((await rulesFor("admin"))[0]?.groups[0]?.content).toBe("rm");
    await change(() => call("DELETE", `${path}${made}/`));
    leave();
  });

  it("say who is told: subscribers of what was rejected, reviewers of what is watched", async () => {
    const session = "77777777-7777-4777-8777-777777777777";
    await sql`
      insert into sessions (id, org_id, user_id, "user", asset_id, asset, account_id, account, protocol, type,
        login_from, remote_addr, date_start)
      select ${session}::uuid, ${organization}::uuid, ${id("mei")}::uuid, 'mei(mei)', ${id("front")}::uuid,
        'front(10.0.0.1)', ${id("front/admin")}::uuid, 'admin(admin)', 'ssh', 'normal', 'WT', '127.0.0.1', now()
    `.execute(product.database.db);
    const ports = await createGatewayPorts(product.services);
    const rule = { reviewers: [id("mei")] } as never;
    await ports.commandRules.alert(session, { command: "rm x", riskLevel: 4, rule });
    const told = async () => {
      const { rows } = await sql<{ message: string; user_id: string }>`
        select m.message, u.user_id from site_messages m join site_message_users u on u.message_id = m.id
        order by m.date_created
      `.execute(product.database.db);
      return rows;
    };
    expect(await told()).toEqual([{ message: expect.stringContaining("rm x"), user_id: id("mei") }]);
    await ports.commandRules.alert(session, { command: "rm y", riskLevel: 5, rule });
    // Nobody has subscribed.
    expect(await told()).toHaveLength(1);
  });

  it("refuse groups that are too long, or fit everything", async () => {
    for (const [type, content] of [
      ["command", "x\n".repeat(10_001)],
      ["command", "x".repeat(1025)],
      ["regex", "rm|"],
    ]) {
      const answer = await call("POST", "acls/command-groups/", {
        name: `Bad ${type}`,
        type,
        content,
      } as never);
      expect([answer.status, Object.keys(answer.body)]).toEqual([400, ["content"]]);
    }
    const { status } = await call("POST", "acls/command-groups/", {
      name: "Long",
      content: Array.from({ length: 10_000 }, (_, at) => `command${at}`).join("\n"),
    });
    expect(status).toBe(201);
  });
});
