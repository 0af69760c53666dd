import { Button, Form } from "antd";
import { useState } from "react";
import { api } from "../../../kit/api/client.ts";
import { encryptFields } from "../../../kit/api/encryption.ts";
import { Dialog } from "../../../kit/dialog/dialog.tsx";
import { toast, toastFailure } from "../../../kit/feedback.ts";
import type { FormValues } from "../../../kit/form/form-model.ts";
import type { Row } from "../../../kit/metadata/types.ts";
import { SECRET_SETTINGS, SettingForm, type SettingGroups } from "../form/setting-form.tsx";
import { useSettingsTexts } from "../settings-texts.ts";

const GROUPS: SettingGroups = [
  ["sms", ["SMS_ENABLED", "SMS_BACKEND"]],
  ["smsLimits", ["SMS_LIMIT_NUMBER", "SMS_LIMIT_USER", "SMS_LIMIT_ADDRESS", "SMS_LIMIT_TOTAL"]],
];

const TEST: SettingGroups[number] = ["mailTest", ["SMS_TEST_PHONE"]];

/** The form of a service whose messages have a template that the service approved. */
const approved = (name: string, account: readonly string[]): SettingGroups => [
  ["smsService", account.map((key) => `${name}_${key}`)],
  ["smsTemplate", [`${name}_VERIFY_SIGN_NAME`, `${name}_VERIFY_TEMPLATE_CODE`]],
  TEST,
];

/** The settings of each service. */
const SERVICES: Readonly<Record<string, SettingGroups>> = {
  alibaba: approved("ALIBABA", ["ACCESS_KEY_ID", "ACCESS_KEY_SECRET", "SMS_ENDPOINT"]),
  tencent: approved("TENCENT", ["SECRET_ID", "SECRET_KEY", "SDKAPPID", "SMS_ENDPOINT", "SMS_REGION"]),
  huawei: approved("HUAWEI", ["APP_KEY", "APP_SECRET", "SMS_ENDPOINT", "SIGN_CHANNEL_NUM"]),
  cmpp2: approved("CMPP2", ["HOST", "PORT", "SP_ID", "SP_SECRET", "SRC_ID", "SERVICE_ID"]),
  custom: [["smsService", ["CUSTOM_SMS_URL", "CUSTOM_SMS_REQUEST_METHOD", "CUSTOM_SMS_API_PARAMS"]], TEST],
};

/** A JSON text as what it says; what does not parse is sent as it is, and refused at its field. */
function parsed(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** What the form holds; what is empty is as it is saved. */
const entered = (values: FormValues): Row =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined && value !== null && value !== "")
      .map(([key, value]) => [key, key === "CUSTOM_SMS_API_PARAMS" ? parsed(value) : value]),
  );

/** Sends a message with what is in the form, saved or not. */
function TestButton({ backend }: { readonly backend: string }) {
  const { t } = useSettingsTexts();
  const form = Form.useFormInstance();
  const [busy, setBusy] = useState(false);
  const test = async () => {
    setBusy(true);
    try {
      const body = encryptFields(entered(form.getFieldsValue()), SECRET_SETTINGS);
      const url = `/api/v1/settings/sms/${backend}/testing/`;
      const { msg } = await api<{ readonly msg: string }>(url, { method: "POST", body });
      toast("success", msg);
    } catch (failure) {
      toastFailure(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button loading={busy} onClick={() => void test()}>
      {t("settings:sms.test")}
    </Button>
  );
}

/** Opens the settings of the service that is chosen in the form, saved or not. */
function ServiceButton({ onOpen }: { readonly onOpen: (backend: string) => void }) {
  const { t } = useSettingsTexts();
  const form = Form.useFormInstance();
  const chosen: unknown = Form.useWatch("SMS_BACKEND", form);
  const backend = typeof chosen === "string" && chosen in SERVICES ? chosen : "alibaba";
  return <Button onClick={() => onOpen(backend)}>{t("settings:sms.open")}</Button>;
}

/** Codes by text message: whether, by which service, how many; and the account at that service. */
export function SmsSettings() {
  const { t } = useSettingsTexts();
  const [backend, setBackend] = useState<string | null>(null);
  const groups = backend === null ? undefined : SERVICES[backend];
  return (
    <>
      <SettingForm category="sms" groups={GROUPS} extraButtons={<ServiceButton onOpen={setBackend} />} />
      {backend === null || groups === undefined ? null : (
        <Dialog title={t("settings:sms.open")} size="medium" modal onClose={() => setBackend(null)}>
          <SettingForm category={backend} groups={groups} extraButtons={<TestButton backend={backend} />} />
        </Dialog>
      )}
    </>
  );
}
