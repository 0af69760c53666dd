import { Tabs } from "antd";
import { type ReactNode, useEffect } from "react";
import { useLocation, useSearchParams } from "react-router";
import { chooseTab } from "./tab-choice.ts";
import { rememberedTab, rememberTab } from "./tab-memory.ts";

/** One tab of a page. */
export interface PageTab {
  readonly key: string;
  readonly label: string;
  readonly content: ReactNode;
}

interface TabPageProps {
  readonly tabs: readonly PageTab[];
  /** Key of the tab that is open when neither the address nor memory names one; the first unless given. */
  readonly initial?: string | undefined;
  /** Each tab is a list of its own: of the one that is left nothing stays in the address. */
  readonly lists?: boolean;
}

/** Tabs whose choice is in the address and remembered for a day, for each kind of page; a single tab stands without a tab bar. */
export function TabPage({ tabs, initial, lists = false }: TabPageProps) {
  const [address, setAddress] = useSearchParams();
  const { pathname } = useLocation();
  const asked = address.get("activeTab");
  const active = chooseTab(
    tabs.map((tab) => tab.key),
    asked,
    rememberedTab(pathname),
    initial,
  );
  // Remembered once it is open: a form with unsaved changes may keep the person where they are.
  useEffect(() => {
    if (asked !== null && asked === active) rememberTab(pathname, asked);
  }, [asked, active, pathname]);
  if (tabs.length === 1) return <>{tabs[0]?.content}</>;
  return (
    <Tabs
      activeKey={active ?? ""}
      destroyOnHidden
      items={tabs.map((tab) => ({ key: tab.key, label: tab.label, children: tab.content }))}
      onChange={(key) => {
        setAddress(
          (before) => {
            const next = new URLSearchParams(lists ? undefined : before);
            next.set("activeTab", key);
            return next;
          },
          // At once: what is clicked next must not reach the tab that is left.
          { replace: true, flushSync: true },
        );
      }}
    />
  );
}
