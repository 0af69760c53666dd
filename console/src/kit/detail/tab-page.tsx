import { Tabs } from "antd";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { readCookie, writeCookie } from "../api/cookies.ts";
import { chooseTab } from "./tab-choice.ts";

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
}

/** Tabs whose choice is in the address and remembered for a day; a single tab stands without a tab bar. */
export function TabPage({ tabs, initial }: TabPageProps) {
  const [address, setAddress] = useSearchParams();
  const active = chooseTab(
    tabs.map((tab) => tab.key),
    address.get("activeTab"),
    readCookie("activeTab"),
    initial,
  );
  if (tabs.length === 1) return <>{tabs[0]?.content}</>;
  return (
    <Tabs
      activeKey={active ?? ""}
      destroyOnHidden
      items={tabs.map((tab) => ({ key: tab.key, label: tab.label, children: tab.content }))}
      onChange={(key) => {
        writeCookie("activeTab", key, 86_400);
        setAddress(
          (before) => {
            const next = new URLSearchParams(before);
            next.set("activeTab", key);
            return next;
          },
          { replace: true },
        );
      }}
    />
  );
}
