import { useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Outlet, useLocation, useNavigate } from "react-router";
import { connectPageTitles } from "../kit/page-titles.ts";
import { useSession } from "../kit/session.ts";
import { rememberPage } from "../shell/palette/recent-pages.ts";
import { Shell } from "../shell/shell.tsx";
import { BUILT_VIEWS, mayUseView, VIEWS, viewOfPath } from "../shell/views.ts";
import { productTitle } from "./dress.ts";
import { judge } from "./guards.ts";
import { pathAfterSwitch, storeOrganization } from "./organizations.ts";
import { entryOf, REDIRECTS, ROUTES } from "./routes.ts";
import { useView } from "./view-context.ts";

/** Time for the person to see the organization change before the page loads again, in milliseconds. */
const SWITCH_DELAY = 400;

/** The frame of every signed-in page: keeps view, title and menu in step with the address. */
export function Root() {
  const { t } = useTranslation(["routes", "shell"]);
  const location = useLocation();
  const navigate = useNavigate();
  const session = useSession();
  const { profile, permissions, settings } = session;
  const { view, enter } = useView();
  const requested = viewOfPath(location.pathname);
  const entry = entryOf(location.pathname);
  const title = entry === undefined ? t("shell:page.missingTitle") : t(entry.title);

  useEffect(() => {
    if (requested !== undefined && requested !== view) void enter(location.pathname);
    else if (location.pathname === "/") void navigate(`/${view}`, { replace: true });
  }, [requested, view, enter, location.pathname, navigate]);
  const username = profile.username;
  const organizationId = session.organization?.id;
  useEffect(() => {
    return connectPageTitles((path, name) => {
      if (entryOf(path) !== undefined) rememberPage(username, organizationId, { path, title: name });
    });
  }, [username, organizationId]);
  useEffect(() => {
    document.title = t("shell:page.title", {
      page: title,
      product: productTitle(settings.INTERFACE),
    });
  }, [title, t, settings]);

  const screens = useMemo(
    () =>
      ROUTES.filter(
        (route) =>
          (route.view === "profile" || (BUILT_VIEWS.has(route.view) && mayUseView(route.view, profile))) &&
          judge(route, { permissions, settings }) === "open",
      ),
    [profile, permissions, settings],
  );
  const area = entry?.view === "profile" ? "profile" : (requested ?? view);
  const menu = screens.filter((route) => route.view === area && route.menu !== undefined);
  const switchOrganization = (id: string) => {
    const organization = session.organizations.find((item) => item.id === id);
    if (organization === undefined) return;
    storeOrganization(profile.username, organization);
    const exists = (path: string) => entryOf(path) !== undefined || path in REDIRECTS || path === "/";
    const to = pathAfterSwitch(location.pathname, location.search, exists);
    setTimeout(() => window.location.assign(`/ui${to}`), SWITCH_DELAY);
  };
  return (
    <Shell
      area={area}
      view={view}
      screenAt={entryOf}
      views={VIEWS.filter((item) => BUILT_VIEWS.has(item) && mayUseView(item, profile))}
      menu={menu}
      screens={screens}
      activePath={entry?.activeMenu ?? entry?.path}
      onSwitchOrganization={switchOrganization}
      product={productTitle(settings.INTERFACE)}
    >
      {requested !== undefined && requested !== view ? (
        <div className="page-loading" aria-busy="true" />
      ) : (
        <Outlet />
      )}
    </Shell>
  );
}
