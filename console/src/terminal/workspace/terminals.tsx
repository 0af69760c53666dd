import { WATERMARK } from "@sallyport/contract/look/tokens";
import { Spin, Watermark } from "antd";
import { lazy, useState } from "react";
import { useTranslation } from "react-i18next";
import { LoadBoundary } from "../page/load-boundary.tsx";
import { useLuna } from "../page/luna-context.ts";
import { SessionBanner } from "../session/session-banner.tsx";
import type { SessionEvent } from "../session/session-state.ts";
import { isFilesTab, type TerminalTab } from "../session/tabs-state.ts";
import { SessionToolbar } from "./session-toolbar.tsx";
import { TabStrip } from "./tab-strip.tsx";
import { useTabs } from "./tabs-context.ts";

const FilesView = lazy(() => import("../files/files-tab.tsx"));
const TerminalView = lazy(() => import("../session/terminal-view.tsx"));

/** The tabs and the terminals below them. */
export default function Terminals() {
  const { state } = useTabs();
  /** The tab in whose output something is looked for. */
  const [finding, setFinding] = useState<string>();
  const front = state.tabs.find((tab) => tab.key === state.active);
  const find = (key: string) => (isFinding: boolean) => setFinding(isFinding ? key : undefined);
  return (
    <>
      {front && (
        <TabStrip
          tools={
            isFilesTab(front) ? null : (
              <SessionToolbar tab={front} isFinding={finding === front.key} onFind={find(front.key)} />
            )
          }
        />
      )}
      <div className="luna-panes">
        {state.tabs.map((tab) => (
          <Pane
            key={tab.key}
            tab={tab}
            active={tab.key === state.active}
            isFinding={finding === tab.key}
            onFind={find(tab.key)}
          />
        ))}
      </div>
    </>
  );
}

interface PaneProps {
  readonly tab: TerminalTab;
  readonly active: boolean;
  readonly isFinding: boolean;
  onFind(isFinding: boolean): void;
}

function Pane({ tab, active, isFinding, onFind }: PaneProps) {
  const { t } = useTranslation("terminal");
  const { dispatch, reconnect } = useTabs();
  const { profile, settings } = useLuna();
  const onEvent = (attempt: number, event: SessionEvent) =>
    dispatch({ type: "session", key: tab.key, attempt, event });
  const content = (
    <LoadBoundary
      wait={<Spin className="luna-pane-wait" />}
      failed={<p className="luna-pane-failed">{t("session.failedToLoad")}</p>}
    >
      {isFilesTab(tab) ? (
        <FilesView tab={tab} onEvent={onEvent} />
      ) : (
        <TerminalView
          tab={tab}
          active={active}
          isFinding={isFinding}
          onFind={onFind}
          onEvent={onEvent}
          onReconnect={() => reconnect(tab.key)}
        />
      )}
    </LoadBoundary>
  );
  return (
    <div
      role="tabpanel"
      id={`luna-pane-${tab.key}`}
      aria-labelledby={`luna-${tab.key}`}
      className="luna-pane"
      hidden={!active}
    >
      {settings.SECURITY_WATERMARK_ENABLED === true ? (
        <Watermark
          className="luna-watermark"
          content={[`${profile.name}(${profile.username})`, tab.target.assetName]}
          gap={[120, 110]}
          font={{ fontSize: 13, color: WATERMARK }}
          inherit={false}
        >
          {content}
        </Watermark>
      ) : (
        content
      )}
      {!isFilesTab(tab) && <SessionBanner tab={tab} onReconnect={() => reconnect(tab.key)} />}
    </div>
  );
}
