import { useQueryClient } from "@tanstack/react-query";
import { Button, Select } from "antd";
import { useMemo, useState } from "react";
import { api } from "../../kit/api/client.ts";
import { refreshData } from "../../kit/api/resources.ts";
import { toast, toastFailure } from "../../kit/feedback.ts";
import type { Option } from "../../kit/field-kinds/related-option.ts";
import { RemoteSelect } from "../../kit/field-kinds/remote-select.tsx";
import type { ColumnPlan } from "../../kit/list/columns.ts";
import { ResourceList } from "../../kit/list/resource-list.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import { isRootOrganization, ROOT_ORGANIZATION, useSession } from "../../kit/session.ts";
import { USER_OPTIONS } from "../users/index.ts";
import { BINDINGS, type RoleScope } from "./resources.ts";
import { useRoleTexts } from "./use-role-texts.ts";

const COLUMNS: Readonly<Record<RoleScope, ColumnPlan>> = {
  system: {
    defaults: ["user_display"],
    always: ["user_display"],
    exclude: ["user", "role", "scope", "org_name"],
  },
  org: {
    defaults: ["user_display", "org_name"],
    always: ["user_display"],
    exclude: ["user", "role", "scope", "org"],
  },
};
const DELETE = ["delete"] as const;
const NO_FILTERS = ["role", "scope", "id", "org", "user"];

interface RoleUsersProps {
  readonly role: Row;
  readonly scope: RoleScope;
}

/** Who holds the role, and giving it to more people. */
export function RoleUsers({ role, scope }: RoleUsersProps) {
  const { t } = useRoleTexts();
  const { can } = useSession();
  return (
    <div className="detail-columns">
      <ResourceList
        resource={BINDINGS[scope]}
        label={t("roles:members.title")}
        query={{ role: String(role.id) }}
        columns={COLUMNS[scope]}
        filters={{ exclude: NO_FILTERS }}
        inAddress={false}
        create={null}
        rows={{ builtIns: DELETE }}
        bulk={{ delete: "each" }}
        emptyHint={t("roles:members.empty")}
      />
      {can(`rbac.add_${scope}rolebinding`) ? <AddMembers role={String(role.id)} scope={scope} /> : null}
    </div>
  );
}

function AddMembers({ role, scope }: { readonly role: string; readonly scope: RoleScope }) {
  const { t } = useRoleTexts();
  const { organizations, organization } = useSession();
  const inRoot = isRootOrganization(organization);
  const client = useQueryClient();
  const [chosen, setChosen] = useState<readonly Option[]>([]);
  const [busy, setBusy] = useState(false);
  const choices = organizations.filter((item) => !isRootOrganization(item));
  const choosesOrganization = scope === "org" && inRoot;
  const [organizationId, setOrganizationId] = useState<string | undefined>(() =>
    choosesOrganization ? undefined : organization?.id,
  );
  const users = useMemo(
    () =>
      inRoot ? { ...USER_OPTIONS, query: { ...USER_OPTIONS.query, oid: ROOT_ORGANIZATION } } : USER_OPTIONS,
    [inRoot],
  );
  const add = async () => {
    setBusy(true);
    try {
      await api(BINDINGS[scope].url, {
        method: "POST",
        body: chosen.map(({ value }) => ({ user: value, role, scope })),
        ...(organizationId === undefined ? {} : { headers: { "X-JMS-ORG": organizationId } }),
      });
      toast("success", t("roles:members.added", { count: chosen.length }));
      setChosen([]);
      await refreshData(client);
    } catch (error) {
      toastFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="card role-members">
      <h2>{t("roles:members.add")}</h2>
      {choosesOrganization ? (
        <Select<string>
          aria-label={t("roles:members.organization")}
          placeholder={t("roles:members.organization")}
          showSearch={{ optionFilterProp: "label" }}
          value={organizationId ?? null}
          options={choices.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setOrganizationId}
        />
      ) : null}
      <span className="hint">{t("roles:members.users")}</span>
      <RemoteSelect
        multiple
        label={t("roles:members.users")}
        related={users}
        value={chosen}
        onChange={(value) => setChosen(value as readonly Option[])}
      />
      <Button
        type="primary"
        loading={busy}
        disabled={chosen.length === 0 || (choosesOrganization && organizationId === undefined)}
        onClick={() => void add()}
      >
        {t("roles:members.addButton")}
      </Button>
    </section>
  );
}
