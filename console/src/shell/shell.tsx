import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { readCookie, writeCookie } from "../kit/api/cookies.ts";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { Menu } from "./menu.tsx";
import type { RouteEntry } from "./route-entry.ts";
import type { View } from "./views.ts";

/** Below this width the menu is a drawer. */
const PHONE = "(max-width: 991px)";

/** Props of {@link Shell}. */
export interface ShellProps {
  readonly area: View | "profile";
  readonly views: readonly View[];
  readonly menu: readonly RouteEntry[];
  /** Every screen the person may open. */
  readonly screens: readonly RouteEntry[];
  readonly activePath: string | undefined;
  readonly product: string;
  readonly onSwitchOrganization: (id: string) => void;
  readonly children: ReactNode;
}

/** Header, menu, content and footer. */
export function Shell(props: ShellProps) {
  const { t } = useTranslation("shell");
  const { pathname } = useLocation();
  const [collapsed, setCollapsed] = useState(() => readCookie("sidebarStatus") === "0");
  const [drawer, setDrawer] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes whenever the page changes
  useEffect(() => setDrawer(false), [pathname]);
  useEffect(() => {
    if (!drawer) return;
    const close = (event: KeyboardEvent) => {
      if (event.key === "Escape") setDrawer(false);
    };
    window.addEventListener("keydown", close);
    return () => window.removeEventListener("keydown", close);
  }, [drawer]);
  const toggle = () => {
    if (matchMedia(PHONE).matches) {
      setDrawer(!drawer);
      return;
    }
    writeCookie("sidebarStatus", collapsed ? "1" : "0", 365 * 86_400);
    setCollapsed(!collapsed);
  };
  return (
    <div className={`shell ${collapsed ? "is-collapsed" : ""} ${drawer ? "has-drawer" : ""}`}>
      <a className="skip-link" href="#content">
        {t("header.skip")}
      </a>
      <Header
        product={props.product}
        screens={props.screens}
        onSwitchOrganization={props.onSwitchOrganization}
        onMenu={toggle}
      />
      {drawer ? (
        <button
          type="button"
          className="backdrop"
          aria-label={t("menu.collapse")}
          onClick={() => setDrawer(false)}
        />
      ) : null}
      <Menu
        area={props.area}
        views={props.views}
        entries={props.menu}
        activePath={props.activePath}
        collapsed={collapsed && !drawer}
        onToggle={toggle}
      />
      <main id="content" className="content" tabIndex={-1}>
        {props.children}
        <Footer />
      </main>
    </div>
  );
}
