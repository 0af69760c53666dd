import "./panes.css";
import { WATERMARK } from "@sallyport/contract/look/tokens";
import { Spin, Watermark } from "antd";
import { type CSSProperties, type DragEvent, lazy, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { LoadBoundary } from "../page/load-boundary.tsx";
import { useLuna } from "../page/luna-context.ts";
import { dividersOf, hasPane, type PaneBox, type PaneSide, panesOf } from "../session/pane-layout.ts";
import { SessionBanner } from "../session/session-banner.tsx";
import type { SessionEvent } from "../session/session-state.ts";
import type { WorkspaceShortcut } from "../session/shortcuts.ts";
import {
  isComponentTab,
  isFilesTab,
  isTerminalTab,
  type TabsState,
  type TerminalTab,
} from "../session/tabs-state.ts";
import { Divider } from "./pane-divider.tsx";
import { useTabs } from "./tabs-context.ts";

const ComponentView = lazy(() => import("../component/component-tab.tsx"));
const FilesView = lazy(() => import("../files/files-tab.tsx"));
const TerminalView = lazy(() => import("../session/terminal-view.tsx"));

/** What a tab is dragged as. */
export const DRAGGED_TAB = "text/x-luna-tab";

const WHOLE: PaneBox = { left: 0, top: 0, width: 1, height: 1 };

/** The terminals that can be seen, and where: those shown together with the one in front, or it alone. */
export function visiblePanes({ active, layout }: TabsState): ReadonlyMap<string, PaneBox> {
  if (active === undefined) return new Map();
  return layout !== undefined && hasPane(layout, active) ? panesOf(layout) : new Map([[active, WHOLE]]);
}

/** A part of the room as styles. */
export const boxStyle = ({ left, top, width, height }: PaneBox): CSSProperties => ({
  left: `${left * 100}%`,
  top: `${top * 100}%`,
  width: `${width * 100}%`,
  height: `${height * 100}%`,
});

/** Props of the panes. */
export interface PanesProps {
  /** The tab in whose output something is looked for. */
  readonly finding: string | undefined;
  /** Those that get what is sent from the command bar. */
  readonly marked: ReadonlySet<string>;
  onFind(key: string, isFinding: boolean): void;
  /** A key of the page was pressed in a terminal; answers whether it meant something. */
  onShortcut(shortcut: WorkspaceShortcut, isPressed: boolean): boolean;
}

/** The terminals: each stays in the page while its tab is open, wherever it is shown. */
export function Panes(props: PanesProps) {
  const { state, dispatch } = useTabs();
  const room = useRef<HTMLDivElement>(null);
  const visible = visiblePanes(state);
  const isSplit = visible.size > 1;
  const drop = useDropPlace(room, visible);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dragging is a shortcut of what the menu of a tab offers
    <div ref={room} className="luna-panes" onDragOver={drop.over} onDragLeave={drop.leave} onDrop={drop.take}>
      {state.tabs.map((tab) => (
        <Pane
          {...props}
          key={tab.key}
          tab={tab}
          active={tab.key === state.active}
          box={visible.get(tab.key)}
          isSplit={isSplit}
          onActivate={() => dispatch({ type: "activated", key: tab.key })}
        />
      ))}
      {isSplit &&
        state.layout !== undefined &&
        dividersOf(state.layout).map((divider) => (
          <Divider key={divider.path.join("/")} divider={divider} room={room} />
        ))}
      {drop.box && <div className="luna-drop" style={boxStyle(drop.box)} />}
    </div>
  );
}

