import { sql } from "kysely";
import type { CallerContext, RequestContext } from "../../../engine/access/index.ts";
import {
  addressEntry,
  boolean,
  computed,
  datetime,
  defineResource,
  list,
  uuid,
} from "../../../engine/resource/index.ts";
import { recordOwnSecrets } from "../own-secrets.ts";
import { text } from "../texts.ts";
import { accessKeyContext, newAccessKey } from "./access-keys.ts";

const anywhere: readonly string[] = ["*"];

const addresses = list({
  label: text.addresses,
  help: text.addressesHelp,
  child: addressEntry({ label: text.addresses, maxLength: 100 }),
  maxItems: 100,
  default: anywhere,
});

const own = ({ principal }: RequestContext) => sql<boolean>`t.user_id = ${principal?.id ?? null}::uuid`;

/**
 * A person's own access keys. The secret is made here and shown to its owner; nobody chooses it. `ip_group` and
 * `date_last_used` are additions. Contract: docs/contract/identity.md, "Access keys".
 */
export const accessKeysResource = defineResource({
  path: "authentication/access-keys",
  app: "authentication",
  model: "accesskey",
  label: text.accessKey,
  title: "Access Key",
  scope: "global",
  table: "access_keys",
  displayColumn: "id",
  fields: {
    id: uuid({ label: text.id, readOnly: true }),
    secret: computed({
      label: text.secret,
      masked: true,
      type: "string",
      columns: ["id", "secret_sealed"],
      present: ({ id, secret_sealed: sealed }, { services }) =>
        services.secrets.open(String(sealed), accessKeyContext(String(id))),
    }),
    is_active: boolean({ label: text.isActive, default: true }),
    ip_group: {
      ...addresses,
      // A list that names nothing means what leaving it out means.
      toColumns: (value) => ({
        ip_group: JSON.stringify((value as string[]).length === 0 ? anywhere : value),
      }),
    },
    date_created: datetime({ label: text.dateCreated, readOnly: true }),
    date_last_used: datetime({ label: text.dateLastUsed, readOnly: true }),
  },
  order: { by: ["date_created", "date_last_used", "is_active"], default: ["-date_created"] },
  where: own,
  operations: ["list", "retrieve", "create", "update", "delete"],
  // Who finds a browser open must not leave with a key that outlasts it.
  confirm: { create: "password" },
  files: { previewed: false, without: ["secret"] },
  hooks: {
    columns: ({ mode, context }) => (mode === "create" ? newKey(context) : {}),
    beforeRead: (context, { rows }) => recordOwnSecrets(context, text.accessKey, "access_keys", rows),
  },
});

function newKey({ principal, services }: CallerContext): Record<string, unknown> {
  return newAccessKey(services, principal.id).row;
}
