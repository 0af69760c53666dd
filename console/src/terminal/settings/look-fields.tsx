import { Button, InputNumber, Segmented, Select, Space } from "antd";
import { type ReactNode, useMemo, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { TOUCH, useMedia } from "../../kit/use-media.ts";
import { installedFonts } from "./installed-fonts.ts";
import {
  getTerminalSetting,
  MAX_FONT_SIZE,
  MIN_FONT_SIZE,
  subscribeTerminalSetting,
  updateTerminalSetting,
} from "./luna-setting.ts";
import { TERMINAL_FONTS, usePersonalSetting } from "./personal-setting.ts";

/**
 * How terminals look: colours, text size, font. Every change counts at once.
 *
 * @param prefix begins the ids of the controls: the fields can be on the page twice
 */
export function LookFields({ prefix }: { readonly prefix: string }) {
  const { t } = useTranslation("terminal");
  const { fontSize } = useSyncExternalStore(subscribeTerminalSetting, getTerminalSetting);
  const [{ colors, font }, update] = usePersonalSetting();
  const isTouchScreen = useMedia(TOUCH);
  const fonts = useMemo(installedFonts, []);
  const resize = (size: number) => updateTerminalSetting({ fontSize: size });
  return (
    <>
      <SettingRow id={`${prefix}-colors`} label={t("settings.palette")}>
        <Segmented
          id={`${prefix}-colors`}
          aria-label={t("settings.palette")}
          value={colors}
          onChange={(value) => update({ colors: value })}
          options={[
            { value: "dark" as const, label: t("settings.paletteDark") },
            { value: "light" as const, label: t("settings.paletteLight") },
            { value: "auto" as const, label: t("settings.paletteAuto") },
          ]}
        />
      </SettingRow>
      <SettingRow
        id={`${prefix}-size`}
        label={t("settings.fontSize")}
        {...(isTouchScreen ? {} : { hint: t("settings.fontSizeHint") })}
      >
        <Space.Compact>
          <Button aria-label={t("settings.smaller")} onClick={() => resize(fontSize - 1)}>
            A−
          </Button>
          <InputNumber
            id={`${prefix}-size`}
            className="luna-size"
            controls={false}
            min={MIN_FONT_SIZE}
            max={MAX_FONT_SIZE}
            suffix="px"
            value={fontSize}
            onChange={(size) => typeof size === "number" && resize(size)}
          />
          <Button aria-label={t("settings.bigger")} onClick={() => resize(fontSize + 1)}>
            A+
          </Button>
        </Space.Compact>
      </SettingRow>
      {fonts.length > 1 && (
        <SettingRow id={`${prefix}-font`} label={t("settings.font")}>
          <Select
            id={`${prefix}-font`}
            className="luna-font"
            value={fonts.includes(font) ? font : "system"}
            onChange={(value) => update({ font: value })}
            options={fonts.map((value) => ({
              value,
              label: value === "system" ? t("settings.fontSystem") : TERMINAL_FONTS[value],
            }))}
          />
        </SettingRow>
      )}
    </>
  );
}

/** A setting: what it is called, what the name does not say, and its control. */
export function SettingRow(props: {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly children: ReactNode;
}) {
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
