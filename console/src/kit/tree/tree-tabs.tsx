import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { readCookie, writeCookie } from "../api/cookies.ts";
import { chooseTab } from "../detail/tab-choice.ts";
import "./tree-table.css";

/** One of the trees beside a list. */
export interface TreeTab {
  readonly key: string;
  readonly label: string;
  readonly content: ReactNode;
}

interface TreeTabsProps {
  /** Accessible name of the row of tabs. */
  readonly label: string;
  readonly tabs: readonly TreeTab[];
  /** Key of the tree that holds the present choice; it is the one in front at first. */
  readonly chosen?: string | undefined;
}

const COOKIE = "activeTreeTab";
const DAY = 86_400;

/** Trees one of which is in front; which one is remembered for a day. A single one stands without tabs. */
export function TreeTabs({ label, tabs, chosen }: TreeTabsProps) {
  const id = useId();
  const keys = tabs.map(({ key }) => key);
  const [picked, setPicked] = useState(() => chooseTab(keys, chosen ?? null, readCookie(COOKIE)));
  const active = tabs.find(({ key }) => key === picked) ?? tabs[0];
  if (active === undefined || tabs.length === 1) return <>{active?.content}</>;
  const pick = (key: string) => {
    writeCookie(COOKIE, key, DAY);
    setPicked(key);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = tabs[(tabs.indexOf(active) + step + tabs.length) % tabs.length];
    if (next === undefined) return;
    pick(next.key);
    document.getElementById(`${id}-${next.key}`)?.focus();
  };
  return (
    <>
      <div className="tree-tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            id={`${id}-${tab.key}`}
            type="button"
            role="tab"
            className="tree-tab"
            aria-selected={tab === active}
            aria-controls={`${id}-panel`}
            tabIndex={tab === active ? 0 : -1}
            onClick={() => pick(tab.key)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${active.key}`}>
        {active.content}
      </div>
    </>
  );
}
