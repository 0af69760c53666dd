import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { fetchPage } from "../../../kit/api/resources.ts";
import type { DetailContext } from "../../../kit/detail/resource-detail.tsx";
import type { ColumnPlan } from "../../../kit/list/columns.ts";
import { ListDialog } from "../../../kit/list/list-dialog.tsx";
import { FailureNotice } from "../../../kit/list/list-states.tsx";
import { DetailLink, ResourceList } from "../../../kit/list/resource-list.tsx";
import { rowName } from "../../../kit/list/rows.ts";
import type { Row } from "../../../kit/metadata/types.ts";
import { PERMISSION_COLUMNS, PERMISSIONS } from "../../permissions/index.ts";
import { GROUPS, USERS } from "../../users/index.ts";
import { ASSETS } from "../resources.ts";

const COLUMNS: ColumnPlan = {
  defaults: ["name", "username", "source", "is_valid"],
  exclude: ["avatar_url", "password_strategy"],
};
const NO_ACTIONS: readonly [] = [];

/** A user or a group who may use the asset. */
interface Holder {
  readonly row: Row;
  readonly kind: "perm-users" | "perm-user-groups";
}

interface GroupsCardProps {
  readonly url: string;
  readonly onShow: (group: Row) => void;
}

/** The groups that are granted the asset by name. */
function GroupsCard({ url, onShow }: GroupsCardProps) {
  const { t } = useTranslation(["assetForms", "routes"]);
  const groups = useQuery({
    queryKey: ["list", url],
    queryFn: ({ signal }) => fetchPage(url, {}, signal),
  });
  return (
    <section className="card">
      <h2>{t("routes:groups")}</h2>
      {groups.error === null ? null : (
        <FailureNotice error={groups.error} onRetry={() => void groups.refetch()} />
      )}
      {groups.data?.count === 0 ? <p className="hint">{t("authorized.noGroups")}</p> : null}
      <ul className="holder-list">
        {(groups.data?.results ?? []).map((group) => (
          <li key={String(group.id)}>
            <DetailLink resource={GROUPS} row={group} />
            <Button
              size="small"
              aria-label={t("authorized.showOf", { name: rowName(group) })}
              onClick={() => onShow(group)}
            >
              {t("authorized.show")}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Who may use an asset, and which permissions say so. */
export function AuthorizedUsers({ context }: { readonly context: DetailContext }) {
  const { t } = useTranslation(["assetForms", "routes"]);
  const [holder, setHolder] = useState<Holder>();
  const base = `${ASSETS.url}${String(context.row.id)}/`;
  return (
    <div className="detail-columns">
      <ResourceList
        resource={USERS}
        url={`${base}perm-users/`}
        label={t("authorized.tab")}
        inAddress={false}
        columns={COLUMNS}
        create={null}
        exports={false}
        bulkDelete={false}
        rowBuiltIns={NO_ACTIONS}
        rowExtras={(row) => [
          {
            key: "permissions",
            label: t("authorized.show"),
            run: () => setHolder({ row, kind: "perm-users" }),
          },
        ]}
        emptyHint={t("authorized.none")}
      />
      <GroupsCard
        url={`${base}perm-user-groups/`}
        onShow={(row) => setHolder({ row, kind: "perm-user-groups" })}
      />
      {holder === undefined ? null : (
        <ListDialog
          title={t("authorized.of", { name: rowName(holder.row) })}
          label={t("routes:assetPermissions")}
          resource={PERMISSIONS}
          url={`${base}${holder.kind}/${String(holder.row.id)}/permissions/`}
          columns={PERMISSION_COLUMNS}
          exports={false}
          onClose={() => setHolder(undefined)}
        />
      )}
    </div>
  );
}
