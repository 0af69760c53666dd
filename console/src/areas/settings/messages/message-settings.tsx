import { Button } from "antd";
import { useState } from "react";
import { TabPage } from "../../../kit/detail/tab-page.tsx";
import type { FieldOverrides } from "../../../kit/form/form-model.ts";
import { Page } from "../../../kit/page.tsx";
import { useSession } from "../../../kit/session.ts";
import { MessageDeliveries, MessageSubscriptions } from "../../notifications/index.ts";
import { exclusive } from "../form/exclusive.ts";
import { SettingForm, type SettingGroups } from "../form/setting-form.tsx";
import { useSettingsTexts } from "../settings-texts.ts";
import { MailTestDialog } from "./mail-test-dialog.tsx";
import { RoomSettings } from "./room-settings.tsx";
import { SmsSettings } from "./sms-settings.tsx";

const MAIL: SettingGroups = [
  [
    "mailServer",
    ["EMAIL_HOST", "EMAIL_PORT", "EMAIL_HOST_USER", "EMAIL_HOST_PASSWORD", "EMAIL_USE_SSL", "EMAIL_USE_TLS"],
  ],
  ["mailHead", ["EMAIL_FROM", "EMAIL_SUBJECT_PREFIX"]],
  ["mailTest", ["EMAIL_RECIPIENT"]],
  ["mailSuffix", ["EMAIL_SUFFIX"]],
];

/** A server may want no account, and no server at all is a way to send no mail. */
const optional = { required: false } as const;

const MAIL_OVERRIDES: FieldOverrides = {
  EMAIL_HOST: optional,
  EMAIL_PORT: optional,
  EMAIL_HOST_USER: optional,
  EMAIL_SUBJECT_PREFIX: optional,
  ...exclusive("EMAIL_USE_SSL", "EMAIL_USE_TLS"),
};

const CREATED: SettingGroups = [
  [
    "created",
    [
      "EMAIL_CUSTOM_USER_CREATED_SUBJECT",
      "EMAIL_CUSTOM_USER_CREATED_HONORIFIC",
      "EMAIL_CUSTOM_USER_CREATED_BODY",
      "EMAIL_CUSTOM_USER_CREATED_SIGNATURE",
    ],
  ],
];

const BLOCKS: FieldOverrides = {
  EMAIL_CUSTOM_USER_CREATED_BODY: { kind: "text-area" },
  EMAIL_CUSTOM_USER_CREATED_SIGNATURE: { kind: "text-area" },
};

function MailServer() {
  const { t } = useSettingsTexts();
  const [testing, setTesting] = useState(false);
  return (
    <>
      <SettingForm
        category="email"
        groups={MAIL}
        overrides={MAIL_OVERRIDES}
        extraButtons={<Button onClick={() => setTesting(true)}>{t("settings:mailTest.open")}</Button>}
      />
      {testing ? <MailTestDialog onClose={() => setTesting(false)} /> : null}
    </>
  );
}

/**
 * By which server mails and text messages are sent, which chat channels are posted to, what the first mail to a new user says, who is notified of
 * what happens here, and what became of the messages.
 */
export default function MessageSettings() {
  const { t } = useSettingsTexts();
  const { can, profile } = useSession();
  return (
    <Page title={t("routes:messageSettings")}>
      <TabPage
        tabs={[
          { key: "Email", label: t("settings:tab.mail"), content: <MailServer /> },
          {
            key: "EmailContent",
            label: t("settings:tab.mailTexts"),
            content: <SettingForm category="email_content" groups={CREATED} overrides={BLOCKS} />,
          },
          ...(can("settings.change_sms")
            ? [{ key: "SMS", label: t("settings:tab.sms"), content: <SmsSettings /> }]
            : []),
          // The product connects to what is entered there.
          ...(profile.is_superuser === true
            ? [
                { key: "Slack", label: t("settings:tab.slack"), content: <RoomSettings room="slack" /> },
                { key: "Teams", label: t("settings:tab.teams"), content: <RoomSettings room="teams" /> },
              ]
            : []),
          ...(can("settings.change_systemmsgsubscription")
            ? [
                {
                  key: "MsgSubscription",
                  label: t("settings:tab.subscribe"),
                  content: <MessageSubscriptions />,
                },
              ]
            : []),
          { key: "Deliveries", label: t("settings:tab.deliveries"), content: <MessageDeliveries /> },
        ]}
      />
    </Page>
  );
}
