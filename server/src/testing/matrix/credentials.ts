import { randomUUID } from "node:crypto";
import { expect, vi } from "vitest";
import { type SigningOptions, signedHeaders, type TestKey } from "../../areas/credentials/testing/sign.ts";
import type { TestCaller, TestProduct } from "../product.ts";
import type { Role } from "./audiences.ts";
import { bearerOf, type Caller } from "./callers.ts";

/** A person all of whose credentials must grant the same access. */
interface Owner {
  readonly role: Role;
  readonly username: string;
  readonly id: string;
}

/**
 * The member, the administrator and the disabled one again, by access key, private token and temporary password.
 * Every request is signed anew, with a digest of its body and something that makes it different from all others.
 */
export async function createCredentials(product: TestProduct, owners: readonly Owner[]): Promise<Caller[]> {
  await allowTemporaryPasswords(product);
  const callers: Caller[] = [];
  for (const { role, username, id } of owners) {
    // The one who is disabled had them before.
    const disabled = role === "disabled";
    if (disabled) await activate(product, id, true);
    const session = await product.signIn(id);
    await product.confirm(session);
    callers.push(
      await byAccessKey(session, role),
      await byPrivateToken(session, role),
      await byTemporaryPassword(product, session, role, username),
    );
    if (disabled) await activate(product, id, false);
  }
  return callers;
}

/** In the table, because the API takes everything from whom it disables, and the callers here still hold theirs. */
async function activate({ database, services }: TestProduct, id: string, isActive: boolean): Promise<void> {
  await database.db.updateTable("users").set({ is_active: isActive }).where("id", "=", id).execute();
  if (!isActive) await services.sessions.destroyOf(id);
}

async function allowTemporaryPasswords({ database, services }: TestProduct): Promise<void> {
  await database.db.insertInto("settings").values({ key: "AUTH_TEMP_TOKEN", value: "true" }).execute();
  await services.events.publish("settings.changed", null);
  await vi.waitFor(async () => expect(await services.settings.get("AUTH_TEMP_TOKEN")).toBe(true));
}

/** Asks for something that has to be made. */
async function make(session: TestCaller, path: string, body: object = {}) {
  const answer = await session.call("POST", path, body);
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer.body;
}

async function byAccessKey(session: TestCaller, role: Role): Promise<Caller> {
  const key: TestKey = await make(session, "authentication/access-keys/");
  return {
    name: `${role}, access key`,
    role,
    headers: {},
    sign: (method, target, body) => {
      const options: SigningOptions = {
        body: body ?? "",
        headers: { "x-nonce": randomUUID() },
        signed: ["(request-target)", "date", "digest", "x-nonce"],
      };
      return signedHeaders(key, method, target, options);
    },
  };
}

async function byPrivateToken(session: TestCaller, role: Role): Promise<Caller> {
  const { token } = await make(session, "sallyport/private-token/");
  return { name: `${role}, private token`, role, headers: { authorization: `Token ${token}` } };
}

async function byTemporaryPassword(
  product: TestProduct,
  session: TestCaller,
  role: Role,
  username: string,
): Promise<Caller> {
  const { secret } = await make(session, "authentication/temp-tokens/");
  const caller = await bearerOf(product, role, username, secret);
  return { ...caller, name: `${role}, temporary password` };
}
