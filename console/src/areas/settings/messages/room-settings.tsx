import { Flex, Form } from "antd";
import { api } from "../../../kit/api/client.ts";
import { encryptFields } from "../../../kit/api/encryption.ts";
import { SECRET_SETTINGS, SettingForm, type SettingGroups } from "../form/setting-form.tsx";
import { TestButton } from "../form/test-button.tsx";
import { useSettingsTexts } from "../settings-texts.ts";

/** Chat channels that system messages are posted to (docs/contract/notifications.md, section 10). */
const ROOMS = {
  slack: {
    url: "SLACK_WEBHOOK_URL",
    groups: [["room", ["SLACK_ENABLED", "SLACK_WEBHOOK_URL", "SLACK_LANGUAGE"]]],
  },
  teams: {
    url: "TEAMS_WEBHOOK_URL",
    groups: [["room", ["TEAMS_ENABLED", "TEAMS_WEBHOOK_URL", "TEAMS_LANGUAGE"]]],
  },
} satisfies Record<string, { readonly url: string; readonly groups: SettingGroups }>;

type RoomName = keyof typeof ROOMS;

/** Posts a message with the URL in the form, saved or not. */
function RoomTest({ room }: { readonly room: RoomName }) {
  const { t } = useSettingsTexts();
  const form = Form.useFormInstance();
  const test = async () => {
    const { url } = ROOMS[room];
    const entered: unknown = form.getFieldValue(url);
    const body = typeof entered === "string" ? encryptFields({ [url]: entered }, SECRET_SETTINGS) : {};
    const path = `/api/v1/sallyport/${room}/testing/`;
    return (await api<{ readonly msg: string }>(path, { method: "POST", body })).msg;
  };
  return <TestButton test={test}>{t("settings:room.test")}</TestButton>;
}

/** The webhook of a channel in Slack or Microsoft Teams, and a test of it. */
export function RoomSettings({ room }: { readonly room: RoomName }) {
  const { t } = useSettingsTexts();
  return (
    <Flex vertical gap={12}>
      <p className="hint">{t("settings:room.hint")}</p>
      <SettingForm category={room} groups={ROOMS[room].groups} extraButtons={<RoomTest room={room} />} />
    </Flex>
  );
}
