import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import type { FieldOverride } from "../../kit/form/form-model.ts";
import { ResourceForm, type SubmitContext } from "../../kit/form/resource-form.tsx";
import { plainValue, valueText } from "../../kit/metadata/value-text.ts";
import { Page } from "../../kit/page.tsx";
import { useSession } from "../../kit/session.ts";
import { PasswordInput } from "../../kit/widgets/password-input.tsx";
import { GROUP_OPTIONS, USERS } from "./resources.ts";

const SYSTEM_COMPONENT_ROLE = "00000000-0000-0000-0000-000000000004";

/** Leaves out what does not apply to the chosen way of signing in. */
export function prepareUser(
  body: Record<string, unknown>,
  { editing, values }: SubmitContext,
): Record<string, unknown> {
  const { change_password: _change, ...sent } = body;
  if ((plainValue(values.source) ?? "local") !== "local") {
    delete sent.password;
    return sent;
  }
  // A password set here works at once, also where the server sends no mail.
  return editing ? sent : { ...sent, password_strategy: "custom" };
}

/** Creates or changes a user. */
export default function UserForm() {
  const { t } = useTranslation(["users", "routes"]);
  const { id } = useParams();
  const { can, inRoot, licensed } = useSession();
  const editing = id !== undefined;
  const overrides = useMemo<Readonly<Record<string, FieldOverride>>>(() => {
    const local = (values: Record<string, unknown>) => (values.source ?? "local") === "local";
    const setsPassword = (values: Record<string, unknown>) =>
      local(values) && (!editing || values.change_password === true);
    return {
      groups: { related: GROUP_OPTIONS, disabled: inRoot },
      change_password: {
        label: t("changePassword"),
        metadata: { type: "boolean", default: false },
        hidden: (values) => !editing || !local(values),
      },
      password: { input: PasswordInput, required: true, hidden: (values) => !setsPassword(values) },
      system_roles: {
        related: {
          url: "/api/v1/rbac/system-roles/",
          label: (role) => valueText(role.display_name ?? role.name),
          accept: (role) => role.id !== SYSTEM_COMPONENT_ROLE,
        },
        hidden: () => !can("rbac.add_systemrolebinding"),
      },
      org_roles: {
        related: {
          url: "/api/v1/rbac/org-roles/",
          label: (role) => valueText(role.display_name ?? role.name),
        },
        hidden: () => !licensed || inRoot || !can("rbac.add_orgrolebinding"),
      },
      public_key: {
        kind: "text-area",
        hidden: () => !editing,
        toForm: () => "",
        toWire: (value) => value || undefined,
      },
    };
  }, [t, editing, inRoot, licensed, can]);
  const groups = [
    { title: t("group.account"), fields: ["name", "username", "email", "groups"] },
    {
      title: t("group.authentication"),
      fields: ["change_password", "password", "public_key"],
    },
    { title: t("group.security"), fields: ["system_roles", "org_roles", "is_active", "date_expired"] },
    { title: t("group.other"), fields: ["phone", "wechat", "comment"] },
  ];
  return (
    <Page title={t(editing ? "routes:userUpdate" : "routes:userCreate")}>
      <ResourceForm
        resource={USERS}
        groups={groups}
        overrides={overrides}
        initial={{ is_active: true }}
        prepare={prepareUser}
        prepareClone={(source) => ({ ...source, username: "", email: "", groups: [] })}
      />
    </Page>
  );
}
