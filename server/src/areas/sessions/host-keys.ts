import { type Kysely, sql } from "kysely";
import { permission } from "../../engine/access/index.ts";
import type { Database } from "../../engine/database/index.ts";
import { text as common } from "../../engine/i18n/index.ts";
import { log } from "../../engine/log.ts";
import {
  datetime,
  defineResource,
  exact,
  exactUuid,
  integer,
  relation,
  text as textField,
  uuid,
} from "../../engine/resource/index.ts";
import type { HostKey, HostKeyEndpoint, HostKeyMismatch } from "../../transport/ssh/index.ts";
import { assetsTable, namedAsset } from "../assets/index.ts";
import { text } from "./texts.ts";

/** The pinned key of a target; null before the first connection. */
export async function pinnedHostKey(db: Kysely<Database>, target: HostKeyEndpoint): Promise<HostKey | null> {
  const row = await db
    .selectFrom("host_keys")
    .select(["algorithm", "public_key", "fingerprint"])
    .where("asset_id", "=", target.assetId)
    .where("host", "=", target.host)
    .where("port", "=", target.port)
    .executeTakeFirst();
  if (row === undefined) return null;
  return { algorithm: row.algorithm, publicKey: row.public_key, fingerprint: row.fingerprint };
}

/** Pins `key` unless one is pinned; the first of several at once wins, and all are answered that one. */
export async function pinFirstHostKey(
  db: Kysely<Database>,
  target: HostKeyEndpoint,
  key: HostKey,
): Promise<HostKey> {
  await db
    .insertInto("host_keys")
    .values({
      asset_id: target.assetId,
      host: target.host,
      port: target.port,
      algorithm: key.algorithm,
      public_key: key.publicKey,
      fingerprint: key.fingerprint,
      offered_fingerprint: null,
      date_mismatch: null,
    })
    .onConflict((conflict) => conflict.columns(["asset_id", "host", "port"]).doNothing())
    .execute();
  return (await pinnedHostKey(db, target)) ?? pinFirstHostKey(db, target, key);
}

/** Keeps the refused key beside the pin, for whoever decides whether the change is right. */
export async function reportHostKeyMismatch(
  db: Kysely<Database>,
  target: HostKeyEndpoint,
  mismatch: Pick<HostKeyMismatch, "offered"> & { readonly userId: string; readonly sessionId: string },
): Promise<void> {
  const { offered, userId, sessionId } = mismatch;
  log.warn(
    { asset: target.assetId, session: sessionId, user: userId, fingerprint: offered.fingerprint },
    "a target showed another host key than the pinned one; the connection was refused",
  );
  await db
    .updateTable("host_keys")
    .set({ offered_fingerprint: offered.fingerprint, date_mismatch: new Date() })
    .where("asset_id", "=", target.assetId)
    .where("host", "=", target.host)
    .where("port", "=", target.port)
    .execute();
}

/**
 * The pinned host keys, an addition to the contract: list them, and delete one so that the next connection pins
 * the key the target shows then. Contract: docs/contract/sessions.md, section 7.
 */
export const hostKeysResource = defineResource({
  path: "sallyport/host-keys",
  app: "assets",
  model: "asset",
  label: text.hostKey,
  title: "Host Key",
  scope: "global",
  table: "host_keys",
  fieldOrder: "declared",
  fields: {
    id: uuid({ label: common.id, readOnly: true }),
    asset: relation({
      label: text.asset,
      readOnly: true,
      column: "asset_id",
      target: namedAsset,
    }),
    host: textField({ label: text.host, readOnly: true }),
    port: integer({ label: text.port, readOnly: true }),
    algorithm: textField({ label: text.algorithm, readOnly: true }),
    fingerprint: textField({ label: text.fingerprint, readOnly: true }),
    public_key: textField({ label: text.publicKey, readOnly: true, only: ["retrieve"] }),
    date_pinned: datetime({ label: text.datePinned, readOnly: true }),
    offered_fingerprint: textField({ label: text.offeredFingerprint, readOnly: true }),
    date_mismatch: datetime({ label: text.dateMismatch, readOnly: true }),
  },
  filters: { asset: exactUuid("t.asset_id"), host: exact("t.host") },
  search: ["t.host", "t.fingerprint"],
  order: { by: ["host", "date_pinned", "date_mismatch"], default: ["host"] },
  where: ({ organization }) =>
    organization.isRoot
      ? null
      : sql<boolean>`t.asset_id in (select a.id from ${assetsTable} a where a.org_id = ${organization.id}::uuid)`,
  operations: ["list", "retrieve", "delete"],
  access: { delete: permission("assets.change_asset") },
  displayColumn: "host",
});
