import { CodeOutlined, MenuOutlined, SettingOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { lazy, memo, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { Logo } from "../kit/logo.tsx";
import { useSession } from "../kit/session.ts";
import { MessageButton } from "./messages/message-button.tsx";
import { NavbarButton } from "./navbar-button.tsx";
import { NavbarMenus } from "./navbar-menus.tsx";
import { navbarItems, SETTINGS_PAGE } from "./navbar-rules.ts";
import { OrganizationChoice } from "./organization-choice.tsx";
import { PaletteButton } from "./palette/palette-button.tsx";
import type { RouteEntry } from "./routes/route-entry.ts";

const TicketButton = lazy(() => import("./ticket-button.tsx"));

interface HeaderProps {
  readonly product: string;
  /** Every screen the person may open. */
  readonly screens: readonly RouteEntry[];
  readonly onSwitchOrganization: (id: string) => void;
  readonly onMenu: () => void;
}

/** The bar over everything. It does not change with the page. */
export const Header = memo(function Header({ product, screens, onSwitchOrganization, onMenu }: HeaderProps) {
  const { t } = useTranslation("shell");
  const navigate = useNavigate();
  const { can, licensed, settings } = useSession();
  const items = navbarItems({ screens, settings, can });
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
      {licensed ? <OrganizationChoice screens={screens} onSwitch={onSwitchOrganization} /> : null}
      <span className="header-space" />
      <PaletteButton screens={screens} />
      <MessageButton />
      {items.webTerminal ? (
        <NavbarButton
          icon={<CodeOutlined />}
          label={t("header.webTerminal")}
          onClick={() => window.open(`/luna/?_=${Date.now()}`, "_blank", "noopener")}
        />
      ) : null}
      {items.tickets ? (
        <Suspense fallback={<span className="navbar-slot" />}>
          <TicketButton />
        </Suspense>
      ) : null}
      {items.systemSettings ? (
        <NavbarButton
          icon={<SettingOutlined />}
          label={t("header.systemSettings")}
          onClick={() => void navigate(SETTINGS_PAGE)}
        />
      ) : null}
      <NavbarMenus screens={screens} />
    </header>
  );
});
