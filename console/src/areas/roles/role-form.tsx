import { useMemo } from "react";
import { useParams, useSearchParams } from "react-router";
import type { FieldOverrides } from "../../kit/form/form-model.ts";
import { ResourceForm } from "../../kit/form/resource-form.tsx";
import { Page } from "../../kit/page.tsx";
import { useSession } from "../../kit/session.ts";
import { PermissionsInput } from "./permission-tree/permissions-input.tsx";
import { ROLES, scopeOf } from "./resources.ts";
import { ScopedRole } from "./scoped-role.tsx";
import { useRoleTexts } from "./use-role-texts.ts";

/** Makes a role with its permissions, or changes its name and comment: permissions are changed on its own page. */
export default function RoleForm() {
  const { t } = useRoleTexts();
  return (
    <ScopedRole title={t("routes:roleUpdate")}>
      <RoleFields />
    </ScopedRole>
  );
}

function RoleFields() {
  const { t } = useRoleTexts();
  const { can } = useSession();
  const { id } = useParams();
  const [address] = useSearchParams();
  const scope = scopeOf(address);
  const roles = ROLES[scope];
  const isNew = id === undefined;
  // Without the tree a copy still gets the permissions of its source, from the server.
  const choosesPermissions = isNew && can("rbac.view_permission");
  const overrides = useMemo<FieldOverrides>(
    () => ({
      scope: { disabled: true },
      permissions: {
        input: PermissionsInput,
        toForm: (value) => value,
        toWire: (value) => (Array.isArray(value) ? value : undefined),
      },
      ...(isNew ? {} : { comment: { help: t("roles:form.permissionsElsewhere") } }),
    }),
    [isNew, t],
  );
  return (
    <Page title={t(isNew ? "routes:roleCreate" : "routes:roleUpdate")}>
      <ResourceForm
        resource={roles}
        groups={[
          { title: t("roles:form.basic"), fields: ["name", "scope", "comment"] },
          ...(choosesPermissions ? [{ title: t("roles:permissions"), fields: ["permissions"] }] : []),
        ]}
        overrides={overrides}
        initial={{ scope }}
        next={(saved, editing) =>
          editing || saved.id === undefined
            ? roles.routes.list
            : (roles.routes.detail?.(String(saved.id)) ?? roles.routes.list)
        }
      />
    </Page>
  );
}
