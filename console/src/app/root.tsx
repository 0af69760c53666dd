import { lazy, type ReactNode, Suspense, useCallback, useContext, useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Outlet, useLocation, useNavigate } from "react-router";
import { useMenuPlaceAsked } from "../kit/menu-place.ts";
import { connectPageTitles } from "../kit/page-titles.ts";
import { SessionContext, useSession } from "../kit/session.ts";
import { ForbiddenPage } from "../shell/error-pages.tsx";
import { rememberPage } from "../shell/palette/recent-pages.ts";
import { Shell } from "../shell/shell.tsx";
import { hasNoOrganization, mayUseView, SWITCHED_VIEWS, viewOfPath } from "../shell/views.ts";
import { productTitle } from "./branding.ts";
import { signOut } from "./browser-ports.ts";
import { judge } from "./guards.ts";
import { pathAfterSwitch, storeOrganization } from "./organizations.ts";
import { PageSkeleton } from "./page-skeleton.tsx";
import { BUILT_VIEWS, entryOf, ROUTES, SHORT_ADDRESSES } from "./routes.ts";
import { useOrganizationScope } from "./use-organization-scope.ts";
import { useTermsFirst } from "./use-terms-first.ts";
import { useView } from "./view-context.ts";

const NoAccessPage = lazy(() => import("../shell/no-access/no-access-page.tsx"));

/** Time for the person to see the organization change before the page loads again, in milliseconds. */
const SWITCH_DELAY = 400;

const exists = (path: string) =>
  entryOf(path) !== undefined || SHORT_ADDRESSES.includes(path) || path === "/";

/** What is shown instead of every screen when the person can use none of them. */
function Access({ personal, children }: { readonly personal: boolean; readonly children: ReactNode }) {
  const { profile, permissions } = useSession();
  if (personal) return children;
  if (permissions.size > 0 && !hasNoOrganization(profile)) return children;
  return (
    <Suspense fallback={<PageSkeleton />}>
      <NoAccessPage onSignOut={signOut} />
    </Suspense>
  );
}

/** The frame of every signed-in page: keeps view, organization, title and menu in step with the address. */
export function Root() {
  const { t } = useTranslation(["routes", "shell"]);
  const location = useLocation();
  const navigate = useNavigate();
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error("Root outside the start-up gate");
  const { profile, permissions, settings } = session;
  const { view, enter } = useView();
  const requested = viewOfPath(location.pathname);
  const isForbidden =
    requested !== undefined && BUILT_VIEWS.has(requested) && !mayUseView(requested, profile);
  const changesView = requested !== undefined && requested !== view && !isForbidden;
  const entry = entryOf(location.pathname);
  const title = entry === undefined ? t("shell:page.missingTitle") : t(entry.title);
  const menuPlace = useMenuPlaceAsked();
  const { frame, page } = useOrganizationScope(session, entry);

  useTermsFirst(profile);
  useEffect(() => {
    if (changesView) void enter(location.pathname);
    else if (location.pathname === "/") void navigate(`/${view}`, { replace: true });
  }, [changesView, view, enter, location.pathname, navigate]);
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
          (route.view === "profile" || mayUseView(route.view, profile)) &&
          judge(route, { permissions, settings }) === "open",
      ),
    [profile, permissions, settings],
  );
  const offered = useMemo(() => screens.filter((route) => route.hidden !== true), [screens]);
  const area = entry?.view === "profile" ? "profile" : isForbidden ? view : (requested ?? view);
  const menu = useMemo(
    () => offered.filter((route) => route.view === area && route.menu !== undefined),
    [offered, area],
  );
  const views = useMemo(
    () => SWITCHED_VIEWS.filter((item) => BUILT_VIEWS.has(item) && mayUseView(item, profile)),
    [profile],
  );
  const { organizations } = session;
  const switchOrganization = useCallback(
    (id: string) => {
      const organization = organizations.find((item) => item.id === id);
      if (organization === undefined) return;
      storeOrganization(username, organization);
      const path = window.location.pathname.replace(/^\/ui(?=\/|$)/, "");
      const to = pathAfterSwitch(path, window.location.search, exists);
      setTimeout(() => window.location.assign(`/ui${to}`), SWITCH_DELAY);
    },
    [organizations, username],
  );
  return (
    <SessionContext value={frame}>
      <Shell
        area={area}
        view={view}
        screenAt={entryOf}
        views={views}
        menu={menu}
        screens={offered}
        activePath={menuPlace ?? entry?.activeMenu ?? entry?.path}
        onSwitchOrganization={switchOrganization}
        product={productTitle(settings.INTERFACE)}
      >
        {changesView || page === undefined ? (
          <PageSkeleton />
        ) : (
          <SessionContext value={page}>
            <Access personal={area === "profile"}>{isForbidden ? <ForbiddenPage /> : <Outlet />}</Access>
          </SessionContext>
        )}
      </Shell>
    </SessionContext>
  );
}
