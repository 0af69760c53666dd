import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import type { Decision, GatewayPorts, GatewayPrincipal } from "../../../gateway/ports.ts";
import { createGatewayPorts } from "../../../gateway-ports.ts";
import { createTestProduct, type TestCaller, type TestProduct } from "../../../testing/product.ts";
import { createWorld, type World } from "../../permissions/testing/world.ts";
import { sessionRecord } from "./session-record.ts";

const organizationId = "00000000-0000-0000-0000-000000000002";
const tokens = "authentication/connection-token/";
const tickets = "tickets/apply-login-asset-tickets/";

/** People, assets and what they do, where a rule has somebody consent. To be called in the body of a `describe`. */
export function consentBed() {
  let product: TestProduct;
  let world: World;
  let mei: TestCaller;
  let tom: TestCaller;
  let ports: GatewayPorts;
  let person: GatewayPrincipal;
  let rule: string;
  let granted: string;
  const id = (name: string): string => world.ids[name] as string;

  beforeAll(async () => {
    product = await createTestProduct();
    for (const username of ["mei", "tom"]) await product.createUser({ username, name: username });
    world = await createWorld(product.database.db, organizationId);
    mei = await product.signIn(id("mei"));
    tom = await product.signIn(id("tom"));
    ports = await createGatewayPorts(product.services);
    const remoteAddress = "127.0.0.1";
    person = {
      userId: id("mei"),
      name: "mei",
      username: "mei",
      language: "en",
      signInId: null,
      remoteAddress,
    };
    await product.administrator.call("PATCH", `accounts/accounts/${id("front/admin")}/`, {
      secret: "hunter22",
    });
    [granted = ""] = await world.permit({
      users: ["mei", "tom"],
      assets: ["front", "wiki"],
      accounts: ["admin", "release", "@INPUT"],
    });
  });
  afterAll(() => product?.close());
  afterEach(async () => {
    const { db } = product.database;
    await sql`delete from login_asset_acls`.execute(db);
    await sql`delete from tickets`.execute(db);
    await sql`delete from sessions`.execute(db);
    await sql`delete from asset_permissions where id <> ${granted}::uuid`.execute(db);
  });

  const makeRule = async (values: Record<string, unknown>) => {
    const answer = await product.administrator.call("POST", "acls/login-asset-acls/", {
      name: "ask first",
      users: { type: "all" },
      assets: { type: "all" },
      accounts: ["@ALL"],
      rules: {},
      action: "review",
      reviewers: [id("tom")],
      ...values,
    } as never);
    expect(answer.status, answer.text).toBe(201);
    rule = answer.body.id;
    return answer.body;
  };
  const change = async (values: Record<string, unknown>) => {
    const answer = await product.administrator.call(
      "PATCH",
      `acls/login-asset-acls/${rule}/`,
      values as never,
    );
    expect(answer.status, answer.text).toBe(200);
  };
  const ask = (changes: Record<string, unknown> = {}, query = "") =>
    mei.call("POST", `${tokens}${query}`, {
      asset: id("front"),
      account: "admin",
      protocol: "ssh",
      connect_method: "web_cli",
      ...changes,
    } as never);
  const outcome = async (changes: Record<string, unknown> = {}) => {
    const { status, body } = await ask(changes);
    return status === 201 ? "ok" : `${status} ${body.code}`;
  };
  const redeem = (tokenId: string) => ports.redeemConnectionToken(tokenId, person, "web_cli");
  const decide = async (ticket: string, action: string, by = tom) => {
    const answer = await by.call("PUT", `${tickets}${ticket}/${action}/`, {});
    return `${answer.status}${answer.status < 300 ? "" : ` ${answer.body.code}`}`;
  };
  const wanted = { asset: "front", account: "admin", protocol: "ssh" } as const;
  const atTerminal = (way: "shell" | "exec" | "scp" | "sftp" | "forward" = "shell"): Promise<Decision> =>
    ports.decide(person, { ...wanted, way, ...(way === "sftp" ? { protocol: "sftp" } : {}) });
  /** Minutes pass: everything that was written down lies so much further back. */
  const pass = (minutes: number) =>
    sql`
      update tickets set approval_expires = approval_expires - make_interval(mins => ${minutes}),
        date_created = date_created - make_interval(mins => ${minutes}),
        date_reminded = date_reminded - make_interval(mins => ${minutes})
    `.execute(product.database.db);
  const open = async (reviewId: string | undefined, isEmergency = false): Promise<string> => {
    const record = sessionRecord(world, { reviewId, isEmergency });
    await ports.sessions.open(record);
    return record.id;
  };

  return {
    /** What is there once the bed is made. */
    made: () => ({ product, mei, tom, granted }),
    /** Signs the person in once more who connects, after their sessions were ended. */
    signInAgain: async (): Promise<TestCaller> => {
      mei = await product.signIn(id("mei"));
      return mei;
    },
    id,
    makeRule,
    change,
    ask,
    outcome,
    redeem,
    decide,
    atTerminal,
    pass,
    open,
  };
}
