import { InputNumber, Modal, Segmented, Switch } from "antd";
import { type ReactNode, useSyncExternalStore } from "react";
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
      <Row id="luna-font-size" label={t("settings.fontSize")} hint={t("settings.fontSizeHint")}>
        <InputNumber
          id="luna-font-size"
          min={MIN_FONT_SIZE}
          max={MAX_FONT_SIZE}
          suffix="px"
          value={setting.fontSize}
          onChange={(fontSize) => typeof fontSize === "number" && updateTerminalSetting({ fontSize })}
        />
      </Row>
      <Row id="luna-palette" label={t("settings.palette")}>
        <Segmented
          id="luna-palette"
          value={setting.palette}
          onChange={(palette) => updateTerminalSetting({ palette })}
          options={[
            { value: "auto" as const, label: t("settings.paletteAuto") },
            { value: "light" as const, label: t("settings.paletteLight") },
            { value: "dark" as const, label: t("settings.paletteDark") },
          ]}
        />
      </Row>
      <Row id="luna-quick-paste" label={t("settings.quickPaste")} hint={t("settings.quickPasteHint")}>
        <Switch
          id="luna-quick-paste"
          checked={setting.quickPaste}
          onChange={(quickPaste) => updateTerminalSetting({ quickPaste })}
        />
      </Row>
      <Row id="luna-backspace" label={t("settings.backspace")} hint={t("settings.backspaceHint")}>
        <Switch
          id="luna-backspace"
          checked={setting.backspaceAsCtrlH}
          onChange={(backspaceAsCtrlH) => updateTerminalSetting({ backspaceAsCtrlH })}
        />
      </Row>
    </Modal>
  );
}

function Row(props: { id: string; label: string; hint?: string; children: ReactNode }) {
  return (
    <div className="luna-setting">
      <label htmlFor={props.id}>
        {props.label}
        {props.hint && <small>{props.hint}</small>}
      </label>
      {props.children}
    </div>
  );
}
