import { Form, InputNumber, Modal, Segmented, Switch } from "antd";
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import {
  getTerminalSetting,
  MAX_FONT_SIZE,
  MIN_FONT_SIZE,
  subscribeTerminalSetting,
  updateTerminalSetting,
} from "./luna-setting.ts";

/** What a person may set about terminals on this browser; every change counts at once. */
export function SettingsDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t } = useTranslation("terminal");
  const setting = useSyncExternalStore(subscribeTerminalSetting, getTerminalSetting);
  return (
    <Modal open={open} title={t("settings.title")} onCancel={onClose} footer={null} width={440}>
      <Form
        layout="horizontal"
        colon={false}
        labelCol={{ flex: "1 1 auto" }}
        wrapperCol={{ flex: "0 0 auto" }}
        labelAlign="left"
        className="luna-settings"
      >
        <Form.Item label={t("settings.fontSize")} help={t("settings.fontSizeHint")} htmlFor="luna-font-size">
          <InputNumber
            id="luna-font-size"
            min={MIN_FONT_SIZE}
            max={MAX_FONT_SIZE}
            suffix="px"
            value={setting.fontSize}
            onChange={(fontSize) => typeof fontSize === "number" && updateTerminalSetting({ fontSize })}
          />
        </Form.Item>
        <Form.Item label={t("settings.palette")}>
          <Segmented
            value={setting.palette}
            onChange={(palette) => updateTerminalSetting({ palette })}
            options={[
              { value: "auto" as const, label: t("settings.paletteAuto") },
              { value: "light" as const, label: t("settings.paletteLight") },
              { value: "dark" as const, label: t("settings.paletteDark") },
            ]}
          />
        </Form.Item>
        <Form.Item
          label={t("settings.quickPaste")}
          help={t("settings.quickPasteHint")}
          htmlFor="luna-quick-paste"
        >
          <Switch
            id="luna-quick-paste"
            checked={setting.quickPaste}
            onChange={(quickPaste) => updateTerminalSetting({ quickPaste })}
          />
        </Form.Item>
        <Form.Item
          label={t("settings.backspace")}
          help={t("settings.backspaceHint")}
          htmlFor="luna-backspace"
        >
          <Switch
            id="luna-backspace"
            checked={setting.backspaceAsCtrlH}
            onChange={(backspaceAsCtrlH) => updateTerminalSetting({ backspaceAsCtrlH })}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
