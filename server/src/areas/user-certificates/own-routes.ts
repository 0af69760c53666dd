import { sql } from "kysely";
import { type CallerContext, requireConfirmation, signedIn } from "../../engine/access/index.ts";
import { type OperateAction, recordOperation } from "../../engine/audit/index.ts";
import { BadRequest, FieldError, NotFound } from "../../engine/errors.ts";
import { caller, type RouteAnswer, type RouteDeclaration } from "../../engine/http/index.ts";
import type { Json } from "../../engine/json.ts";
import {
  computed,
  datetime,
  integer,
  isUuid,
  text as line,
  parseBody,
  writeInstant,
} from "../../engine/resource/index.ts";
import { factorOwner, usableFactors } from "../factors/index.ts";
import { userCredentialsTable } from "../users/index.ts";
import { certificateHours } from "./certificate-settings.ts";
import { certifyKey, fingerprintOf, holds, readCertifiableKey } from "./certificate-store.ts";
import { text } from "./texts.ts";

/** A certificate as its owner sees it. */
interface OwnCertificate {
  readonly id: string;
  readonly fingerprint: string;
  readonly certificate: string;
  readonly remote_address: string;
  readonly client: string;
  readonly date_created: Date;
  readonly date_expired: Date;
  readonly date_last_used: Date | null;
}

/** The caller's certificates that hold, the newest first; of one id, or all. */
async function read(
  { db, principal, timeZone }: CallerContext,
  id?: string,
): Promise<Record<string, Json>[]> {
  const { rows } = await sql<OwnCertificate>`
    select c.id, c.fingerprint, c.certificate, c.remote_address, c.client, c.date_created, c.date_expired, c.date_last_used
    from user_certificates c join ${userCredentialsTable} u on u.id = c.user_id
    where c.user_id = ${principal.id}::uuid and ${holds}
      and ${id === undefined ? sql<boolean>`true` : sql<boolean>`c.id = ${id}::uuid`}
    order by c.date_created desc
  `.execute(db);
  return rows.map((row) => ({
    ...row,
    date_created: writeInstant(row.date_created, timeZone),
    date_expired: writeInstant(row.date_expired, timeZone),
    date_last_used: row.date_last_used === null ? null : writeInstant(row.date_last_used, timeZone),
  }));
}

async function readOne(context: CallerContext, id: string): Promise<Record<string, Json>> {
  const [found] = isUuid(id) ? await read(context, id) : [];
  if (found === undefined) throw new NotFound(text.certificate);
  return found;
}

const record = (
  context: CallerContext,
  action: OperateAction,
  { id, fingerprint }: Record<string, Json>,
): Promise<void> =>
  recordOperation(context, { action, type: text.certificate, id: String(id), name: String(fingerprint) });

const fields = {
  public_key: line({
    label: text.publicKey,
    required: true,
    writeOnly: true,
    maxLength: 16_384,
    check: (value: string) => {
      const written = value.trim();
      if (/[\r\n\0]/.test(written) || readCertifiableKey(written) === null)
        throw new FieldError([text.keyUnusable]);
      return written;
    },
  }),
};

/**
 * Signs a key that the caller gives. What is made here opens the gateway without a second factor until it ends, so that one
 * is proven now, whatever the switch for confirmations says.
 *
 * @throws ConfirmationRequired BadRequest
 */
async function sign(context: CallerContext, body: unknown): Promise<RouteAnswer> {
  const { services, db, principal, remoteAddress } = context;
  if ((await certificateHours(services)) === 0) throw new BadRequest("error", text.notSigned);
  const { public_key } = await parseBody(context, fields, body);
  const key = readCertifiableKey(String(public_key));
  if (key === null) throw new BadRequest("error", text.keyUnusable);
  const owner = await factorOwner(services, principal.id);
  if ((await usableFactors(services, owner)).length === 0)
    throw new BadRequest("error", text.secondFactorNeeded);
  await requireConfirmation(context, "mfa", "always");
  const id = await certifyKey(
    { ...services, db },
    { user: owner, key, factor: "mfa", remoteAddress, client: "" },
  );
  if (id === null) throw new BadRequest("error", text.notSigned);
  await record(context, "create", { id, fingerprint: fingerprintOf(key) });
  return { status: 201, body: await readOne(context, id) };
}

async function revoke(context: CallerContext, id: string): Promise<RouteAnswer> {
  const found = await readOne(context, id);
  await context.db
    .deleteFrom("user_certificates")
    .where("id", "=", id)
    .where("user_id", "=", context.principal.id)
    .execute();
  await record(context, "delete", found);
  return { status: 204 };
}

const access = signedIn("only the caller's own certificates");
const title = "SSH Certificates";
const path = "/api/v1/sallyport/own-ssh-certificates/";

/**
 * The certificates of the caller's SSH keys for the gateway; an extension.
 * Contract: docs/contract/identity.md, "SSH certificates".
 */
export const ownCertificateRoutes: readonly RouteDeclaration[] = [
  {
    methods: ["GET"],
    path,
    access,
    title,
    fields: {
      GET: {
        hours: integer({ label: text.hours, readOnly: true }),
        certificates: computed({ label: text.certificates, type: "list", present: () => null }),
      },
    },
    handle: async (context) => {
      const known = caller(context);
      const hours = await certificateHours(known.services);
      return { body: { hours, certificates: hours === 0 ? [] : await read(known) } };
    },
  },
  {
    methods: ["POST"],
    path,
    access,
    title,
    bodyLimit: 32_768,
    fields: { POST: fields },
    handle: (context, { body }) => sign(caller(context), body),
  },
  {
    methods: ["DELETE"],
    path: `${path}:id/`,
    access,
    title,
    fields: { DELETE: { date_expired: datetime({ label: text.dateExpired, readOnly: true }) } },
    handle: (context, { params }) => revoke(caller(context), params.id ?? ""),
  },
];
