/** Navigation state of going to another tab: the tab that is left stays, and with it what was entered there. */
export const TAB_SWITCH = { tabSwitch: true } as const;

/** Whether a navigation goes to another tab, and leaves the present one as it is. */
export function isTabSwitch(state: unknown): boolean {
  return typeof state === "object" && state !== null && "tabSwitch" in state && state.tabSwitch === true;
}
