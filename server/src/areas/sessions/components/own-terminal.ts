import type { Kysely } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import { BadRequest } from "../../../engine/errors.ts";
import { text } from "./texts.ts";

/** A component as it calls. */
export interface OwnTerminal {
  readonly id: string;
  readonly name: string;
  readonly type: string;
}

/** The component an account works for; undefined where it works for none. */
export function terminalOf(db: Kysely<Database>, accountId: string): Promise<OwnTerminal | undefined> {
  return db
    .selectFrom("terminals")
    .select(["id", "name", "type"])
    .where("service_account_id", "=", accountId)
    .where("is_deleted", "=", false)
    .executeTakeFirst();
}

/**
 * The component that calls.
 *
 * @throws BadRequest for an account that is registered, but as no component
 */
export async function ownTerminal(context: {
  readonly db: Kysely<Database>;
  readonly principal: { readonly id: string };
}): Promise<OwnTerminal> {
  const terminal = await terminalOf(context.db, context.principal.id);
  if (terminal === undefined) throw new BadRequest("no_terminal", text.noTerminal);
  return terminal;
}
