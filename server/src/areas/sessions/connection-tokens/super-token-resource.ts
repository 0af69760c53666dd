import { sql } from "kysely";
import { component } from "../../../engine/access/index.ts";
import { ValidationError } from "../../../engine/errors.ts";
import { text as common, withParameters } from "../../../engine/i18n/index.ts";
import {
  contains,
  defineResource,
  type ResourceDeclaration,
  readKey,
  relation,
  type WriteEvent,
} from "../../../engine/resource/index.ts";
import { usersTable } from "../../users/index.ts";
import { text } from "../texts.ts";
import { renewAction, secretAction } from "./component-actions.ts";
import { tokenColumnsOf, tokenFields } from "./token-resource.ts";

const fields = {
  ...tokenFields,
  // Whoever it is, it is decided with what they may do.
  user: {
    ...relation({
      label: text.user,
      required: true,
      column: "user_id",
      target: { table: usersTable.name, key: "uuid" },
    }),
    parse: (input: unknown) => readKey(input, "uuid"),
  },
};

/** The person a component asks for: somebody who may sign in now. */
async function columnsOf(event: WriteEvent<typeof fields>): Promise<Record<string, unknown>> {
  const { services, accessVersion } = event.context;
  const user = event.values.user ?? "";
  const person = await services.principals.load(user, accessVersion);
  if (person === null || person.isServiceAccount) {
    throw new ValidationError({ user: [withParameters(common.objectMissing, { pk: user })] });
  }
  return tokenColumnsOf(event, person);
}

const add = component("authentication.add_superconnectiontoken");
const view = component("authentication.view_superconnectiontoken");

/**
 * Connection tokens as components work with them: made for somebody, renewed, and turned into what is connected with.
 * Contract: docs/contract/sessions.md, section 8, "Components".
 */
export const superTokenResource: ResourceDeclaration = defineResource({
  path: "authentication/super-connection-token",
  app: "authentication",
  model: "superconnectiontoken",
  label: text.connectionToken,
  title: "Super Connection Token",
  scope: "global",
  table: "connection_tokens",
  fields,
  filters: { user_display: contains("t.user_display"), asset_display: contains("t.asset_display") },
  search: ["t.user_display", "t.asset_display"],
  order: { by: ["date_expired", "date_created"], default: ["-date_expired"], announced: false },
  where: () => sql<boolean>`t.date_expired > now()`,
  operations: ["list", "retrieve", "create"],
  access: { list: view, retrieve: view, create: add },
  displayColumn: "asset_display",
  hooks: { columns: columnsOf },
  actions: [
    { name: "renewal", on: "collection", methods: ["PATCH"], access: add, handle: renewAction },
    {
      name: "secret",
      on: "collection",
      methods: ["POST"],
      access: component("authentication.view_superconnectiontokensecret"),
      handle: secretAction,
    },
  ],
});
