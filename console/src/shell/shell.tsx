import { Fragment, type ReactNode, useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { readCookie, writeCookie } from "../kit/api/cookies.ts";
import { useSession } from "../kit/session.ts";
import { PHONE } from "../kit/use-media.ts";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { Menu } from "./menu.tsx";
import { Notices } from "./notices/notices.tsx";
import type { RouteEntry } from "./routes/route-entry.ts";
import { TabBar } from "./tabs/tab-bar.tsx";
import { tabStorageKey } from "./tabs/tab-storage.ts";
import { useTabs } from "./tabs/use-tabs.ts";
import type { View } from "./views.ts";

/** Cookie of the menu's state, `1` open and `0` collapsed, and its life in seconds. */
const MENU_COOKIE = "sidebarStatus";
const MENU_COOKIE_LIFE = 365 * 86_400;

/** Props of {@link Shell}. */
export interface ShellProps {
  /** The work area of the page in front. */
  readonly area: View | "profile";
  /** The work area whose tabs are shown; the person's own pages belong to the one they came from. */
  readonly view: View;
  readonly views: readonly View[];
  readonly menu: readonly RouteEntry[];
  /** Every screen the person may open. */
  readonly screens: readonly RouteEntry[];
  /** The screen at a path. */
  readonly screenAt: (path: string) => RouteEntry | undefined;
  readonly activePath: string | undefined;
  readonly product: string;
  readonly onSwitchOrganization: (id: string) => void;
  readonly children: ReactNode;
}

/** Header, menu, tabs, content and footer. */
export function Shell(props: ShellProps) {
  const { t } = useTranslation("shell");
  const { pathname } = useLocation();
  const { profile, organization } = useSession();
  const [collapsed, setCollapsed] = useState(() => readCookie(MENU_COOKIE) === "0");
  const [drawer, setDrawer] = useState(false);
  const tabs = useTabs({
    storageKey: tabStorageKey(profile.username, organization?.id, props.view),
    view: props.view,
    screens: props.screens,
    screenAt: props.screenAt,
  });
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
  const toggle = useCallback(() => {
    if (matchMedia(PHONE).matches) {
      setDrawer((open) => !open);
      return;
    }
    writeCookie(MENU_COOKIE, collapsed ? "1" : "0", MENU_COOKIE_LIFE);
    setCollapsed(!collapsed);
  }, [collapsed]);
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
      <TabBar control={tabs} />
      <main id="content" className="content" tabIndex={-1}>
        <Notices />
        <Fragment key={tabs.refreshes}>{props.children}</Fragment>
        <Footer />
      </main>
    </div>
  );
}
