import {
  AppstoreOutlined,
  FullscreenOutlined,
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  SettingOutlined,
  UserOutlined,
} from "@ant-design/icons";
import { App, Button, Dropdown, type MenuProps, Select, Tooltip } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { currentLanguage, LANGUAGE_NAMES, type Language, switchLanguage } from "../../i18n/language.ts";
import { Logo } from "../../kit/logo.tsx";
import type { ColorMode } from "../../kit/theme.ts";
import { useAppearance } from "../page/color-mode.ts";
import { useLuna } from "../page/luna-context.ts";
import { liveTabs, tabTitle } from "../session/tabs-state.ts";
import { SettingsDialog } from "../settings/settings-dialog.tsx";
import { rememberOrganization } from "../startup/organization.ts";
import { useTabs } from "./tabs-context.ts";

/** Props of the header. */
export interface PageHeaderProps {
  /** Whether the assets are shown beside the terminals. */
  assetsShown?: boolean;
  /** Left out where there are no assets to show. */
  onToggleAssets?: () => void;
}

/** The bar on top: assets, organization, settings, the person. */
export function PageHeader({ assetsShown = false, onToggleAssets }: PageHeaderProps) {
  const { t } = useTranslation("terminal");
  const { settings, profile } = useLuna();
  const [settingsShown, setSettingsShown] = useState(false);
  const label = assetsShown ? t("header.hideAssets") : t("header.showAssets");
  const fullScreen = () => {
    if (document.fullscreenElement === null)
      void document.documentElement.requestFullscreen().catch(() => {});
    else void document.exitFullscreen();
  };
  return (
    <header className="luna-header">
      {onToggleAssets && (
        <Tooltip title={label} placement="bottomLeft">
          <Button
            type="text"
            icon={assetsShown ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
            aria-label={label}
            aria-expanded={assetsShown}
            onClick={onToggleAssets}
          />
        </Tooltip>
      )}
      <span className="luna-brand">
        <Logo look={settings.INTERFACE} product={settings.INTERFACE?.login_title || "Sallyport"} />
      </span>
      <span className="luna-spacer" />
      <OrganizationSelect />
      <Tooltip title={t("header.fullScreen")}>
        <Button
          type="text"
          className="luna-wide-only"
          icon={<FullscreenOutlined />}
          aria-label={t("header.fullScreen")}
          onClick={fullScreen}
        />
      </Tooltip>
      <Tooltip title={t("header.settings")}>
        <Button
          type="text"
          icon={<SettingOutlined />}
          aria-label={t("header.settings")}
          onClick={() => setSettingsShown(true)}
        />
      </Tooltip>
      <Dropdown trigger={["click"]} menu={{ items: useAccountMenu() }}>
        <Button type="text" icon={<UserOutlined />} aria-label={t("header.account", { name: profile.name })}>
          <span className="luna-wide-only">{profile.name}</span>
        </Button>
      </Dropdown>
      <SettingsDialog open={settingsShown} onClose={() => setSettingsShown(false)} />
    </header>
  );
}

function OrganizationSelect() {
  const { t } = useTranslation("terminal");
  const { organizations, organization } = useLuna();
  const leave = useLeave();
  if (organizations.length < 2 || organization === undefined) return null;
  return (
    <Select
      className="luna-organization"
      aria-label={t("header.organization")}
      variant="filled"
      showSearch={{ optionFilterProp: "label" }}
      popupMatchSelectWidth={false}
      value={organization.id}
      options={organizations.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(id) =>
        leave(() => {
          rememberOrganization(id);
          location.assign("/luna/");
        })
      }
    />
  );
}

/** Leaves the page, after one question where terminals are open. */
function useLeave(): (go: () => void) => void {
  const { t } = useTranslation("terminal");
  const { modal } = App.useApp();
  const { state, dispatch } = useTabs();
  return (go) => {
    const live = liveTabs(state.tabs);
    if (live.length === 0) return go();
    modal.confirm({
      title: t("tab.closeManyTitle", { count: live.length }),
      content: t("tab.closeManyBody", { names: live.map(tabTitle).join(", ") }),
      okText: t("tab.close"),
      okButtonProps: { danger: true },
      onOk: () => {
        dispatch({ type: "closed", keys: live.map(({ key }) => key) });
        // The guard against leaving is gone once the closed tabs have been drawn.
        setTimeout(go, 50);
      },
    });
  };
}

function useAccountMenu(): NonNullable<MenuProps["items"]> {
  const { t } = useTranslation("terminal");
  const appearance = useAppearance();
  const leave = useLeave();
  const modes: ColorMode[] = ["auto", "light", "dark"];
  const check = (chosen: boolean, text: string) => (
    <span className={chosen ? "luna-chosen" : "luna-choice"} aria-current={chosen}>
      {text}
    </span>
  );
  return [
    {
      key: "console",
      icon: <AppstoreOutlined />,
      label: t("header.console"),
      onClick: () => leave(() => location.assign("/ui/")),
    },
    { type: "divider" },
    {
      key: "language",
      label: t("header.language"),
      children: (Object.keys(LANGUAGE_NAMES) as Language[]).map((language) => ({
        key: `language-${language}`,
        label: check(language === currentLanguage(), LANGUAGE_NAMES[language]),
        onClick: () => leave(() => switchLanguage(language)),
      })),
    },
    {
      key: "appearance",
      label: t("header.appearance"),
      children: modes.map((mode) => ({
        key: `mode-${mode}`,
        label: check(mode === appearance.mode, t(`header.${mode}`)),
        onClick: () => appearance.setMode(mode),
      })),
    },
    { type: "divider" },
    {
      key: "out",
      label: t("header.signOut"),
      onClick: () => leave(() => location.assign("/core/auth/logout/?next=/luna/")),
    },
  ];
}
