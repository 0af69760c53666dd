import { sql } from "kysely";
import type { CallerContext } from "../../../engine/access/index.ts";
import { ApiError, BadRequest, FieldError, NotFound, ValidationError } from "../../../engine/errors.ts";
import { text as common } from "../../../engine/i18n/index.ts";
import { isObject } from "../../../engine/json.ts";
import {
  type ActionAnswer,
  type ActionRequest,
  readKey,
  writeInstant,
} from "../../../engine/resource/index.ts";
import type { Services } from "../../../engine/services.ts";
import { text } from "../texts.ts";
import { checkConnection } from "./checks.ts";
import { awaitedColumns, wantsTicket } from "./reviewed-tokens.ts";
import { inputSecretContext, tokenColumns, tokenExpiry } from "./token-values.ts";

/** Ends a token at once; what was typed for it is forgotten. */
export async function expireAction({ db }: CallerContext, { row }: ActionRequest): Promise<ActionAnswer> {
  await db
    .updateTable("connection_tokens")
    .set({ date_expired: new Date(), input_secret_sealed: null, date_updated: new Date() })
    .where("id", "=", String(row?.id))
    .execute();
  return { status: 204 };
}

/** Refuses to have a token used more than once where the installation does not, and where it was approved. */
export async function requireReusable(
  { settings }: Pick<Services, "settings">,
  token: { readonly from_ticket?: unknown },
): Promise<void> {
  if (typeof token.from_ticket === "string") throw new BadRequest("error", text.reviewedOnce);
  if (!(await settings.get<boolean>("CONNECTION_TOKEN_REUSABLE"))) {
    throw new BadRequest("error", text.reuseDisabled);
  }
}

/** Makes a token usable more than once, or once only; its time starts anew. */
export async function reuseAction(
  context: CallerContext,
  { row, body }: ActionRequest,
): Promise<ActionAnswer> {
  const { services, db, principal } = context;
  await requireReusable(services, row ?? {});
  const reusable = isObject(body) ? body.is_reusable : undefined;
  if (typeof reusable !== "boolean") throw new ValidationError({ is_reusable: [common.notBoolean] });
  const id = String(row?.id);
  const expires = await tokenExpiry(services, reusable);
  await db
    .updateTable("connection_tokens")
    .set({
      is_reusable: reusable,
      date_expired: expires,
      date_updated: new Date(),
      updated_by: principal.name,
    })
    .where("id", "=", id)
    .execute();
  return { body: { id, date_expired: writeInstant(expires, context.timeZone), is_reusable: reusable } };
}

/** The token a body names. */
export function idOf(body: unknown): string {
  try {
    return String(readKey(isObject(body) ? body : undefined, "uuid"));
  } catch (error) {
    if (error instanceof FieldError) throw new ValidationError({ id: error.errors });
    throw error;
  }
}

/**
 * A new token like one of the caller's own, also like one that has been used or has expired since: what it stands
 * for is checked as if it were asked for the first time. Answers the id of the new one.
 */
export async function exchangeToken(context: CallerContext, body: unknown): Promise<string> {
  const { services, db, principal } = context;
  const old = await db
    .selectFrom("connection_tokens")
    .selectAll()
    .where("id", "=", idOf(body))
    .where("user_id", "=", principal.id)
    .executeTakeFirst();
  if (old === undefined) throw new NotFound(text.connectionToken);
  if (!old.is_active) throw new ApiError(403, "permission_denied", text.tokenInactive);
  const requested = {
    assetId: old.asset_id,
    account: old.account,
    protocol: old.protocol,
    connectMethod: old.connect_method,
    typedUsername: old.input_username,
  };
  const { remoteAddress, accessVersion: version } = context;
  const granted = await checkConnection(
    {
      ...{ services, db, principal, version, remoteAddress },
      channel: context.credential === "session" ? "web" : "api",
      status: 400,
      mayAwait: wantsTicket(context),
    },
    requested,
  );
  const { input_secret_sealed: sealed } = old;
  const columns = await tokenColumns(services, principal, {
    requested,
    granted,
    typed: {
      username: old.input_username,
      secret: sealed === null ? "" : services.secrets.open(sealed, inputSecretContext(old.id)),
    },
    connectOptions: old.connect_options,
    isReusable:
      old.is_reusable &&
      granted.awaits === null &&
      (await services.settings.get<boolean>("CONNECTION_TOKEN_REUSABLE")),
    remoteAddress,
  });
  const awaited = await awaitedColumns(context, principal, granted, {
    typedUsername: old.input_username,
    connectMethod: old.connect_method,
    remoteAddress,
    emergencyReason: "",
  });
  const stamped = { ...columns, ...awaited, created_by: principal.name, updated_by: principal.name };
  await sql`
    insert into connection_tokens (${sql.join(Object.keys(stamped).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(stamped))})
  `.execute(db);
  return columns.id;
}