/** Where a dragged tab would be shown, while it is over the terminals. */
function useDropPlace(room: { readonly current: HTMLElement | null }, visible: ReadonlyMap<string, PaneBox>) {
  const { dispatch } = useTabs();
  const [place, setPlace] = useState<{ beside: string; side: PaneSide; box: PaneBox }>();
  return {
    box: place?.box,
    over: (event: DragEvent) => {
      const bounds = room.current?.getBoundingClientRect();
      if (!event.dataTransfer.types.includes(DRAGGED_TAB) || bounds === undefined) return;
      event.preventDefault();
      const x = (event.clientX - bounds.left) / bounds.width;
      const y = (event.clientY - bounds.top) / bounds.height;
      for (const [beside, box] of visible) {
        const inX = (x - box.left) / box.width;
        const inY = (y - box.top) / box.height;
        if (inX < 0 || inX > 1 || inY < 0 || inY > 1) continue;
        const side = nearestSide(inX, inY);
        if (place?.beside !== beside || place.side !== side)
          setPlace({ beside, side, box: halfOf(box, side) });
      }
    },
    leave: (event: DragEvent) => {
      if (!room.current?.contains(event.relatedTarget as Node | null)) setPlace(undefined);
    },
    take: (event: DragEvent) => {
      const key = event.dataTransfer.getData(DRAGGED_TAB);
      setPlace(undefined);
      if (place === undefined || key === "") return;
      event.preventDefault();
      dispatch({ type: "placed", key, place: { beside: place.beside, side: place.side } });
    },
  };
}

function nearestSide(x: number, y: number): PaneSide {
  const sides = { left: x, right: 1 - x, top: y, bottom: 1 - y };
  return (Object.keys(sides) as PaneSide[]).reduce((best, side) => (sides[side] < sides[best] ? side : best));
}

function halfOf({ left, top, width, height }: PaneBox, side: PaneSide): PaneBox {
  if (side === "left") return { left, top, width: width / 2, height };
  if (side === "right") return { left: left + width / 2, top, width: width / 2, height };
  if (side === "top") return { left, top, width, height: height / 2 };
  return { left, top: top + height / 2, width, height: height / 2 };
}

/** Whether a component's session has ended or got no token; before, its tab says itself where it stands. */
const isOverInComponent = (tab: TerminalTab): boolean =>
  isComponentTab(tab) && tab.session.phase === "closed" && tab.session.reason !== "refused";

interface PaneProps extends PanesProps {
  readonly tab: TerminalTab;
  readonly active: boolean;
  /** Undefined while it cannot be seen. */
  readonly box: PaneBox | undefined;
  readonly isSplit: boolean;
  onActivate(): void;
}

function Pane({ tab, active, box, isSplit, finding, marked, ...acts }: PaneProps) {
  const { t } = useTranslation("terminal");
  const { dispatch, reconnect, inputs } = useTabs();
  const { profile, settings } = useLuna();
  const { key } = tab;
  const onEvent = (attempt: number, event: SessionEvent) =>
    dispatch({ type: "session", key, attempt, event });
  const content = (
    <LoadBoundary
      wait={<Spin className="luna-pane-wait" />}
      failed={<p className="luna-pane-failed">{t("session.failedToLoad")}</p>}
    >
      {isFilesTab(tab) ? (
        <FilesView tab={tab} onEvent={onEvent} />
      ) : isComponentTab(tab) ? (
        <ComponentView
          tab={tab}
          active={active}
          onEvent={onEvent}
          onActivate={acts.onActivate}
          onReconnect={() => reconnect(key)}
        />
      ) : (
        <TerminalView
          tab={tab}
          active={active}
          isShown={box !== undefined}
          isFinding={finding === key}
          onFind={(isFinding) => acts.onFind(key, isFinding)}
          onShortcut={acts.onShortcut}
          onEvent={onEvent}
          onReconnect={() => reconnect(key)}
          onReady={(input) => {
            inputs.set(key, input);
            return () => void inputs.delete(key);
          }}
        />
      )}
    </LoadBoundary>
  );
  const classes = [
    "luna-pane",
    ...(isSplit ? ["luna-pane-split"] : []),
    ...(isSplit && active ? ["luna-pane-front"] : []),
    ...(marked.has(key) ? ["luna-pane-marked"] : []),
  ];
  return (
    <div
      role="tabpanel"
      id={`luna-pane-${key}`}
      aria-labelledby={`luna-${key}`}
      className={classes.join(" ")}
      hidden={box === undefined}
      style={box === undefined ? {} : boxStyle(box)}
      onFocusCapture={() => !active && acts.onActivate()}
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
      {(isTerminalTab(tab) || isOverInComponent(tab)) && (
        <SessionBanner tab={tab} onReconnect={() => reconnect(key)} />
      )}
    </div>
  );
}
