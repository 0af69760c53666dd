import { Button } from "antd";
import { useState } from "react";
import { SourcePeopleButton } from "../../../providers/index.ts";
import { SettingForm, type SettingGroups } from "../../form/setting-form.tsx";
import { useSettingsTexts } from "../../settings-texts.ts";
import { LoginTestDialog } from "../login-test-dialog.tsx";

const LOGIN_URL = "/api/v1/sallyport/radius/testing/login/";

const GROUPS: SettingGroups = [
  [
    "radiusServer",
    [
      "AUTH_RADIUS",
      "RADIUS_SERVER",
      "RADIUS_PORT",
      "RADIUS_SECRET",
      "RADIUS_PROTOCOL",
      "RADIUS_NAS_IDENTIFIER",
    ],
  ],
  ["radiusFactor", ["OTP_IN_RADIUS"]],
  ["other", ["RADIUS_TIMEOUT", "RADIUS_RETRIES"]],
];

/** Signing in by RADIUS, and codes its server checks: the server, and a sign-in to try. */
export function RadiusSettings() {
  const { t } = useSettingsTexts();
  const [testing, setTesting] = useState(false);
  return (
    <>
      <SettingForm
        category="radius"
        groups={GROUPS}
        extraButtons={
          <>
            <Button onClick={() => setTesting(true)}>{t("ldap:testLogin")}</Button>
            <SourcePeopleButton source="radius" />
          </>
        }
      />
      {testing ? <LoginTestDialog url={LOGIN_URL} onClose={() => setTesting(false)} /> : null}
    </>
  );
}
