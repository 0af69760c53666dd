import { sql } from "kysely";
import { type ContributedFilter, isUuid } from "../../../engine/resource/index.ts";
import { usersTable } from "../../users/index.ts";

/** `users/users/?scim_source=`: the people of a source, as its count shows them. */
export const userListFilter: ContributedFilter = {
  table: usersTable.name,
  name: "scim_source",
  condition: (value) =>
    isUuid(value)
      ? sql<boolean>`t.id in (
          select s.user_id from scim_users s where s.source_id = ${value}::uuid and s.date_left is null)`
      : null,
};
