import "./workspace.css";
import { lazy, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { LoadBoundary } from "../page/load-boundary.tsx";
import { useTabs } from "./tabs-context.ts";

const Terminals = lazy(() => {
  // Both are wanted together: asked for one after the other, the terminal would wait for its frame.
  import("../session/terminal-view.tsx").catch(() => {});
  return import("./terminals.tsx");
});

/** The right side: the tabs with their terminals, or what stands there while none is open. */
export function Workspace({ empty }: { readonly empty: ReactNode }) {
  const { t } = useTranslation("terminal");
  const { state } = useTabs();
  return (
    <div className="luna-workspace">
      {state.tabs.length === 0 ? (
        <div className="luna-panes">{empty}</div>
      ) : (
        <LoadBoundary
          wait={
            <>
              <div className="luna-tabs" />
              <div className="luna-panes" />
            </>
          }
          failed={<p className="luna-pane-failed">{t("session.failedToLoad")}</p>}
        >
          <Terminals />
        </LoadBoundary>
      )}
    </div>
  );
}
