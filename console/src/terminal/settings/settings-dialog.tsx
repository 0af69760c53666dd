import { Modal, Switch } from "antd";
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { TOUCH, useMedia } from "../../kit/use-media.ts";
import { LookFields, SettingRow } from "./look-fields.tsx";
import { getTerminalSetting, subscribeTerminalSetting, updateTerminalSetting } from "./luna-setting.ts";
import { usePersonalSetting } from "./personal-setting.ts";

/** What a person may set about terminals; every change counts at once. */
export default function SettingsDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t } = useTranslation("terminal");
  const setting = useSyncExternalStore(subscribeTerminalSetting, getTerminalSetting);
  const [{ isKeyRowShown, isPasteGuarded, copiesSelection, areHintsDismissed }, update] =
    usePersonalSetting();
  const isTouchScreen = useMedia(TOUCH);
  return (
    <Modal open={open} title={t("settings.title")} onCancel={onClose} footer={null} width={460}>
      <LookFields prefix="luna-settings" />
      {isTouchScreen && (
        <SettingRow id="luna-key-row" label={t("settings.keyRow")} hint={t("settings.keyRowHint")}>
          <Switch
            id="luna-key-row"
            checked={isKeyRowShown}
            onChange={(value) => update({ isKeyRowShown: value })}
          />
        </SettingRow>
      )}
      <SettingRow id="luna-quick-paste" label={t("settings.quickPaste")} hint={t("settings.quickPasteHint")}>
        <Switch
          id="luna-quick-paste"
          checked={setting.quickPaste}
          onChange={(quickPaste) => updateTerminalSetting({ quickPaste })}
        />
      </SettingRow>
      <SettingRow id="luna-paste-guard" label={t("paste.guard")}>
        <Switch
          id="luna-paste-guard"
          checked={isPasteGuarded}
          onChange={(value) => update({ isPasteGuarded: value })}
        />
      </SettingRow>
      <SettingRow id="luna-copy-selection" label={t("paste.copyOnSelect")}>
        <Switch
          id="luna-copy-selection"
          checked={copiesSelection}
          onChange={(value) => update({ copiesSelection: value })}
        />
      </SettingRow>
      <SettingRow id="luna-backspace" label={t("settings.backspace")} hint={t("settings.backspaceHint")}>
        <Switch
          id="luna-backspace"
          checked={setting.backspaceAsCtrlH}
          onChange={(backspaceAsCtrlH) => updateTerminalSetting({ backspaceAsCtrlH })}
        />
      </SettingRow>
      <SettingRow id="luna-hints" label={t("settings.hints")}>
        <Switch
          id="luna-hints"
          checked={!areHintsDismissed}
          onChange={(shown) => update({ areHintsDismissed: !shown })}
        />
      </SettingRow>
    </Modal>
  );
}
