import { useQuery } from "@tanstack/react-query";
import { Alert, Button, Form } from "antd";
import { useState } from "react";
import { encryptFields } from "../../../../kit/api/encryption.ts";
import { objectQuery } from "../../../../kit/api/resources.ts";
import { jsonKind } from "../../../../kit/field-kinds/json.tsx";
import type { FieldOverrides, FormValues } from "../../../../kit/form/form-model.ts";
import { SourcePeopleButton } from "../../../providers/index.ts";
import { SECRET_SETTINGS, SettingForm, type SettingGroups } from "../../form/setting-form.tsx";
import { SETTINGS_URL } from "../../form/setting-source.ts";
import { TestButton } from "../../form/test-button.tsx";
import { useSettingsTexts } from "../../settings-texts.ts";
import { LoginTestDialog } from "../login-test-dialog.tsx";
import { checkDirectory, isPlainText, LOGIN_URL } from "./ldap-directory.ts";
import { LdapImportDialog } from "./ldap-import-dialog.tsx";
import { LdapSyncDialog } from "./ldap-sync-dialog.tsx";

const GROUPS: SettingGroups = [
  [
    "ldapServer",
    [
      "AUTH_LDAP",
      "AUTH_LDAP_SERVER_URI",
      "AUTH_LDAP_START_TLS",
      "AUTH_LDAP_CA_CERTIFICATE",
      "AUTH_LDAP_BIND_DN",
      "AUTH_LDAP_BIND_PASSWORD",
    ],
  ],
  [
    "ldapUsers",
    [
      "AUTH_LDAP_SEARCH_OU",
      "AUTH_LDAP_SEARCH_FILTER",
      "AUTH_LDAP_USER_ATTR_MAP",
      "AUTH_LDAP_NESTED_GROUPS",
      "AUTH_LDAP_USER_LOGIN_ONLY_IN_USERS",
    ],
  ],
  ["other", ["AUTH_LDAP_CONNECT_TIMEOUT", "AUTH_LDAP_SEARCH_PAGED_SIZE"]],
];

const isSecure = ({ AUTH_LDAP_SERVER_URI: address }: FormValues): boolean =>
  typeof address === "string" && address.startsWith("ldaps:");

const OVERRIDES: FieldOverrides = {
  AUTH_LDAP_START_TLS: { hidden: isSecure },
  AUTH_LDAP_CA_CERTIFICATE: {
    kind: "text-area",
    hidden: (values) => !isSecure(values) && values.AUTH_LDAP_START_TLS !== true,
  },
  AUTH_LDAP_SEARCH_OU: { required: true },
};

/** The form's values as they are sent: the attribute map is edited as a text. */
const asSent = (values: FormValues): FormValues => ({
  ...values,
  AUTH_LDAP_USER_ATTR_MAP: jsonKind.toWire?.(values.AUTH_LDAP_USER_ATTR_MAP, { type: "json" }),
});

/** Tests the settings as they are in the form, saved or not. */
function DirectoryTest() {
  const { t } = useSettingsTexts();
  const form = Form.useFormInstance();
  const test = () => checkDirectory(encryptFields(asSent(form.getFieldsValue(true)), SECRET_SETTINGS));
  return <TestButton test={test}>{t("ldap:test")}</TestButton>;
}

type OpenDialog = "login" | "import" | "sync";

/** The directory people are known in: how it is asked, a test of that, who comes from there and when. */
export function LdapSettings() {
  const { t } = useSettingsTexts();
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const close = () => setOpen(null);
  const saved = useQuery(objectQuery<FormValues>(`${SETTINGS_URL}?category=ldap`));
  return (
    <>
      {saved.data !== undefined && isPlainText(saved.data) ? (
        <Alert type="warning" showIcon title={t("ldap:plainText")} />
      ) : null}
      <SettingForm
        category="ldap"
        groups={GROUPS}
        overrides={OVERRIDES}
        extraButtons={
          <>
            <DirectoryTest />
            <Button onClick={() => setOpen("login")}>{t("ldap:testLogin")}</Button>
            <Button onClick={() => setOpen("import")}>{t("ldap:importUsers")}</Button>
            <Button onClick={() => setOpen("sync")}>{t("ldap:syncSettings")}</Button>
            <SourcePeopleButton source="ldap" />
          </>
        }
      />
      {open === "login" ? <LoginTestDialog url={LOGIN_URL} onClose={close} /> : null}
      {open === "import" ? <LdapImportDialog onClose={close} /> : null}
      {open === "sync" ? <LdapSyncDialog onClose={close} /> : null}
    </>
  );
}
