import { lazy, type ReactNode, useCallback, useEffect, useMemo, useReducer, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../kit/api/api-error.ts";
import { confirm } from "../../kit/dialogs.tsx";
import { failureText } from "../../kit/feedback.ts";
import { createToken, exchangeToken } from "../api/luna-api.ts";
import type { ConnectionToken } from "../api/types.ts";
import type { PendingConnection } from "../connect/connect-dialog.tsx";
import { needsReview, refusalText, worthAskingAgain } from "../connect/connect-errors.ts";
import { LoadBoundary, LoadFailed } from "../page/load-boundary.tsx";
import { useLuna } from "../page/luna-context.ts";
import { keepTabs, readKeptTabs } from "../session/kept-sessions.ts";
import type { PaneSide } from "../session/pane-layout.ts";
import { isLive, mayReconnect } from "../session/session-state.ts";
import {
  type ConnectedTarget,
  liveTabs,
  nextTabs,
  type PanePlace,
  restoredTabs,
  type TerminalTab,
  tabTitle,
} from "../session/tabs-state.ts";
import type { TabInputs } from "./tab-inputs.ts";
import { type AssetReference, type ConnectIntent, type Tabs, TabsContext } from "./tabs-context.ts";
import { useCloseTabs } from "./use-close-tabs.ts";
import { useLeaveGuard } from "./use-leave-guard.ts";

const RenameDialog = lazy(() => import("./rename-dialog.tsx"));
const ShareDialog = lazy(() => import("../../kit/sharing/share-dialog.tsx"));
const ConnectDialog = lazy(() => import("../connect/connect-dialog.tsx"));

/** A fresh token for a target; undefined when only the person can repeat the request, by typing the secret again. */
async function freshToken(target: ConnectedTarget): Promise<ConnectionToken | undefined> {
  try {
    return await exchangeToken(target.tokenId);
  } catch (error) {
    // Whom to ask, and when, is said in the dialog.
    if (needsReview(error)) return undefined;
    if (!worthAskingAgain(error)) throw error;
    return target.typedSecret ? undefined : createToken(target.request);
  }
}

/** Holds the terminal tabs, the connect dialog, and the guard against leaving open sessions. */
export function TabsProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation(["terminal", "common"]);
  const { profile } = useLuna();
  const [state, dispatch] = useReducer(nextTabs, profile.id, (id) => restoredTabs(readKeptTabs(id)));
  useEffect(() => keepTabs(profile.id, state), [profile.id, state]);
  const [pending, setPending] = useState<PendingConnection>();
  const latest = useRef(state);
  latest.current = state;

  const explain = useCallback(
    (error: unknown) => {
      const known = refusalText(error);
      return known === undefined ? failureText(error) : t(known);
    },
    [t],
  );

  const connect = useCallback((asset: AssetReference, intent: ConnectIntent = {}) => {
    setPending((previous) => ({ asset, intent, attempt: (previous?.attempt ?? 0) + 1 }));
  }, []);

  /** Those that are connected to when what is pending is done or given up. */
  const queue = useRef<AssetReference[]>([]);
  const goOn = useCallback(() => {
    const asset = queue.current.shift();
    if (asset === undefined) setPending(undefined);
    else connect(asset);
  }, [connect]);
  const connectAll = useCallback(
    (assets: readonly AssetReference[]) => {
      queue.current = [...assets];
      goOn();
    },
    [goOn],
  );

  const opened = useCallback(
    (target: ConnectedTarget, intent: ConnectIntent) => {
      goOn();
      if (intent.replaceTab === undefined) dispatch({ type: "opened", target, place: intent.place });
      else dispatch({ type: "restarted", key: intent.replaceTab, target });
    },
    [goOn],
  );

  const startAgain = useCallback(
    async ({ key, target, attempt, session }: TerminalTab) => {
      const reference = { id: target.assetId, name: target.assetName, address: target.address };
      if (isLive(session.phase)) dispatch({ type: "session", key, attempt, event: { type: "ended" } });
      dispatch({ type: "session", key, attempt, event: { type: "reconnect" } });
      try {
        const token = await freshToken(target);
        if (token !== undefined)
          return dispatch({ type: "restarted", key, target: { ...target, tokenId: token.id } });
        dispatch({ type: "session", key, attempt, event: { type: "tokenFailed", message: "" } });
        connect(reference, { dialog: true, replaceTab: key });
      } catch (error) {
        dispatch({ type: "session", key, attempt, event: { type: "tokenFailed", message: explain(error) } });
      }
    },
    [connect, explain],
  );

  const reconnect = useCallback(
    (key: string) => {
      const tab = latest.current.tabs.find((entry) => entry.key === key);
      if (tab === undefined || !mayReconnect(tab.session.phase)) return;
      if (!isLive(tab.session.phase)) return void startAgain(tab);
      confirm({
        title: t("tab.reconnectTitle", { name: tabTitle(tab) }),
        content: t("tab.reconnectBody"),
        confirmText: t("tab.reconnect"),
        danger: true,
        onConfirm: () => void startAgain(tab),
      });
    },
    [startAgain, t],
  );

  const clone = useCallback(
    async (key: string, place?: PanePlace) => {
      const target = latest.current.tabs.find((entry) => entry.key === key)?.target;
      if (target === undefined) return;
      try {
        const token = await freshToken(target);
        if (token === undefined)
          connect(
            { id: target.assetId, name: target.assetName, address: target.address },
            {
              dialog: true,
              place,
            },
          );
        else dispatch({ type: "opened", target: { ...target, tokenId: token.id }, place });
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) return;
        confirm({
          kind: "error",
          title: t("connect.rejectTitle"),
          content: explain(error),
          confirmText: t("common:close"),
          onConfirm: () => {},
        });
      }
    },
    [connect, explain, t],
  );

  const split = useCallback(
    (key: string, side: PaneSide) => {
      const { active } = latest.current;
      if (active === undefined || key === active) void clone(key, { beside: key, side });
      else dispatch({ type: "placed", key, place: { beside: active, side } });
    },
    [clone],
  );
  const inputs = useRef<TabInputs>(new Map()).current;
  const [renamedKey, setRenamedKey] = useState<string>();
  const renamed = state.tabs.find(({ key }) => key === renamedKey);
  const [sharedKey, setSharedKey] = useState<string>();
  const sharedId = state.tabs.find(({ key }) => key === sharedKey)?.session.sessionId;
  const close = useCloseTabs(latest, dispatch);
  // What the gateway keeps is there again when the page is.
  useLeaveGuard(liveTabs(state.tabs).some(({ session }) => session.isKept !== true));

  const tabs = useMemo<Tabs>(
    () => ({
      state,
      dispatch,
      inputs,
      connect,
      connectAll,
      reconnect,
      clone: (key) => void clone(key),
      split,
      close,
      rename: setRenamedKey,
      share: setSharedKey,
    }),
    [state, inputs, connect, connectAll, reconnect, clone, split, close],
  );
  return (
    <TabsContext value={tabs}>
      {children}
      {renamed && (
        <LoadBoundary wait={null} failed={<LoadFailed onClose={() => setRenamedKey(undefined)} />}>
          <RenameDialog
            name={tabTitle(renamed)}
            onRename={(name) => dispatch({ type: "renamed", key: renamed.key, name })}
            onClose={() => setRenamedKey(undefined)}
          />
        </LoadBoundary>
      )}
      {sharedId && (
        <LoadBoundary wait={null} failed={<LoadFailed onClose={() => setSharedKey(undefined)} />}>
          <ShareDialog sessionId={sharedId} onClose={() => setSharedKey(undefined)} />
        </LoadBoundary>
      )}
      {pending && (
        <LoadBoundary key={pending.attempt} wait={null} failed={<LoadFailed onClose={goOn} />}>
          <ConnectDialog pending={pending} onConnected={opened} onCancel={goOn} />
        </LoadBoundary>
      )}
    </TabsContext>
  );
}
