import { Button } from "antd";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { RouterProvider } from "react-router";
import { ApiError } from "../kit/api/api-error.ts";
import { readCookie } from "../kit/api/cookies.ts";
import { failureText } from "../kit/feedback.ts";
import { Notice } from "../kit/list/list-states.tsx";
import { type PublicSettings, type Session, SessionContext } from "../kit/session.ts";
import { browserPorts, goToSignIn } from "./browser-ports.ts";
import { productTitle, setFavicon } from "./dress.ts";
import { startKeepAlive } from "./keep-alive.ts";
import { createConsoleRouter } from "./router.tsx";
import { type StartUpResult, startUp } from "./start-up.ts";
import { ViewContext } from "./view-context.ts";

type State = { readonly kind: "starting" } | StartUpResult;

interface StartUpGateProps {
  /** Called when the look of the installation is known. */
  readonly onLook: (settings: PublicSettings) => void;
}

/** Runs the start-up sequence, then shows the console. */
export function StartUpGate({ onLook }: StartUpGateProps) {
  const { t } = useTranslation(["shell", "common"]);
  const [state, setState] = useState<State>({ kind: "starting" });
  const router = useMemo(createConsoleRouter, []);
  const look = useRef(onLook);
  const keptAlive = useRef(false);

  const run = useCallback(
    async (path: string) => {
      const ports = browserPorts((settings) => {
        setFavicon(settings.INTERFACE);
        document.title = productTitle(settings.INTERFACE);
        look.current(settings);
      });
      const result = await startUp(path, ports);
      if (result.kind === "sign-in") goToSignIn();
      if (result.kind === "ready") {
        look.current(result.settings);
        if (!keptAlive.current) startKeepAlive(readCookie("jms_session_expire"));
        keptAlive.current = true;
        if (result.redirect !== undefined) await router.navigate(result.redirect, { replace: true });
      }
      setState(result);
    },
    [router],
  );
  useEffect(() => void run(router.state.location.pathname), [run, router]);

  const session = useMemo<Session | undefined>(
    () =>
      state.kind === "ready"
        ? {
            profile: state.profile,
            settings: state.settings,
            organization: state.organization,
            organizations: state.organizations,
            permissions: new Set(state.profile.perms),
          }
        : undefined,
    [state],
  );
  const view = useMemo(
    () => (state.kind === "ready" ? { view: state.view, enter: run } : undefined),
    [state, run],
  );

  if (state.kind === "failed") {
    const untrusted = state.error instanceof ApiError && state.error.status === 400;
    return (
      <main className="splash">
        <Notice
          title={t("start.failed")}
          body={untrusted ? t("start.untrustedHost") : failureText(state.error)}
        >
          <Button type="primary" onClick={() => location.reload()}>
            {t("common:retry")}
          </Button>
        </Notice>
      </main>
    );
  }
  if (session === undefined || view === undefined) {
    return <main className="splash" aria-busy="true" aria-label={t("common:loading")} />;
  }
  return (
    <SessionContext value={session}>
      <ViewContext value={view}>
        <RouterProvider router={router} />
      </ViewContext>
    </SessionContext>
  );
}
