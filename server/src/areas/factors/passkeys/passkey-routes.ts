import { beforeTerms, type CallerContext } from "../../../engine/access/index.ts";
import { NotFound } from "../../../engine/errors.ts";
import { caller, type RouteAnswer, type RouteDeclaration } from "../../../engine/http/index.ts";
import type { Json } from "../../../engine/json.ts";
import {
  boolean,
  datetime,
  isUuid,
  text as line,
  parseBody,
  shortList,
  uuid,
  writeInstant,
} from "../../../engine/resource/index.ts";
import { userCredentialsTable } from "../../users/index.ts";
import { recordFactorChange } from "../person.ts";
import { dropRecoveryCodes } from "../recovery-codes.ts";
import { factorText } from "../texts.ts";
import { inputFields, register, requireStrongest } from "./registration.ts";

const fields = {
  id: uuid({ label: factorText.passkey }),
  name: line({ label: factorText.name, required: true, maxLength: 64 }),
  is_synced: boolean({ label: factorText.synced, readOnly: true }),
  date_created: datetime({ label: factorText.created, readOnly: true }),
  date_last_used: datetime({ label: factorText.lastUsed, readOnly: true }),
};
const writable = { name: fields.name };

/** The caller's passkeys, the newest first; of one id, or all. */
async function read(
  { db, principal, timeZone }: CallerContext,
  id?: string,
): Promise<Record<string, Json>[]> {
  let query = db
    .selectFrom("passkeys")
    .select(["id", "name", "is_synced", "date_created", "date_last_used"])
    .where("user_id", "=", principal.id)
    .orderBy("date_created", "desc");
  if (id !== undefined) query = query.where("id", "=", id);
  const rows = await query.execute();
  return rows.map((row) => ({
    ...row,
    date_created: writeInstant(row.date_created, timeZone),
    date_last_used: row.date_last_used === null ? null : writeInstant(row.date_last_used, timeZone),
  }));
}

async function readOne(context: CallerContext, id: string): Promise<Record<string, Json>> {
  const [found] = isUuid(id) ? await read(context, id) : [];
  if (found === undefined) throw new NotFound(factorText.passkey);
  return found;
}

async function rename(context: CallerContext, id: string, body: unknown): Promise<RouteAnswer> {
  await readOne(context, id);
  const { name } = await parseBody(context, writable, body);
  await context.db
    .updateTable("passkeys")
    .set({ name: String(name) })
    .where("id", "=", id)
    .where("user_id", "=", context.principal.id)
    .execute();
  await recordFactorChange(context, "passkey-renamed");
  return { body: await readOne(context, id) };
}

async function remove(context: CallerContext, id: string): Promise<RouteAnswer> {
  const { db, principal } = context;
  await readOne(context, id);
  await requireStrongest(context);
  await db.deleteFrom("passkeys").where("id", "=", id).where("user_id", "=", principal.id).execute();
  const left = await db
    .selectFrom(userCredentialsTable.as("u"))
    .select("u.id")
    .where("u.id", "=", principal.id)
    .where((is) =>
      is.or([
        is("u.otp_secret_sealed", "is not", null),
        is.exists(is.selectFrom("passkeys as p").select("p.id").whereRef("p.user_id", "=", "u.id")),
      ]),
    )
    .executeTakeFirst();
  // A reserve of nothing would let its holder bind a new authenticator.
  if (left === undefined) await dropRecoveryCodes(db, principal.id);
  await recordFactorChange(context, "passkey-removed");
  return { status: 204 };
}

const own = beforeTerms("only the caller's own passkeys");
const path = "/api/v1/sallyport/passkeys/";

/** Passkeys of the caller; an extension. Contract: docs/contract/identity.md, "Passkeys". */
export const passkeyRoutes: readonly RouteDeclaration[] = [
  {
    methods: ["GET", "POST"],
    path,
    access: own,
    title: "Passkeys",
    // A challenge is used up although the answer is an error.
    transaction: false,
    bodyLimit: 32_768,
    fields: {
      GET: fields,
      POST: inputFields,
    },
    handle: async (context, request) => {
      const known = caller(context);
      if (request.method === "GET")
        return {
          body: await shortList(known, request.url, await read(known), { key: "id", search: ["name"] }),
        };
      const { id, codes } = await register(known, request);
      return { status: 201, body: { ...(await readOne(known, id)), recovery_codes: [...codes] } };
    },
  },
  {
    methods: ["PATCH", "DELETE"],
    path: `${path}:id/`,
    access: own,
    title: "Passkeys",
    fields: { PATCH: writable },
    handle: async (context, { method, params, body }) => {
      const known = caller(context);
      const id = params.id ?? "";
      return method === "DELETE" ? remove(known, id) : rename(known, id, body);
    },
  },
];
