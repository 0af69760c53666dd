import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { TestCaller } from "../product.ts";
import type { Relay, TestBed } from "./test-bed.ts";

/** One asset, for one channel: what is recorded of it, and who connects to it, is that channel's alone. */
export interface ChannelAsset {
  readonly id: string;
  readonly name: string;
  readonly relay: Relay;
}

/** Somebody who may do everything, until a situation changes that. */
export interface Case {
  readonly bed: TestBed;
  readonly person: { readonly id: string; readonly username: string; readonly password: string };
  /** The browser that connection tokens are asked for, and shown, in: the person's. */
  session: TestCaller;
  /** What connection tokens are asked for with, instead of what a channel uses. */
  token: { readonly protocol: string; readonly method: string } | null;
  /** What is granted to the person, and to nobody else. */
  readonly permission: string;
  /** The group the permission names; the person is its only member. */
  readonly group: string;
  readonly assets: ReadonlyMap<string, ChannelAsset>;
  /** How user names say which account. */
  account: string;
  /** The address the person comes from. */
  from: string;
  /** Calls the API as the administrator; fails on anything but success. */
  administer(method: string, path: string, body?: unknown): Promise<unknown>;
  close(): void;
}

/** Everything a permission can allow. */
export const everyAction: readonly string[] = ["connect", "upload", "download", "copy", "paste", "delete"];

/** Makes somebody who may use an asset for each channel, by every way there is. */
export async function arrange(bed: TestBed, channels: readonly string[]): Promise<Case> {
  const { product, target } = bed.gateway;
  const name = `p${randomBytes(4).toString("hex")}`;
  const administer: Case["administer"] = async (method, path, body) => {
    const answer = await product.administrator.call(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  const make = async (path: string, body: unknown) =>
    String(((await administer("POST", path, body)) as { id: string }).id);
  const person = await product.createUser({ username: name });
  await sql`update users set public_key = ${bed.key.line} where id = ${person.id}::uuid`.execute(
    product.database.db,
  );
  const group = await make("users/groups/", { name, users: [person.id] });
  const account = {
    name: "operator",
    username: target.username,
    secret_type: target.password === "" ? "ssh_key" : "password",
    secret: target.password === "" ? target.privateKey : target.password,
  };
  const places = await Promise.all(
    channels.map(async (channel, index) => ({
      channel,
      name: `${name}-${index}`,
      relay: await bed.relay(),
    })),
  );
  const hosts = places.map(({ name, relay: { port } }) => ({
    name,
    address: "127.0.0.1",
    platform: 1,
    protocols: [
      { name: "ssh", port },
      { name: "sftp", port },
    ],
    nodes_display: ["/Default"],
    accounts: [account],
  }));
  const made = (await administer("POST", "assets/hosts/", hosts)) as { id: string; name: string }[];
  const idOf = new Map(made.map((host) => [host.name, host.id]));
  const assets = new Map<string, ChannelAsset>(
    places.map(({ channel, name, relay }) => [channel, { id: idOf.get(name) ?? "", name, relay }]),
  );
  const permission = await make("perms/asset-permissions/", {
    name,
    user_groups: [group],
    assets: [...assets.values()].map(({ id }) => id),
    accounts: [target.username],
    actions: everyAction,
  });
  await administer("PUT", `sallyport/asset-permissions/${permission}/forwarding/`, {
    forwarding: ["local", "remote", "jump"],
  });
  const session = await product.signIn(person.id);
  await product.confirm(session);
  return {
    bed,
    person,
    session,
    token: null,
    permission,
    group,
    assets,
    account: "operator",
    from: "127.0.0.1",
    administer,
    close() {
      for (const { relay } of assets.values()) relay.close();
    },
  };
}
