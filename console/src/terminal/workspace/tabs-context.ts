import { createContext, type Dispatch, useContext } from "react";
import type { PaneSide } from "../session/pane-layout.ts";
import type { PanePlace, TabsEvent, TabsState } from "../session/tabs-state.ts";
import type { TabInputs } from "./tab-inputs.ts";

/** An asset as far as a click on it tells. */
export interface AssetReference {
  id: string;
  name: string;
  address: string;
}

/** How a connection is begun. */
export interface ConnectIntent {
  /** Show the dialog even where the last choice said to connect at once. */
  dialog?: boolean;
  /** Account to preselect, by id. */
  accountId?: string | undefined;
  /** Protocol to begin with where the asset offers it; what was chosen is then not remembered for the next time. */
  protocol?: string;
  /** Tab that is connected anew instead of opening another one. */
  replaceTab?: string;
  /** Where it is shown, with another one. */
  place?: PanePlace | undefined;
}

/** The tabs and what can be done with them. */
export interface Tabs {
  state: TabsState;
  dispatch: Dispatch<TabsEvent>;
  /** The terminals that are drawn. */
  readonly inputs: TabInputs;
  connect(asset: AssetReference, intent?: ConnectIntent): void;
  /** Connects to several assets, one after the other. */
  connectAll(assets: readonly AssetReference[]): void;
  /** Connects a tab again, with a fresh token; after a question where that ends its session. */
  reconnect(key: string): void;
  /** Opens another tab to the same target. */
  clone(key: string): void;
  /** Shows a tab beside the one in front; the one in front with another one to the same target. */
  split(key: string, side: PaneSide): void;
  /** Closes tabs, after asking when that would end a session. */
  close(keys: readonly string[]): void;
  /** Asks for another name of a tab. */
  rename(key: string): void;
  /** Shows what is shared of a tab's session. */
  share(key: string): void;
}

/** Provided around the main page. */
export const TabsContext = createContext<Tabs | undefined>(undefined);

/** The tabs. Only on the main and the connect page. */
export function useTabs(): Tabs {
  const tabs = useContext(TabsContext);
  if (tabs === undefined) throw new Error("useTabs outside the main page");
  return tabs;
}
