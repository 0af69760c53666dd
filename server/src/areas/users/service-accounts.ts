import type { Kysely } from "kysely";
import { recordSystemOperations } from "../../engine/audit/index.ts";
import type { Database } from "../../engine/database/index.ts";
import { FieldError, ValidationError } from "../../engine/errors.ts";
import { type Message, text as shared, withParameters } from "../../engine/i18n/index.ts";
import { organizationIds } from "../organizations/index.ts";
import { keptUsername, resemblanceText, resembling } from "./names.ts";
import { text } from "./texts.ts";
import type { UserRoles } from "./user-roles.ts";

/** Longest name, in characters, so that the address made of it fits as well. */
const longest = 115;

/** An account of a component. */
export interface ServiceAccount {
  readonly id: string;
  readonly name: string;
  readonly comment: string;
}

function checkedName(input: unknown): string {
  const refuse = (message: Message) => new ValidationError({ name: [message] });
  if (typeof input !== "string" || input.trim() === "") throw refuse(shared.required);
  if (input.length > longest) throw refuse(withParameters(shared.tooLong, { limit: longest }));
  try {
    return keptUsername(input.trim());
  } catch (error) {
    if (error instanceof FieldError && Array.isArray(error.errors)) throw refuse(error.errors[0] as Message);
    throw error;
  }
}

/**
 * Makes an account a component works with: without a password, with the system role of components. The operate log
 * tells. Contract: docs/contract/identity.md, "Service accounts".
 *
 * @throws ValidationError when the name is none, or another user's
 */
export async function createServiceAccount(
  db: Kysely<Database>,
  roles: Pick<UserRoles, "makeComponent">,
  given: { readonly name: unknown; readonly comment: unknown; readonly remoteAddress: string },
): Promise<ServiceAccount> {
  const name = checkedName(given.name);
  const comment = typeof given.comment === "string" ? given.comment.slice(0, 1000) : "";
  const other = await resembling({ db }, "username", name, null);
  if (other !== null) throw new ValidationError({ name: [resemblanceText[other]] });
  const values = {
    name,
    username: name,
    email: `${name}@local.domain`,
    comment,
    is_service_account: true,
    is_first_login: false,
    created_by: "System",
  };
  const made = await db
    .insertInto("users")
    .values(values)
    // Somebody else has taken the name since it was looked for.
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (made === undefined) throw new ValidationError({ name: [resemblanceText.same] });
  const { id } = made;
  await roles.makeComponent(db, id);
  const entry = {
    action: "create" as const,
    type: text.user,
    name,
    id,
    organizationId: organizationIds.root,
  };
  await recordSystemOperations(db, [entry], given.remoteAddress);
  return { id, name, comment };
}

/** Removes the account of a component, with its keys: nothing it holds opens anything any more. */
export async function removeServiceAccount(db: Kysely<Database>, id: string): Promise<void> {
  await db.deleteFrom("users").where("id", "=", id).where("is_service_account", "=", true).execute();
}
