import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import type { FieldOverrides, FormValues } from "../../kit/form/form-model.ts";
import { ResourceForm, type SubmitContext } from "../../kit/form/resource-form.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import { plainValue } from "../../kit/metadata/value-text.ts";
import { Page } from "../../kit/page.tsx";
import { useSession } from "../../kit/session.ts";
import { passwordRules } from "../../kit/widgets/password-rules.ts";
import { GROUP_OPTIONS, ORGANIZATION_ROLE_OPTIONS, SYSTEM_ROLE_OPTIONS, USERS } from "./resources.ts";
import { isAdministrator, UserPasswordInput } from "./user-password-input.tsx";

function isLocal(values: FormValues): boolean {
  return (plainValue(values.source) ?? "local") === "local";
}

/** Leaves out what does not apply to the chosen way of signing in, and the form's own switches. */
export function prepareUser(
  body: Record<string, unknown>,
  { editing, values }: SubmitContext,
): Record<string, unknown> {
  const { change_password: _change, set_public_key: _set, ...sent } = body;
  if (!isLocal(values)) {
    delete sent.password;
    delete sent.need_update_password;
    return sent;
  }
  if (editing) {
    const { password_strategy: _strategy, ...changes } = sent;
    return changes;
  }
  // Who gets a link sets the password there.
  if (sent.password_strategy === "email") {
    const { password: _password, ...invited } = sent;
    return invited;
  }
  return { ...sent, password_strategy: "custom" };
}

/** A copy is somebody else: what identifies people is entered again, and groups are not given unseen. */
function prepareClone(source: Row): Row {
  return { ...source, username: "", email: "", groups: [] };
}

function useOverrides(editing: boolean): FieldOverrides {
  const { t } = useTranslation(["users", "form"]);
  const { can, inRoot, organization, settings } = useSession();
  const organizationName = organization?.name ?? "";
  const maySystem = can("rbac.add_systemrolebinding");
  const mayOrganization = !inRoot && can("rbac.add_orgrolebinding");
  return useMemo<FieldOverrides>(() => {
    const setsPassword = (values: FormValues) =>
      isLocal(values) &&
      (editing ? values.change_password === true : plainValue(values.password_strategy) !== "email");
    const switchOf = (label: string, applies: (values: FormValues) => boolean) => ({
      label,
      metadata: { type: "boolean", default: false },
      hidden: (values: FormValues) => !editing || !applies(values),
    });
    const problem = (value: unknown, values: FormValues) =>
      typeof value === "string" &&
      passwordRules(value, settings.PASSWORD_RULE, isAdministrator(values)).some(({ kept }) => !kept)
        ? t("form:password.problem")
        : undefined;
    return {
      groups: {
        related: GROUP_OPTIONS,
        disabled: inRoot,
        // Over all organizations their groups are to be seen, not to be chosen.
        ...(inRoot ? { toWire: () => undefined } : {}),
      },
      password_strategy: { hidden: (values) => editing || !isLocal(values) },
      change_password: {
        ...switchOf(t("changePassword"), isLocal),
        onChange: (value) => ({ need_update_password: value === true }),
      },
      password: {
        input: UserPasswordInput,
        required: true,
        hidden: (values) => !setsPassword(values),
        problem,
      },
      need_update_password: { hidden: (values) => !setsPassword(values) },
      set_public_key: switchOf(t("keySet"), () => true),
      public_key: {
        kind: "text-area",
        required: true,
        hidden: (values) => !editing || values.set_public_key !== true,
        toForm: () => "",
      },
      system_roles: { related: SYSTEM_ROLE_OPTIONS, required: true, hidden: () => !maySystem },
      org_roles: {
        related: ORGANIZATION_ROLE_OPTIONS,
        required: true,
        help: t("roleHint", { organization: organizationName }),
        hidden: () => !mayOrganization,
      },
    };
  }, [t, editing, inRoot, organizationName, maySystem, mayOrganization, settings.PASSWORD_RULE]);
}

/** A new person may sign in and use what is granted; these are the roles the server gives when none are named. */
const INITIAL: Row = {
  is_active: true,
  // A password set here works at once, also where the server sends no mail.
  password_strategy: "custom",
  need_update_password: true,
  system_roles: ["00000000-0000-0000-0000-000000000003"],
  org_roles: ["00000000-0000-0000-0000-000000000007"],
};

/** Creates or changes a user. */
export default function UserForm() {
  const { t } = useTranslation(["users", "routes"]);
  const { id } = useParams();
  const editing = id !== undefined;
  const overrides = useOverrides(editing);
  const groups = useMemo(
    () => [
      { title: t("group.account"), fields: ["name", "username", "email", "groups"] },
      {
        title: t("group.authentication"),
        fields: [
          "source",
          "password_strategy",
          "change_password",
          "password",
          "need_update_password",
          "set_public_key",
          "public_key",
          "mfa_level",
        ],
      },
      { title: t("group.security"), fields: ["system_roles", "org_roles", "is_active", "date_expired"] },
      { title: t("group.other"), fields: ["phone", "wechat", "comment"] },
    ],
    [t],
  );
  return (
    <Page title={t(editing ? "routes:userUpdate" : "routes:userCreate")}>
      <ResourceForm
        resource={USERS}
        groups={groups}
        overrides={overrides}
        initial={INITIAL}
        prepare={prepareUser}
        prepareClone={prepareClone}
      />
    </Page>
  );
}
