import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Alert, Select } from "antd";
import { useMemo, useState } from "react";
import { api } from "../../../kit/api/client.ts";
import { FailureNotice } from "../../../kit/list/list-states.tsx";
import { buildTree } from "../permission-tree/permission-nodes.ts";
import { PermissionTreeView } from "../permission-tree/permission-tree.tsx";
import { useRoleTexts } from "../use-role-texts.ts";
import { type EffectivePermissions, effectivePermissionsUrl } from "./effective-permissions-source.ts";

/** What a user may do in an organization, and which role gives it. */
export default function EffectivePermissionsCard({ user }: { readonly user: string }) {
  const { t } = useRoleTexts();
  const [organizationId, setOrganizationId] = useState<string>();
  const query = useQuery({
    queryKey: ["effective-permissions", user, organizationId],
    queryFn: ({ signal }) =>
      api<EffectivePermissions>(effectivePermissionsUrl(user), {
        query: { organization: organizationId },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
  const tree = useMemo(() => buildTree(query.data?.tree ?? []), [query.data]);
  const givers = useMemo(() => {
    const names = new Map(query.data?.roles.map(({ id, display_name }) => [id, display_name]));
    return new Map(
      query.data?.permissions.map(({ id, roles }) => [
        String(id),
        roles.map((role) => names.get(role) ?? role),
      ]),
    );
  }, [query.data]);
  if (query.error !== null) {
    return (
      <FailureNotice
        error={query.error}
        title={t("kit:detail.loadFailed")}
        onRetry={() => void query.refetch()}
      />
    );
  }
  const { data } = query;
  if (data === undefined)
    return <div className="card card-loading" role="status" aria-label={t("common:loading")} />;
  return (
    <section className="card permissions-card">
      <header className="permissions-head">
        <h2>{t("roles:effective.title", { count: data.permissions.length })}</h2>
        <Select<string>
          size="small"
          className="permissions-organization"
          aria-label={t("roles:effective.organization")}
          value={data.organization.id}
          disabled={data.organizations.length < 2}
          showSearch={{ optionFilterProp: "label" }}
          options={data.organizations.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setOrganizationId}
        />
      </header>
      <p className="permissions-roles">
        {t("roles:effective.roles")}{" "}
        <span className="tags">
          {data.roles.map(({ id, display_name, scope }) => (
            <span key={id} className="tag">{`${display_name} · ${t(`roles:scope.short.${scope}`)}`}</span>
          ))}
        </span>
      </p>
      {data.is_superuser ? <Alert type="info" showIcon title={t("roles:effective.everything")} /> : null}
      {data.permissions.length === 0 ? (
        <p className="hint">{t("roles:effective.nothing")}</p>
      ) : (
        <PermissionTreeView
          key={data.organization.id}
          tree={tree}
          checked={tree.checked}
          label={t("roles:permissions")}
          note={(id) => <span className="permission-givers">{givers.get(id)?.join(", ")}</span>}
        />
      )}
    </section>
  );
}
