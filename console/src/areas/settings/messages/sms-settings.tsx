import { useQuery } from "@tanstack/react-query";
import { Button, Form } from "antd";
import { useState } from "react";
import { api } from "../../../kit/api/client.ts";
import { encryptFields } from "../../../kit/api/encryption.ts";
import { metadataQuery } from "../../../kit/api/resources.ts";
import { Dialog } from "../../../kit/dialog/dialog.tsx";
import type { FieldOverrides, FormValues } from "../../../kit/form/form-model.ts";
import type { Row } from "../../../kit/metadata/types.ts";
import { SECRET_SETTINGS, SettingForm, type SettingGroups } from "../form/setting-form.tsx";
import { SETTINGS_URL } from "../form/setting-source.ts";
import { TestButton } from "../form/test-button.tsx";
import { useSettingsTexts } from "../settings-texts.ts";

const GROUPS: SettingGroups = [
  ["sms", ["SMS_ENABLED", "SMS_BACKEND"]],
  ["smsLimits", ["SMS_LIMIT_NUMBER", "SMS_LIMIT_USER", "SMS_LIMIT_ADDRESS", "SMS_LIMIT_TOTAL"]],
];

const TEST: SettingGroups[number] = ["mailTest", ["SMS_TEST_PHONE"]];
const OVERRIDES: FieldOverrides = { SMS_TEST_PHONE: { kind: "phone" } };

/** The settings of each service. */
const SERVICES: Readonly<Record<string, SettingGroups>> = {
  alibaba: [
    ["smsService", ["ALIBABA_ACCESS_KEY_ID", "ALIBABA_ACCESS_KEY_SECRET", "ALIBABA_SMS_ENDPOINT"]],
    ["smsTemplate", ["ALIBABA_VERIFY_SIGN_NAME", "ALIBABA_VERIFY_TEMPLATE_CODE"]],
    TEST,
  ],
  tencent: [
    [
      "smsService",
      [
        "TENCENT_SECRET_ID",
        "TENCENT_SECRET_KEY",
        "TENCENT_SDKAPPID",
        "TENCENT_SMS_ENDPOINT",
        "TENCENT_SMS_REGION",
      ],
    ],
    ["smsTemplate", ["TENCENT_VERIFY_SIGN_NAME", "TENCENT_VERIFY_TEMPLATE_CODE"]],
    TEST,
  ],
  huawei: [
    ["smsService", ["HUAWEI_APP_KEY", "HUAWEI_APP_SECRET", "HUAWEI_SMS_ENDPOINT", "HUAWEI_SIGN_CHANNEL_NUM"]],
    ["smsTemplate", ["HUAWEI_VERIFY_SIGN_NAME", "HUAWEI_VERIFY_TEMPLATE_CODE"]],
    TEST,
  ],
  cmpp2: [
    [
      "smsService",
      ["CMPP2_HOST", "CMPP2_PORT", "CMPP2_SP_ID", "CMPP2_SP_SECRET", "CMPP2_SRC_ID", "CMPP2_SERVICE_ID"],
    ],
    ["smsTemplate", ["CMPP2_VERIFY_SIGN_NAME", "CMPP2_VERIFY_TEMPLATE_CODE"]],
    TEST,
  ],
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
function ServiceTest({ backend }: { readonly backend: string }) {
  const { t } = useSettingsTexts();
  const form = Form.useFormInstance();
  const test = async () => {
    const body = encryptFields(entered(form.getFieldsValue()), SECRET_SETTINGS);
    const url = `/api/v1/settings/sms/${backend}/testing/`;
    return (await api<{ readonly msg: string }>(url, { method: "POST", body })).msg;
  };
  return <TestButton test={test}>{t("settings:sms.test")}</TestButton>;
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
  const metadata = useQuery(metadataQuery(`${SETTINGS_URL}?category=sms`));
  const services = metadata.data?.actions?.PUT?.SMS_BACKEND?.choices ?? [];
  const name = services.find(({ value }) => value === backend)?.label ?? backend;
  return (
    <>
      <SettingForm category="sms" groups={GROUPS} extraButtons={<ServiceButton onOpen={setBackend} />} />
      {backend === null || groups === undefined ? null : (
        <Dialog
          title={t("settings:sms.title", { name })}
          size="medium"
          modal
          onClose={() => setBackend(null)}
        >
          <SettingForm
            category={backend}
            groups={groups}
            overrides={OVERRIDES}
            extraButtons={<ServiceTest backend={backend} />}
          />
        </Dialog>
      )}
    </>
  );
}
