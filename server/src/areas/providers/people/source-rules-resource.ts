import { sql } from "kysely";
import { permission } from "../../../engine/access/index.ts";
import { ValidationError } from "../../../engine/errors.ts";
import { text as common } from "../../../engine/i18n/index.ts";
import { oneLine } from "../../../engine/names.ts";
import {
  defineResource,
  exactChoice,
  labeledChoice,
  type ResourceDeclaration,
  relation,
  stamps,
  text as textField,
  uuid,
} from "../../../engine/resource/index.ts";
import { organizationIds, organizationsTable } from "../../organizations/index.ts";
import { roleScopeOf, roleTarget } from "../../roles/index.ts";
import { sourceChoices, userGroupsTable } from "../../users/index.ts";
import { text } from "./texts.ts";

/** Sources that can send people. */
export const foreignSources = sourceChoices.filter(({ value }) => value !== "local");

/** Who arranges sign-in may see who comes in and with what. */
const see = permission("settings.change_auth");

/** A rule may give any role and group there is, so nobody with less than all rights makes one. */
const change = permission("settings.change_setting");

const fields = {
  id: uuid({ label: common.id }),
  source: labeledChoice({ label: text.source, required: true, choices: foreignSources }),
  attribute: textField({
    label: text.attribute,
    help: text.attributeHelp,
    default: "groups",
    blank: false,
    maxLength: 256,
    check: oneLine,
  }),
  value: textField({
    label: text.value,
    help: text.valueHelp,
    required: true,
    blank: false,
    maxLength: 1024,
  }),
  role: relation({
    label: text.role,
    column: "role_id",
    nullable: true,
    target: roleTarget("org", () => sql<boolean>`true`),
  }),
  organization: relation({
    label: text.organization,
    help: text.organizationHelp,
    column: "org_id",
    nullable: true,
    target: {
      table: organizationsTable.name,
      key: "uuid",
      where: () => sql<boolean>`r.id <> ${organizationIds.root}::uuid`,
    },
  }),
  group: relation({
    label: text.group,
    column: "group_id",
    nullable: true,
    target: { table: userGroupsTable.name, key: "uuid" },
  }),
  comment: textField({ label: common.comment }),
  ...stamps("date_created", "date_updated", "created_by"),
};

/**
 * `sallyport/source-rules`: which roles and groups follow from what another system says of a person. Contract: docs/contract/identity.md, "People of other systems".
 */
export const sourceRulesResource: ResourceDeclaration = defineResource({
  path: "sallyport/source-rules",
  app: "settings",
  model: "setting",
  label: text.rule,
  title: "Source Rule",
  scope: "global",
  table: "source_rules",
  fieldOrder: "declared",
  stamped: ["updated_by"],
  fields,
  sizes: { mini: ["id", "source", "attribute", "value"] },
  filters: {
    source: exactChoice(
      "t.source",
      foreignSources.map(({ value }) => value),
    ),
  },
  search: ["t.attribute", "t.value", "t.comment"],
  order: {
    by: ["source", "attribute", "value", "date_created", "date_updated"],
    default: ["source", "attribute", "value"],
  },
  operations: ["list", "retrieve", "create", "update", "delete"],
  access: { list: see, retrieve: see, create: change, update: change, delete: change },
  hooks: {
    async validate({ context, values, before }) {
      const [role, group] = [
        values.role === undefined ? before?.role_id : values.role,
        values.group === undefined ? before?.group_id : values.group,
      ].map((id) => id ?? null);
      const organization = (values.organization === undefined ? before?.org_id : values.organization) ?? null;
      if ((role === null) === (group === null)) {
        throw new ValidationError({ [role === null ? "role" : "group"]: [text.oneGrant] });
      }
      if (role === null) {
        values.organization = null;
        return;
      }
      const scope = await roleScopeOf(context.db, String(role));
      if (scope === "org" && organization === null) {
        throw new ValidationError({ organization: [text.needsOrganization] });
      }
      if (scope === "system" && organization !== null) {
        throw new ValidationError({ organization: [text.noOrganization] });
      }
    },
  },
});
