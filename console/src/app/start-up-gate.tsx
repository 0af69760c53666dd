import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { createPath, RouterProvider } from "react-router";
import { readCookie } from "../kit/api/cookies.ts";
import { objectQuery } from "../kit/api/resources.ts";
import { drawAtOnce } from "../kit/draw-at-once.ts";
import type { RedirectState } from "../kit/redirect-state.ts";
import { type PublicSettings, type Session, SessionContext } from "../kit/session.ts";
import { connectSessionRefresh, refreshSession, type SessionPart } from "../kit/session-refresh.ts";
import { mayUseView } from "../shell/views.ts";
import { productTitle, setFavicon } from "./branding.ts";
import { browserPorts, goToSignIn, renewalPorts } from "./browser-ports.ts";
import { startKeepAlive } from "./keep-alive.ts";
import { createConsoleRouter } from "./router.tsx";
import { BUILT_VIEWS, entryOf } from "./routes.ts";
import { renewSession } from "./session-renewal.ts";
import { type ConsoleMap, type StartUpResult, startUp } from "./start-up.ts";
import { StartUpFailure } from "./start-up-failure.tsx";
import { useLostOrganization } from "./use-lost-organization.ts";
import { ViewContext } from "./view-context.ts";

/** Time in which the person can read why the sign-in page follows, in milliseconds. */
const SIGN_IN_DELAY = 100;
const MAP: ConsoleMap = { views: BUILT_VIEWS, exists: (path) => entryOf(path) !== undefined };

/** The address the router is at, below its base. */
function addressOf(router: ReturnType<typeof createConsoleRouter>) {
  const { pathname, search } = router.state.location;
  return { pathname: pathname.replace(/^\/ui(?=\/|$)/, "") || "/", search };
}

type State = { readonly kind: "starting" } | StartUpResult;

const progress = { started: false };

/** Whether the start-up sequence has brought the console up in this page. */
export function hasStarted(): boolean {
  return progress.started;
}

interface StartUpGateProps {
  /** Called when the look of the installation is known. */
  readonly onLook: (settings: PublicSettings) => void;
}

/** Runs the start-up sequence, then shows the console. */
export function StartUpGate({ onLook }: StartUpGateProps) {
  const { t } = useTranslation(["startup", "common"]);
  const [state, setState] = useState<State>({ kind: "starting" });
  const router = useMemo(createConsoleRouter, []);
  const client = useQueryClient();
  const look = useRef(onLook);

  const ports = useMemo(
    () =>
      browserPorts((settings) => {
        setFavicon(settings.INTERFACE);
        document.title = productTitle(settings.INTERFACE);
        look.current(settings);
      }),
    [],
  );

  const run = useCallback(
    async (path: string) => {
      const result = await startUp(path, ports, MAP);
      if (result.kind === "sign-in") setTimeout(() => goToSignIn(), result.refused ? SIGN_IN_DELAY : 0);
      if (result.kind === "ready") {
        look.current(result.settings);
        if (!progress.started) startKeepAlive(readCookie("jms_session_expire"), refreshSession);
        progress.started = true;
        if (result.redirect !== undefined) {
          // In the history, not in the address: nobody can send somebody anywhere with a link.
          const state: RedirectState = { from: createPath(addressOf(router)) };
          await router.navigate(result.redirect, { replace: true, state });
        }
        if (result.profile.perms.includes("assets.view_asset")) {
          void client.prefetchQuery(objectQuery("/api/v1/assets/categories/"));
        }
      }
      setState(result);
    },
    [ports, router, client],
  );
  const current = useRef(state);
  current.current = state;
  useEffect(() => {
    connectSessionRefresh(async (part: SessionPart) => {
      const before = current.current;
      if (before.kind !== "ready") return;
      const renewed = await renewSession(before, part, renewalPorts);
      // Anyone who has gone to another view meanwhile has a newer answer already.
      if (current.current !== before) return;
      if (mayUseView(renewed.view, renewed.profile)) setState(renewed);
      else await run(addressOf(router).pathname);
    });
  }, [run, router]);
  useLostOrganization(state);
  const retry = useCallback(() => {
    setState({ kind: "starting" });
    void run(addressOf(router).pathname);
  }, [run, router]);
  useEffect(() => void run(addressOf(router).pathname), [run, router]);

  const session = useMemo<Session | undefined>(
    () =>
      state.kind === "ready"
        ? {
            profile: state.profile,
            settings: state.settings,
            organization: state.organization,
            organizations: state.organizations,
            organizationChoice: "free",
            permissions: new Set(state.profile.perms),
          }
        : undefined,
    [state],
  );
  const view = useMemo(
    () => (state.kind === "ready" ? { view: state.view, enter: run } : undefined),
    [state, run],
  );

  if (state.kind === "failed") return <StartUpFailure failure={state} onRetry={retry} />;
  if (state.kind === "sign-in" && state.refused) {
    return (
      <main className="splash">
        <p role="status">{t("signIn.verifying")}</p>
      </main>
    );
  }
  if (session === undefined || view === undefined) {
    return <main className="splash" aria-busy="true" aria-label={t("common:loading")} />;
  }
  return (
    <SessionContext value={session}>
      <ViewContext value={view}>
        <RouterProvider router={router} flushSync={drawAtOnce} />
      </ViewContext>
    </SessionContext>
  );
}
