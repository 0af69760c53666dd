import { sql } from "kysely";
import { authorOf, type CallerContext, permission } from "../../../engine/access/index.ts";
import { recordOperations } from "../../../engine/audit/index.ts";
import { ValidationError } from "../../../engine/errors.ts";
import { text as common } from "../../../engine/i18n/index.ts";
import { isObject } from "../../../engine/json.ts";
import {
  boolean,
  datetime,
  defineResource,
  exact,
  exactUuid,
  isUuid,
  text as line,
  list,
  type ResourceDeclaration,
  stamps,
  uuid,
} from "../../../engine/resource/index.ts";
import { assetField } from "../asset-field.ts";
import { inNode, onAsset, onPlatform } from "../asset-filters.ts";
import { text as accountText } from "../texts.ts";
import { keepGathered } from "./keep-gathered.ts";
import { text } from "./texts.ts";

/** Accounts found on assets. Contract: docs/contract/accounts.md, "Discovered accounts". */
export function gatheredAccountsResource(): ResourceDeclaration {
  return defineResource({
    path: "accounts/gathered-accounts",
    app: "accounts",
    model: "gatheredaccount",
    label: text.gatheredAccount,
    title: "Gathered Account",
    scope: "organization",
    table: "gathered_accounts",
    displayColumn: "username",
    fields: {
      id: uuid({ label: common.id }),
      present: boolean({ label: text.present, default: true }),
      asset: assetField(),
      username: line({ label: accountText.username, required: true, maxLength: 32 }),
      ...stamps("date_updated"),
      address_last_login: line({ label: text.addressLastLogin, blank: true, maxLength: 39 }),
      date_last_login: datetime({ label: text.dateLastLogin, nullable: true }),
    },
    fieldOrder: "declared",
    filters: {
      id: exactUuid("t.id"),
      asset_id: exactUuid("t.asset_id"),
      username: exact("t.username"),
      node_id: inNode,
      platform: onPlatform,
      category: onAsset("a.category"),
      type: onAsset("a.type"),
    },
    search: ["t.username"],
    order: {
      by: ["username", "present", "date_updated", "date_last_login", "address_last_login", "asset_id"],
      default: ["asset_id", "username"],
    },
    uniqueTogether: { gathered_accounts_username_key: ["username"] },
    actions: [
      {
        name: "sync-accounts",
        on: "collection",
        methods: ["POST"],
        access: permission("accounts.add_gatheredaccount"),
        title: "Gathered Account Sync",
        fields: {
          POST: {
            gathered_account_ids: list({
              label: text.gatheredAccount,
              required: true,
              child: uuid({ label: common.id }),
            }),
          },
        },
        handle: async (context, { body }) => {
          await syncAccounts(context, readIds(body));
          return { status: 201 };
        },
      },
    ],
  });
}

/** @throws ValidationError when none is named, or one is no id. */
function readIds(body: unknown): string[] {
  const given = isObject(body) ? body.gathered_account_ids : undefined;
  if (!Array.isArray(given) || given.length === 0) {
    throw new ValidationError({ gathered_account_ids: [text.noneChosen] });
  }
  if (!given.every((id): id is string => typeof id === "string" && isUuid(id))) {
    throw new ValidationError({ gathered_account_ids: [common.notUuid] });
  }
  return given;
}

async function syncAccounts(context: CallerContext, ids: readonly string[]): Promise<void> {
  const { db, organization } = context;
  const chosen = sql<boolean>`g.id = any(${[...ids]}::uuid[])
    and (${organization.isRoot} or g.org_id = ${organization.id}::uuid)`;
  await recordOperations(context, await keepGathered(db, chosen, authorOf(context)));
}
