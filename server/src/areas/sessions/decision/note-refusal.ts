import { type Kysely, sql } from "kysely";
import {
  markNoted,
  type RefusalChannel,
  type RefusalSubject,
  type RefusedPerson,
  refusalKindOf,
} from "../../../engine/audit/index.ts";
import type { Database } from "../../../engine/database/index.ts";
import { type ApiError, TermsNotAccepted } from "../../../engine/errors.ts";
import type { Message } from "../../../engine/i18n/index.ts";
import { isUuid } from "../../../engine/resource/index.ts";
import type { Services } from "../../../engine/services.ts";
import type { AccessChannel } from "../../../transport/connections/index.ts";
import { assetsTable } from "../../assets/index.ts";
import { roleBindingsTable } from "../../roles/index.ts";

/** Who wanted to connect, and what is known of where to. */
export interface RefusedConnection {
  readonly person: RefusedPerson;
  readonly remoteAddress: string;
  readonly channel: RefusalChannel;
  /** The asset, where it was found. */
  readonly asset?: {
    readonly id: string;
    readonly org_id: string;
    readonly name: string;
    readonly address: string;
  };
  /** What somebody called it: its id, its name or its address. */
  readonly named: string;
  readonly account?: string | null;
  readonly protocol?: string | null;
}

/** The access channel of the log: files are one of their own. */
export const refusalChannelOf = (way: AccessChannel): RefusalChannel =>
  way === "sftp" || way === "web-files" || way === "scp" ? "files" : "ssh";

/** Takes down that a connection was refused. */
export function noteRefusedConnection(
  { refusals }: Pick<Services, "refusals">,
  connection: RefusedConnection,
  { code, message }: { readonly code: string; readonly message: Message },
): void {
  const { person, remoteAddress, channel, asset, named, account, protocol } = connection;
  const { id, username, name } = person;
  refusals.note({
    person: { id, username, name },
    ...{ remoteAddress, channel, code },
    kind: refusalKindOf(code),
    reason: message,
    account: account ?? "",
    protocol: protocol ?? "",
    ...(asset === undefined
      ? { asset: named, more: (db) => guess(db, named, id) }
      : { asset: `${asset.name}(${asset.address})`, assetId: asset.id, organizationId: asset.org_id }),
  });
}

/** The same of an error, unless it stands in the log or something is only awaited. */
export function noteRefusedError(
  services: Pick<Services, "refusals">,
  connection: RefusedConnection,
  error: ApiError,
): void {
  if (error instanceof TermsNotAccepted || error.code === "acl_review" || error.status >= 500) return;
  if (markNoted(error))
    noteRefusedConnection(services, connection, { code: error.code, message: error.detail });
}

/**
 * The asset that somebody named and may not see, where there is just one of that name; else where the person is at
 * home, where that is just one organization. Looked up when nobody waits: an answer takes the same time either way.
 */
async function guess(db: Kysely<Database>, named: string, userId: string): Promise<RefusalSubject> {
  const { rows: assets } = await sql<{ id: string; org_id: string; name: string; address: string }>`
    select id, org_id, name, address from ${assetsTable}
    where name = ${named} or address = ${named} or id = ${isUuid(named) ? named : null}::uuid limit 2
  `.execute(db);
  const [asset] = assets;
  if (asset !== undefined && assets.length === 1) {
    return { asset: `${asset.name}(${asset.address})`, assetId: asset.id, organizationId: asset.org_id };
  }
  const { rows: homes } = await sql<{ org_id: string }>`
    select distinct org_id from ${roleBindingsTable} where user_id = ${userId}::uuid and org_id is not null limit 2
  `.execute(db);
  return { organizationId: homes.length === 1 ? (homes[0]?.org_id ?? null) : null };
}
