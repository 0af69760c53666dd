import { sql } from "kysely";
import { attributeRules } from "../../engine/attribute-filter/index.ts";
import { FieldError } from "../../engine/errors.ts";
import { text as shared } from "../../engine/i18n/index.ts";
import {
  contributed,
  custom,
  defineResource,
  exact,
  exactBoolean,
  exactChoice,
  exactUuid,
  type Filter,
  instant,
  isUuid,
  prepareResource,
  type Resource,
  type ResourceDeclaration,
  type ScopedListOptions,
} from "../../engine/resource/index.ts";
import { text } from "./texts.ts";
import { userActions } from "./user-actions.ts";
import { sourceChoices, userFields } from "./user-fields.ts";
import { createUserFilter, visibleUsers } from "./user-filter.ts";
import type { UserNotices } from "./user-notices.ts";
import type { UserRoles } from "./user-roles.ts";
import { userHooks } from "./user-rules.ts";

function inGroup(negated: boolean): Filter {
  return custom((value, { organization }) => {
    if (value === "") return null;
    if (!isUuid(value)) throw new FieldError([shared.notUuid]);
    const own = organization.isRoot ? sql`true` : sql`g.org_id = ${organization.id}`;
    return sql<boolean>`${sql.raw(negated ? "not" : "")} exists (
      select 1 from user_group_members m join user_groups g on g.id = m.usergroup_id
      where m.user_id = t.id and g.id = ${value}::uuid and ${own})`;
  });
}

const groupName: Filter = {
  condition: (value, { organization }) => {
    if (value === "") return null;
    const own = organization.isRoot ? sql`true` : sql`g.org_id = ${organization.id}`;
    return sql<boolean>`exists (
      select 1 from user_group_members m join user_groups g on g.id = m.usergroup_id
      where m.user_id = t.id and g.name = ${value.replaceAll("\0", "")} and ${own})`;
  },
};

const mini = ["id", "name", "username"];

/** Users as every list of them shows and finds them. Contract: docs/contract/identity.md, "User". */
export function userRows(roles: UserRoles): ScopedListOptions["rows"] {
  return {
    label: text.user,
    title: "User",
    scope: "global",
    isRetainedInRoot: true,
    deletedInRoot: roles.belongsNowhere("t.id"),
    table: "users",
    files: { without: ["avatar_url"] },
    fields: userFields(roles),
    sizes: { mini, small: [...mini, "email", "source", "is_active", "is_valid", "date_expired"] },
    filters: {
      id: exactUuid("t.id"),
      username: exact("t.username"),
      email: exact("t.email"),
      name: exact("t.name"),
      source: exactChoice(
        "t.source",
        sourceChoices.map(({ value }) => value),
      ),
      is_active: exactBoolean("t.is_active"),
      joined_from: instant("t.date_joined", ">="),
      // Known to the areas of sessions and logs.
      connected: contributed("users", "connected"),
      sign_in_from: contributed("users", "sign_in_from"),
      scim_source: contributed("users", "scim_source"),
      groups: groupName,
      group_id: inGroup(false),
      exclude_group_id: inGroup(true),
      attr_rules: attributeRules(createUserFilter(roles).subject, { onProblem: "nothing" }),
      ...roles.filters,
    },
    searchText: "t.search_text",
    hasSearchParts: true,
    order: {
      by: [
        "username",
        "name",
        "email",
        "wechat",
        "phone",
        "mfa_level",
        "source",
        "wecom_id",
        "dingtalk_id",
        "feishu_id",
        "created_by",
        "updated_by",
        "comment",
        "is_service_account",
        "is_active",
        "need_update_password",
        "is_first_login",
        "date_expired",
        "date_joined",
        "last_login",
        "date_updated",
        "date_password_last_updated",
      ],
      default: ["name"],
    },
    where: (context) => visibleUsers(roles, context),
  };
}

/** `users/users`. Contract: docs/contract/identity.md, "User". */
export function usersResource(roles: UserRoles, notices: UserNotices): ResourceDeclaration {
  let prepared: Resource | undefined;
  const declaration: ResourceDeclaration = defineResource({
    ...userRows(roles),
    path: "users/users",
    app: "users",
    model: "user",
    found: { title: "name", subtitle: ["username", "email"], facts: ["is_active", "username"] },
    hooks: userHooks(roles, notices),
    actions: userActions(roles, notices, () => {
      prepared ??= prepareResource(declaration);
      return prepared;
    }),
    bulkDelete: "narrowed",
    bulkDeleteRefusal: { code: "unable_to_delete_all_users", detail: text.unableToDeleteAll },
  });
  return declaration;
}
