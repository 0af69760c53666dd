import {
  BulbOutlined,
  CodeOutlined,
  DownOutlined,
  GlobalOutlined,
  MenuOutlined,
  UserOutlined,
} from "@ant-design/icons";
import { Button, Dropdown } from "antd";
import { lazy, Suspense, use } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useNavigate } from "react-router";
import { currentLanguage, LANGUAGE_NAMES, type Language, switchLanguage } from "../i18n/language.ts";
import { useSession } from "../kit/session.ts";
import type { ColorMode } from "../kit/theme.ts";
import { AppearanceContext } from "./appearance.ts";
import { HelpMenu } from "./help-menu.tsx";
import { Logo } from "./logo.tsx";
import { PaletteButton } from "./palette/palette-button.tsx";
import type { RouteEntry } from "./route-entry.ts";

const OrganizationSelect = lazy(() => import("./organization-select.tsx"));

interface HeaderProps {
  readonly product: string;
  /** Every screen the person may open. */
  readonly screens: readonly RouteEntry[];
  readonly onSwitchOrganization: (id: string) => void;
  readonly onMenu: () => void;
}

function LanguageMenu() {
  const { t } = useTranslation("shell");
  return (
    <Dropdown
      trigger={["click"]}
      menu={{
        selectedKeys: [currentLanguage()],
        items: Object.entries(LANGUAGE_NAMES).map(([key, label]) => ({ key, label })),
        onClick: ({ key }) => switchLanguage(key as Language),
      }}
    >
      <Button
        type="text"
        icon={<GlobalOutlined />}
        aria-label={t("header.language")}
        title={t("header.language")}
      />
    </Dropdown>
  );
}

function AppearanceMenu() {
  const { t } = useTranslation("shell");
  const { mode, setMode } = use(AppearanceContext);
  return (
    <Dropdown
      trigger={["click"]}
      menu={{
        selectedKeys: [mode],
        items: (["auto", "light", "dark"] as const).map((key) => ({ key, label: t(`header.${key}`) })),
        onClick: ({ key }) => setMode(key as ColorMode),
      }}
    >
      <Button
        type="text"
        icon={<BulbOutlined />}
        aria-label={t("header.appearance")}
        title={t("header.appearance")}
      />
    </Dropdown>
  );
}

function AccountMenu() {
  const { t } = useTranslation("shell");
  const { profile } = useSession();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return (
    <Dropdown
      trigger={["click"]}
      placement="bottomRight"
      menu={{
        items: [
          { key: "profile", label: t("header.profile") },
          { type: "divider" as const },
          { key: "logout", label: t("header.logout") },
        ],
        onClick: ({ key }) => {
          if (key === "profile") void navigate("/profile/info");
          if (key === "logout")
            location.assign(`/core/auth/logout/?next=${encodeURIComponent(`/ui${pathname}${search}`)}`);
        },
      }}
    >
      <Button type="text" className="account-button" aria-label={t("header.account", { name: profile.name })}>
        <UserOutlined />
        <span className="account-name">{profile.name}</span>
        <DownOutlined className="account-arrow" />
      </Button>
    </Dropdown>
  );
}

/** The bar over everything. */
export function Header({ product, screens, onSwitchOrganization, onMenu }: HeaderProps) {
  const { t } = useTranslation("shell");
  const { can, licensed, settings } = useSession();
  return (
    <header className="header">
      <Button
        type="text"
        className="header-menu"
        icon={<MenuOutlined />}
        aria-label={t("menu.open")}
        onClick={onMenu}
      />
      <Link to="/" className="brand" aria-label={product}>
        <Logo look={settings.INTERFACE} product={product} />
      </Link>
      {licensed ? (
        <Suspense fallback={<span className="organization-select" />}>
          <OrganizationSelect onSwitch={onSwitchOrganization} />
        </Suspense>
      ) : null}
      <span className="header-space" />
      <PaletteButton screens={screens} />
      {can("rbac.view_webterminal") ? (
        <Button
          type="text"
          icon={<CodeOutlined />}
          aria-label={t("header.webTerminal")}
          title={t("header.webTerminal")}
          onClick={() => window.open(`/luna/?_=${Date.now()}`, "_blank", "noopener")}
        >
          <span className="header-label">{t("header.webTerminal")}</span>
        </Button>
      ) : null}
      <LanguageMenu />
      <AppearanceMenu />
      <HelpMenu />
      <AccountMenu />
    </header>
  );
}
