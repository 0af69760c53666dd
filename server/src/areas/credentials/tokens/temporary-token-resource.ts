import { sql } from "kysely";
import { type CallerContext, permission, type RequestContext } from "../../../engine/access/index.ts";
import {
  type ActionRequest,
  computed,
  datetime,
  defineResource,
  uuid,
} from "../../../engine/resource/index.ts";
import { userCredentialsTable } from "../../users/index.ts";
import { temporaryToken } from "../identity/temporary-token.ts";
import { recordOwnSecrets } from "../own-secrets.ts";
import { text } from "../texts.ts";
import { newTemporaryToken, temporaryTokenContext } from "./temporary-tokens.ts";

const own = ({ principal }: RequestContext) => sql<boolean>`t.user_id = ${principal?.id ?? null}::uuid`;

const owner = sql.ref("t.user_id");

/** A person's own temporary passwords, newest first. Contract: docs/contract/identity.md, "Temporary passwords". */
export const temporaryTokensResource = defineResource({
  path: "authentication/temp-tokens",
  app: "authentication",
  model: "temptoken",
  label: text.temporaryToken,
  title: "Temp Token",
  scope: "global",
  table: "temporary_tokens",
  displayColumn: "id",
  fields: {
    id: uuid({ label: text.id, readOnly: true }),
    username: computed({
      label: text.username,
      type: "string",
      select: () => sql`(select u.username from ${userCredentialsTable} u where u.id = ${owner})`,
      present: ({ username }) => String(username),
    }),
    secret: computed({
      label: text.secret,
      masked: true,
      type: "string",
      columns: ["id", "secret_sealed"],
      present: ({ id, secret_sealed: sealed }, { services }) =>
        services.secrets.open(String(sealed), temporaryTokenContext(String(id))),
    }),
    verified: computed({
      label: text.verified,
      type: "boolean",
      columns: ["date_verified"],
      present: ({ date_verified: verified }) => verified !== null,
    }),
    is_valid: computed({
      label: text.isValid,
      type: "boolean",
      select:
        () => sql`(t.date_verified is null and t.date_expired > now() and t.date_password is not distinct from
        (select u.date_password_last_updated from ${userCredentialsTable} u where u.id = ${owner}))`,
      // What is switched off opens nothing.
      load: ({ services }) => temporaryToken.isEnabled(services),
      present: ({ is_valid: isValid }, _context, isEnabled) => isValid === true && isEnabled === true,
    }),
    date_created: datetime({ label: text.dateCreated, readOnly: true }),
    date_updated: datetime({ label: text.dateUpdated, readOnly: true }),
    date_verified: datetime({ label: text.dateVerified, readOnly: true }),
    date_expired: datetime({ label: text.dateExpired, readOnly: true }),
  },
  order: { by: ["date_created", "date_expired"], default: ["-date_created"] },
  where: own,
  operations: ["list", "retrieve", "create"],
  confirm: { create: "password" },
  files: { without: ["secret"] },
  hooks: {
    columns: ({ context }) =>
      newTemporaryToken({ ...context.services, db: context.db }, context.principal.id),
    beforeRead: (context, { rows }) =>
      recordOwnSecrets(context, text.temporaryToken, "temporary_tokens", rows),
  },
  actions: [
    {
      name: "expire",
      on: "object",
      methods: ["PATCH"],
      access: permission("authentication.change_temptoken"),
      handle: expire,
    },
  ],
});

/** Ends a token now; one that has ended stays as it is. */
async function expire({ db }: CallerContext, { row }: ActionRequest) {
  await sql`
    update temporary_tokens set date_expired = now(), date_updated = now()
    where id = ${String(row?.id)}::uuid and date_expired > now()
  `.execute(db);
  return { status: 204 };
}
