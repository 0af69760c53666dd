import type { KeyboardEvent } from "react";
import type { TabsControl } from "./use-tabs.ts";

/**
 * The keys of the row of tabs: arrows, Home and End move, Delete closes, Space opens.
 *
 * @param linkOf finds the element of a tab by its path
 */
export function tabKeys(control: TabsControl, linkOf: (path: string | undefined) => HTMLElement | undefined) {
  const { tabs } = control;
  return (event: KeyboardEvent): void => {
    const focused = (event.target as HTMLElement).dataset.path;
    const index = tabs.findIndex(({ path }) => path === focused);
    const tab = tabs[index];
    if (tab === undefined) return;
    const step: Record<string, number> = {
      ArrowLeft: (index - 1 + tabs.length) % tabs.length,
      ArrowRight: (index + 1) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    };
    const next = step[event.key];
    if (next !== undefined) {
      event.preventDefault();
      linkOf(tabs[next]?.path)?.focus();
    } else if (event.key === "Delete" && !tab.affix) {
      event.preventDefault();
      const neighbour = tabs[index + 1] ?? tabs[index - 1];
      linkOf(neighbour?.path)?.focus();
      control.close(tab);
    } else if (event.key === " ") {
      event.preventDefault();
      control.open(tab);
    }
  };
}
