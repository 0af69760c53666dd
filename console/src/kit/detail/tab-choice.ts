/**
 * The tab to open (docs/contract/console.md, "Details"): the address, then the remembered one, then the default,
 * then the first; upper and lower case are not distinguished.
 */
export function chooseTab(
  tabs: readonly string[],
  address: string | null,
  remembered: string | undefined,
  fallback?: string,
): string | undefined {
  for (const wanted of [address, remembered, fallback]) {
    const match = tabs.find((tab) => tab.toLowerCase() === wanted?.toLowerCase());
    if (match !== undefined) return match;
  }
  return tabs[0];
}
