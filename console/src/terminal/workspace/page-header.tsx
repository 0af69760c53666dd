import {
  AppstoreOutlined,
  FolderOpenOutlined,
  FullscreenOutlined,
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  SettingOutlined,
  UserOutlined,
} from "@ant-design/icons";
import { Button, type MenuProps } from "antd";
import { lazy, useState } from "react";
import { useTranslation } from "react-i18next";
import { currentLanguage, LANGUAGE_NAMES, type Language, switchLanguage } from "../../i18n/language.ts";
import { ClosedChoice } from "../../kit/choice/closed-choice.tsx";
import { helpLinks } from "../../kit/help-links.ts";
import { Logo } from "../../kit/logo.tsx";
import { MenuButton } from "../../kit/menu/menu-button.tsx";
import type { ColorMode } from "../../kit/theme.ts";
import { FILES_METHOD, FILES_PROTOCOL, offeredMethods } from "../connect/connect-state.ts";
import { useAppearance } from "../page/color-mode.ts";
import { LoadBoundary, LoadFailed } from "../page/load-boundary.tsx";
import { useLuna } from "../page/luna-context.ts";
import { useLeave } from "./use-leave.ts";

const OrganizationSelect = lazy(() => import("./organization-select.tsx"));
const SettingsDialog = lazy(() => import("../settings/settings-dialog.tsx"));

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
  const { settings, profile, organizations, organization, methods } = useLuna();
  /** Undefined until it was shown once. */
  const [settingsShown, setSettingsShown] = useState<boolean>();
  const label = assetsShown ? t("header.hideAssets") : t("header.showAssets");
  const fullScreen = () => {
    if (document.fullscreenElement === null)
      void document.documentElement.requestFullscreen().catch(() => {});
    else void document.exitFullscreen();
  };
  return (
    <header className="luna-header">
      {onToggleAssets && (
        <Button
          type="text"
          icon={assetsShown ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
          aria-label={label}
          title={label}
          aria-expanded={assetsShown}
          onClick={onToggleAssets}
        />
      )}
      <span className="luna-brand">
        <Logo look={settings.INTERFACE} product={settings.INTERFACE?.login_title || "Sallyport"} />
      </span>
      <span className="luna-spacer" />
      {organizations.length > 1 && organization !== undefined && (
        <LoadBoundary wait={null} failed={<LoadFailed />}>
          <ClosedChoice
            label={t("header.organization")}
            text={organization.name}
            className="luna-organization"
          >
            <OrganizationSelect organizations={organizations} organization={organization} />
          </ClosedChoice>
        </LoadBoundary>
      )}
      {offeredMethods(methods, FILES_PROTOCOL).some(({ value }) => value === FILES_METHOD) && (
        <Button
          type="text"
          icon={<FolderOpenOutlined />}
          aria-label={t("header.files")}
          title={t("header.files")}
          href="/luna/sftp"
          target="_blank"
        />
      )}
      <Button
        type="text"
        className="luna-wide-only"
        icon={<FullscreenOutlined />}
        aria-label={t("header.fullScreen")}
        title={t("header.fullScreen")}
        onClick={fullScreen}
      />
      <Button
        type="text"
        icon={<SettingOutlined />}
        aria-label={t("header.settings")}
        title={t("header.settings")}
        onClick={() => setSettingsShown(true)}
      />
      <MenuButton
        type="text"
        icon={<UserOutlined />}
        aria-label={t("header.account", { name: profile.name })}
        menu={{ items: useAccountMenu() }}
      >
        <span className="luna-wide-only">{profile.name}</span>
      </MenuButton>
      {settingsShown !== undefined && (
        <LoadBoundary wait={null} failed={<LoadFailed />}>
          <SettingsDialog open={settingsShown} onClose={() => setSettingsShown(false)} />
        </LoadBoundary>
      )}
    </header>
  );
}

function useAccountMenu(): NonNullable<MenuProps["items"]> {
  const { t } = useTranslation("terminal");
  const appearance = useAppearance();
  const help = helpLinks(useLuna().settings);
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
    ...(help.length === 0 ? [] : [{ type: "divider" as const }]),
    ...help.map(({ key, url }) => ({
      key,
      label: (
        <a href={url} target="_blank" rel="noopener noreferrer">
          {t(`header.${key}`)}
        </a>
      ),
      // The pointer follows the link itself.
      onClick: ({ domEvent }: { readonly domEvent: { readonly type: string } }) => {
        if (domEvent.type === "keydown") window.open(url, "_blank", "noopener");
      },
    })),
    { type: "divider" },
    {
      key: "out",
      label: t("header.signOut"),
      onClick: () => leave(() => location.assign("/core/auth/logout/?next=/luna/")),
    },
  ];
}
