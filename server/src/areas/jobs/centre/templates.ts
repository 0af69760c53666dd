import { sql } from "kysely";
import type { CallerContext } from "../../../engine/access/index.ts";
import { PermissionDenied } from "../../../engine/errors.ts";
import { text as common } from "../../../engine/i18n/index.ts";
import {
  boolean,
  defineResource,
  exactBoolean,
  labeledChoice,
  text as line,
  type ResourceDeclaration,
  stamps,
  uuid,
} from "../../../engine/resource/index.ts";
import { creator, isOwn, moduleChoices } from "./fields.ts";
import { text } from "./texts.ts";

/** What everybody in the organization is offered is the business of its administrators. */
function requireSharing({ permissions }: CallerContext, ...isShared: readonly unknown[]): void {
  if (isShared.includes(true) && !permissions.isOrganizationAdmin)
    throw new PermissionDenied(text.sharingRefused);
}

/**
 * Commands people keep to use again; everybody their own, and those their organization shares. Contract:
 * docs/contract/job-centre.md, "Templates".
 */
export const adhocsResource: ResourceDeclaration = defineResource({
  path: "ops/adhocs",
  app: "ops",
  model: "adhoc",
  label: text.adhoc,
  title: "Ad Hoc",
  scope: "organization",
  table: "ops_adhocs",
  fieldOrder: "declared",
  fields: {
    id: uuid({ label: common.id }),
    creator: creator(),
    name: line({ label: common.name, required: true, maxLength: 128 }),
    module: labeledChoice({ label: text.module, choices: moduleChoices, default: "shell" }),
    args: line({ label: text.args, blank: true, maxLength: 8192, default: "" }),
    is_shared: boolean({ label: text.isShared, help: text.isSharedHelp, default: false }),
    comment: line({ label: common.comment, blank: true, nullable: true, maxLength: 1024 }),
    ...stamps("date_created", "date_updated"),
  },
  search: ["t.name", "t.comment"],
  order: { by: ["name", "date_created", "date_updated"], default: ["name"] },
  filters: { is_shared: exactBoolean("t.is_shared") },
  where: (context) => sql<boolean>`(${isOwn(context)} or t.is_shared)`,
  bulkDelete: "narrowed",
  hooks: {
    validate: ({ values, before, context }) => requireSharing(context, before?.is_shared, values.is_shared),
    beforeDelete: (context, row) => requireSharing(context, row.is_shared),
    columns: ({ before, context }) => (before === null ? { creator_id: context.principal.id } : {}),
  },
});
