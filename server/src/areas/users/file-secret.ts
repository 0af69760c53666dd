import type { Kysely } from "kysely";
import { beforeTerms, type CallerContext } from "../../engine/access/index.ts";
import { recordOperation } from "../../engine/audit/index.ts";
import type { Database } from "../../engine/database/index.ts";
import { ValidationError } from "../../engine/errors.ts";
import { caller, type RouteDeclaration } from "../../engine/http/index.ts";
import { boolean, parseBody, secret } from "../../engine/resource/index.ts";
import type { SealedColumn, SecretBox } from "../../engine/secrets/index.ts";
import { text } from "./texts.ts";

const written = {
  new_secret_key: secret({ label: text.fileSecret, required: true, blank: false, maxLength: 128 }),
  new_secret_key_again: secret({ label: text.fileSecretAgain, required: true, blank: false, maxLength: 128 }),
};

const fields = { has_secret_key: boolean({ label: text.hasFileSecret, readOnly: true }), ...written };

/** What a sealed password is bound to. */
const sealContext = (userId: string): string => `users.file_secret_sealed:${userId}`;

/** The passwords people encrypt their exports with. */
export const fileSecretColumn: SealedColumn = {
  table: "users",
  column: "file_secret_sealed",
  key: ["id"],
  context: (id = "") => sealContext(id),
};

/** The password a user's files are encrypted with; null when there is none. */
export async function filePasswordOf(
  db: Kysely<Database>,
  secrets: SecretBox,
  userId: string,
): Promise<string | null> {
  const user = await db
    .selectFrom("users")
    .select("file_secret_sealed")
    .where("id", "=", userId)
    .executeTakeFirst();
  const sealed = user?.file_secret_sealed ?? null;
  return sealed === null ? null : secrets.open(sealed, sealContext(userId));
}

/** Those of these users who have such a password. */
export async function withFilePassword(
  db: Kysely<Database>,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set();
  const users = await db
    .selectFrom("users")
    .select("id")
    .where("id", "in", [...userIds])
    .where("file_secret_sealed", "is not", null)
    .execute();
  return new Set(users.map(({ id }) => id));
}

async function change(context: CallerContext, body: unknown): Promise<void> {
  const { db, principal, services } = context;
  const given = await parseBody(context, written, body);
  if (given.new_secret_key !== given.new_secret_key_again) {
    throw new ValidationError({ new_secret_key_again: [text.passwordMismatch] });
  }
  // Kept so that it can be read again: files are encrypted with it.
  const sealed = services.secrets.seal(String(given.new_secret_key), sealContext(principal.id));
  await db.updateTable("users").set({ file_secret_sealed: sealed }).where("id", "=", principal.id).execute();
  const { id, name } = principal;
  await recordOperation(context, { action: "update", type: text.user, name, id });
}

async function isSet({ db, principal }: CallerContext): Promise<boolean> {
  const user = await db
    .selectFrom("users")
    .select("file_secret_sealed")
    .where("id", "=", principal.id)
    .executeTakeFirst();
  return (user?.file_secret_sealed ?? null) !== null;
}

const path = "/api/v1/users/profile/secret-key/";
const access = beforeTerms("only the caller's own");
const title = "User Secret Key Api";

/**
 * `users/profile/secret-key/`: the password that files a person exports are encrypted with.
 * Contract: docs/contract/identity.md, "Profile".
 */
export const fileSecretRoutes: readonly RouteDeclaration[] = [
  {
    methods: ["GET"],
    path,
    access,
    title,
    fields: { GET: fields },
    handle: async (context) => ({ body: { has_secret_key: await isSet(caller(context)) } }),
  },
  {
    methods: ["PUT", "PATCH"],
    path,
    access,
    confirm: "password",
    title,
    fields: { PUT: fields, PATCH: fields },
    handle: async (context, { body }) => {
      const known = caller(context);
      await change(known, body);
      return { body: { has_secret_key: await isSet(known) } };
    },
  },
];
