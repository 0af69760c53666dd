import { type ComponentType, lazy, Suspense, useEffect } from "react";
import { createBrowserRouter, Navigate, useLocation, useParams } from "react-router";
import { connectScreens } from "../kit/screens.ts";
import { useSession } from "../kit/session.ts";
import { ForbiddenPage, MissingPage, UnlicensedPage } from "../shell/error-pages.tsx";
import { connectPalette } from "../shell/palette/palette-sources.ts";
import type { RouteEntry } from "../shell/routes/route-entry.ts";
import { AREAS } from "./areas.ts";
import { goToSignIn } from "./browser-ports.ts";
import { judge, pathOfHash } from "./guards.ts";
import { PageSkeleton } from "./page-skeleton.tsx";
import { Root } from "./root.tsx";
import { entryOf, hasScreen, ROUTE_TABLE, routeNamed, SHORT_ADDRESSES, screensBelow } from "./routes.ts";
import { ScreenFailure } from "./screen-failure.tsx";

/** Opens a screen if the session may, and says why not otherwise. */
function Guarded({ entry, Screen }: { readonly entry: RouteEntry; readonly Screen: ComponentType }) {
  const session = useSession();
  const { pathname } = useLocation();
  switch (judge(entry, session)) {
    case "missing":
      return <Navigate to="/404" replace />;
    case "forbidden":
      return <ForbiddenPage />;
    case "unlicensed":
      return <UnlicensedPage />;
    case "open":
      return (
        <Suspense fallback={<PageSkeleton />}>
          <Screen key={pathname} />
        </Suspense>
      );
  }
}

/** Leads from a short address to the first screen below it that the person may open. */
function Section({ path }: { readonly path: string }) {
  const session = useSession();
  const below = screensBelow(path);
  const target = below.find((entry) => judge(entry, session) === "open") ?? below[0];
  return <Navigate to={target?.path ?? "/404"} replace />;
}

/** The address that sessions had in former versions; links in old mails lead there. */
function FormerSession() {
  const { id = "" } = useParams();
  const { search } = useLocation();
  const path = routeNamed("SessionDetail").path.replace(":id", encodeURIComponent(id));
  return <Navigate to={`${path}${search}`} replace />;
}

/** Leads to the server's page. */
function SignIn() {
  useEffect(() => goToSignIn("/ui/"), []);
  return null;
}

/** The router under `/ui`: one route per entry of the route table, short addresses, and `/404` for the rest. */
export function createConsoleRouter(): ReturnType<typeof createBrowserRouter> {
  connectScreens((path) => entryOf(path) !== undefined);
  connectPalette(AREAS.flatMap(({ palette }) => (palette === undefined ? [] : [palette])));
  const screens = ROUTE_TABLE.map((entry) => {
    // Without its screen a fixed address would be taken for an id by the pattern beside it.
    if (!hasScreen(entry)) return { path: entry.path, element: <Navigate to="/404" replace /> };
    const Screen = lazy(entry.load);
    return {
      path: entry.path,
      element: <Guarded entry={entry} Screen={Screen} />,
      errorElement: <ScreenFailure />,
    };
  });
  const shortAddresses = SHORT_ADDRESSES.map((path) => ({ path, element: <Section path={path} /> }));
  const router = createBrowserRouter(
    [
      {
        path: "/",
        element: <Root />,
        errorElement: <ScreenFailure />,
        children: [
          ...screens,
          ...shortAddresses,
          { path: "/terminal/sessions/:id", element: <FormerSession /> },
          { path: "/profile/index", element: <Navigate to="/profile/info" replace /> },
          { path: "/login", element: <SignIn /> },
          { path: "/404", element: <MissingPage /> },
          { path: "*", element: <Navigate to="/404" replace /> },
        ],
      },
    ],
    { basename: "/ui" },
  );
  window.addEventListener("hashchange", () => {
    const path = pathOfHash(location.hash);
    if (path !== undefined) void router.navigate(path, { replace: true });
  });
  return router;
}
