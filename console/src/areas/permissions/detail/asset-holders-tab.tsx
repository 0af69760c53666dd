import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useMemo, useState } from "react";
import { fetchPage } from "../../../kit/api/resources.ts";
import type { ColumnPlan } from "../../../kit/list/columns.ts";
import { ListDialog } from "../../../kit/list/list-dialog.tsx";
import { FailureNotice } from "../../../kit/list/list-states.tsx";
import { DetailLink, ResourceList } from "../../../kit/list/resource-list.tsx";
import type { Action } from "../../../kit/list/row-actions.tsx";
import { rowName } from "../../../kit/list/rows.ts";
import type { Row } from "../../../kit/metadata/types.ts";
import { useSession } from "../../../kit/session.ts";
import { ASSETS } from "../../assets/index.ts";
import { GROUPS, USERS } from "../../users/index.ts";
import { EXPLAIN_NEEDS, explainPath } from "../explain/explain-path.ts";
import { GrantButton } from "../grant-button.tsx";
import { PERMISSION_COLUMNS } from "../permission-columns.tsx";
import { PERMISSIONS } from "../resources.ts";
import { useGrantingTexts } from "../use-granting-texts.ts";
import "../../../kit/detail/relation-card.css";
import "../granting.css";

const USER_COLUMNS: ColumnPlan = {
  defaults: ["name", "username", "source", "is_valid"],
  exclude: ["avatar_url", "password_strategy"],
  overrides: { name: { render: (row) => <DetailLink resource={USERS} row={row} /> } },
};
const RULE_COLUMNS: ColumnPlan = {
  ...PERMISSION_COLUMNS,
  defaults: ["name", "is_valid", "date_expired", "created_by", "date_created"],
};
const NO_ACTIONS: readonly [] = [];

/** Whose permissions are shown. */
interface Shown {
  readonly name: string;
  readonly url: string;
}

/** Users and groups to whom permissions grant an asset, in force or not, each with those permissions. */
export default function AssetHoldersTab({ asset }: { readonly asset: Row }) {
  const { t } = useGrantingTexts();
  const { can } = useSession();
  const [shown, setShown] = useState<Shown>();
  const id = String(asset.id);
  const base = `${ASSETS.url}${id}/`;
  const actions = useMemo(
    () =>
      (user: Row): readonly Action[] => [
        {
          key: "permissions",
          label: t("granting:holders.permissions"),
          run: () =>
            setShown({ name: rowName(user), url: `${base}perm-users/${String(user.id)}/permissions/` }),
        },
        ...(can(EXPLAIN_NEEDS)
          ? [
              {
                key: "explain",
                label: t("granting:explain.why"),
                order: 110,
                to: explainPath({ user: String(user.id), asset: id }),
              },
            ]
          : []),
      ],
    [base, can, id, t],
  );
  return (
    <div className="detail-columns">
      <ResourceList
        resource={USERS}
        url={`${base}perm-users/`}
        name="assetPermUsers"
        label={t("granting:holders.users")}
        columns={USER_COLUMNS}
        inAddress={false}
        create={null}
        toolbar={{ exports: false }}
        bulk={{ delete: false }}
        rows={{ builtIns: NO_ACTIONS, extras: actions }}
        emptyHint={t("granting:holders.none")}
        emptyAction={<GrantButton asset_id={id} />}
      />
      <Groups base={base} onShow={setShown} />
      {shown === undefined ? null : (
        <ListDialog
          resource={PERMISSIONS}
          url={shown.url}
          title={t("granting:holders.permissionsOf", { name: shown.name })}
          label={t("granting:holders.permissions")}
          columns={RULE_COLUMNS}
          toolbar={{ exports: false }}
          onClose={() => setShown(undefined)}
        />
      )}
    </div>
  );
}

interface GroupsProps {
  readonly base: string;
  readonly onShow: (shown: Shown) => void;
}

/** Most groups shown at once; who looks for another one searches the permissions. */
const SHOWN_GROUPS = 100;

function Groups({ base, onShow }: GroupsProps) {
  const { t } = useGrantingTexts();
  const url = `${base}perm-user-groups/`;
  const groups = useQuery({
    queryKey: ["list", url],
    queryFn: ({ signal }) => fetchPage(url, { limit: SHOWN_GROUPS, fields_size: "mini" }, signal),
  });
  const rows = groups.data?.results ?? [];
  return (
    <section className="card relation-card">
      <h2>
        {t("granting:holders.groups")}
        <span className="relation-count numeric">{groups.data?.count ?? ""}</span>
      </h2>
      {groups.error === null ? null : (
        <FailureNotice error={groups.error} onRetry={() => void groups.refetch()} />
      )}
      {groups.data !== undefined && rows.length === 0 ? (
        <p className="hint">{t("granting:holders.noGroups")}</p>
      ) : null}
      <ul className="holder-groups">
        {rows.map((row) => (
          <li key={String(row.id)}>
            <DetailLink resource={GROUPS} row={row} />
            <Button
              type="link"
              size="small"
              aria-label={t("granting:holders.permissionsOf", { name: rowName(row) })}
              onClick={() =>
                onShow({ name: rowName(row), url: `${base}perm-user-groups/${String(row.id)}/permissions/` })
              }
            >
              {t("granting:holders.permissions")}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
