import { type ComponentType, lazy, Suspense } from "react";
import { createBrowserRouter, Navigate, useLocation } from "react-router";
import { connectScreens } from "../kit/screens.ts";
import { useSession } from "../kit/session.ts";
import { CrashPage, ForbiddenPage, MissingPage } from "../shell/error-pages.tsx";
import type { RouteEntry } from "../shell/route-entry.ts";
import { judge } from "./guards.ts";
import { Root } from "./root.tsx";
import { entryOf, REDIRECTS, ROUTES } from "./routes.ts";

/** Opens a screen if the session may, and says why not otherwise. */
function Guarded({ entry, Screen }: { readonly entry: RouteEntry; readonly Screen: ComponentType }) {
  const session = useSession();
  const { pathname } = useLocation();
  const verdict = judge(entry, session);
  if (verdict === "missing") return <Navigate to="/404" replace />;
  if (verdict === "forbidden") return <ForbiddenPage />;
  return (
    <Suspense fallback={<div className="page-loading" aria-busy="true" />}>
      <Screen key={pathname} />
    </Suspense>
  );
}

/** The router under `/ui`: one route per entry of the route table, short addresses, and `/404` for the rest. */
export function createConsoleRouter(): ReturnType<typeof createBrowserRouter> {
  connectScreens((path) => entryOf(path) !== undefined);
  const screens = ROUTES.map((entry) => {
    const Screen = lazy(entry.load);
    return {
      path: entry.path,
      element: <Guarded entry={entry} Screen={Screen} />,
      errorElement: <CrashPage />,
    };
  });
  const redirects = Object.entries(REDIRECTS).map(([path, to]) => ({
    path,
    element: <Navigate to={to} replace />,
  }));
  return createBrowserRouter(
    [
      {
        path: "/",
        element: <Root />,
        errorElement: <CrashPage />,
        children: [
          ...screens,
          ...redirects,
          { path: "/404", element: <MissingPage /> },
          { path: "*", element: <Navigate to="/404" replace /> },
        ],
      },
    ],
    { basename: "/ui" },
  );
}
