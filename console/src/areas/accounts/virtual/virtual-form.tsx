import { useMemo } from "react";
import type { FieldOverrides } from "../../../kit/form/form-model.ts";
import { ResourceForm } from "../../../kit/form/resource-form.tsx";
import { Page } from "../../../kit/page.tsx";
import { useSession } from "../../../kit/session.ts";
import { VIRTUAL_ACCOUNTS } from "../resources.ts";
import { useAccountTexts } from "../use-account-texts.ts";

const toList = () => VIRTUAL_ACCOUNTS.routes.list;

/** Whether the dynamic user signs in with the password of the sign-in here. */
export default function VirtualForm() {
  const { t } = useAccountTexts();
  const { settings } = useSession();
  const isOffered = settings.CACHE_LOGIN_PASSWORD_ENABLED === true;
  const overrides = useMemo<FieldOverrides>(
    () => ({
      name: { readOnly: true },
      username: { readOnly: true },
      secret_from_login: isOffered ? {} : { disabled: true, help: t("virtual.settingOff") },
    }),
    [isOffered, t],
  );
  const groups = useMemo(
    () => [
      { title: t("accounts:group.basic"), fields: ["name", "username"] },
      { title: t("accounts:group.secret"), fields: ["secret_from_login"] },
    ],
    [t],
  );
  return (
    <Page title={t("routes:virtualAccountUpdate")}>
      <ResourceForm resource={VIRTUAL_ACCOUNTS} groups={groups} overrides={overrides} next={toList} />
    </Page>
  );
}
