import { useTranslation } from "react-i18next";
import { api } from "../../../kit/api/client.ts";
import { QuickActions } from "../../../kit/detail/quick-actions.tsx";
import { RelationCard } from "../../../kit/detail/relation-card.tsx";
import type { DetailContext } from "../../../kit/detail/resource-detail.tsx";
import { confirm } from "../../../kit/dialogs.tsx";
import { toast } from "../../../kit/feedback.ts";
import type { ColumnPlan } from "../../../kit/list/columns.ts";
import { ResourceList } from "../../../kit/list/resource-list.tsx";
import type { Action } from "../../../kit/list/row-actions.tsx";
import { rowName } from "../../../kit/list/rows.ts";
import type { Row } from "../../../kit/metadata/types.ts";
import { useSession } from "../../../kit/session.ts";
import { GROUP_RELATIONS_URL, GROUPS, USER_OPTIONS, USERS } from "../resources.ts";

const COLUMNS: ColumnPlan = {
  defaults: ["name", "username", "email", "is_valid"],
  exclude: ["avatar_url", "password_strategy"],
};
const NO_ACTIONS: readonly [] = [];

/** The members of a group: a list of them, and beside it the ways to add further ones. */
export function GroupMembers({ row: group, reload }: DetailContext) {
  const { t } = useTranslation("users");
  const { can, inRoot } = useSession();
  const id = String(group.id);
  const name = rowName(group);
  const mayAdd = !inRoot && can("users.add_usergroup");
  const addAll = () =>
    confirm({
      title: t("members.allTitle", { name }),
      content: t("members.allBody"),
      confirmText: t("members.allButton"),
      onConfirm: async () => {
        await api(`${GROUPS.url}${id}/add-all-users/`, { method: "POST", body: {} });
        toast("success", t("members.allDone", { name }));
        await reload();
      },
    });
  const add = async (users: readonly string[]) => {
    const body = users.map((user) => ({ user, usergroup: id }));
    await api(GROUP_RELATIONS_URL, { method: "POST", body });
    toast("success", t("members.added", { count: users.length }));
    await reload();
  };
  const removal = (user: Row): readonly Action[] => {
    if (inRoot || !can("users.delete_usergroup")) return [];
    const person = rowName(user);
    const run = () =>
      confirm({
        title: t("members.removeTitle", { name: person, group: name }),
        content: t("members.removeBody"),
        confirmText: t("members.remove"),
        danger: true,
        onConfirm: async () => {
          const query = { user: String(user.id), usergroup: id };
          await api(GROUP_RELATIONS_URL, { method: "DELETE", query });
          toast("success", t("members.removed", { name: person }));
          await reload();
        },
      });
    return [{ key: "remove", label: t("members.remove"), danger: true, run }];
  };
  const list = (
    <ResourceList
      resource={USERS}
      label={t("tab.members")}
      query={{ group_id: id }}
      columns={COLUMNS}
      inAddress={false}
      create={null}
      toolbar={{ exports: false }}
      bulk={{ delete: false }}
      rows={{ builtIns: NO_ACTIONS, extras: removal }}
      emptyHint={t(mayAdd ? "members.empty" : "members.none")}
    />
  );
  if (!mayAdd) return list;
  return (
    <div className="detail-columns">
      {list}
      <div className="detail-stack">
        <QuickActions
          actions={[{ key: "all", title: t("members.all"), button: t("members.allButton"), run: addAll }]}
        />
        <RelationCard
          title={t("members.add")}
          hint={t("members.addHint")}
          options={{ ...USER_OPTIONS, query: { ...USER_OPTIONS.query, exclude_group_id: id } }}
          onAdd={add}
        />
      </div>
    </div>
  );
}
