/**
 * What people choose for themselves in the console and find again in any browser: each name with the values it may
 * have. Absent is the usual. Extension: docs/contract/console.md, "Beyond the contract".
 */
export const preferences = {
  /** Whether the start page shows the way to a first recorded session; by itself it does until all is done. */
  getting_started: ["open", "closed"],
} as const;

/** The name of a preference. */
export type PreferenceName = keyof typeof preferences;

/** What somebody has chosen; names without a choice are absent. */
export type Preferences = { readonly [Name in PreferenceName]?: (typeof preferences)[Name][number] };
