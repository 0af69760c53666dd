import type { Fixtures } from "./fixtures/fixtures.ts";
import type { Row } from "./table.ts";

/** Measures a part and answers its rows. */
type Measure = (fixtures: Fixtures) => Promise<Row[]>;

/**
 * Everything that can be measured, by the name it is asked for with, in the order of the table. A part is loaded when
 * it is measured: all of them with what they measure take ten seconds of a core, which the names alone must not cost.
 */
export const parts: Readonly<Record<string, () => Promise<Measure>>> = {
  starting: async () => (await import("./rows/starting.ts")).measureStarting,
  lists: async () => (await import("./rows/lists.ts")).measureLists,
  search: async () => (await import("./rows/search.ts")).measureSearch,
  palette: async () => (await import("./rows/palette.ts")).measurePalette,
  tree: async () => (await import("./rows/tree.ts")).measureTree,
  answers: async () => (await import("./rows/answers.ts")).measureAnswers,
  people: async () => (await import("./rows/people.ts")).measurePeople,
  permissions: async () => (await import("./rows/permissions.ts")).measurePermissions,
  tickets: async () => (await import("./rows/tickets.ts")).measureTickets,
  "sign-in": async () => (await import("./rows/sign-in.ts")).measureSignIn,
  "sign-ins-at-once": async () => (await import("./rows/sign-ins-at-once.ts")).measureSignInsAtOnce,
  directories: async () => (await import("./rows/directories.ts")).measureDirectories,
  "access-rules": async () => (await import("./rows/access-rules.ts")).measureAccessRules,
  mail: async () => (await import("./rows/mail.ts")).measureMail,
  "signed-requests": async () => (await import("./rows/signed-requests.ts")).measureSignedRequests,
  tabular: async () => (await import("./rows/tabular.ts")).measureTabular,
  "import-assets": async () => (await import("./rows/asset-import.ts")).measureAssetImport,
  "import-in-browser": async () => (await import("./rows/browser-import.ts")).measureBrowserImport,
  "asset-filters": async () => (await import("./rows/asset-filters.ts")).measureAssetFilters,
  "filter-previews": async () => (await import("./rows/filter-previews.ts")).measureFilterPreviews,
  "rule-previews": async () => (await import("./rows/rule-previews.ts")).measureRulePreviews,
  dashboards: async () => (await import("./rows/dashboards.ts")).measureDashboards,
  "audit-lists": async () => (await import("./rows/audit-lists.ts")).measureAuditLists,
  accounts: async () => (await import("./rows/accounts.ts")).measureAccounts,
  replays: async () => (await import("./rows/replays.ts")).measureReplays,
  evidence: async () => (await import("./rows/evidence.ts")).measureEvidence,
  events: async () => (await import("./rows/events.ts")).measureEvents,
  settings: async () => (await import("./rows/settings.ts")).measureSettings,
  moments: async () => (await import("./rows/moments.ts")).measureMoments,
  terminal: async () => (await import("./rows/terminal.ts")).measureTerminal,
  workspace: async () => (await import("./rows/workspace.ts")).measureWorkspace,
  watching: async () => (await import("./rows/watching.ts")).measureWatching,
  "ssh-gateway": async () => (await import("./rows/ssh-gateway.ts")).measureSshGateway,
  "ssh-channels": async () => (await import("./rows/ssh-channels.ts")).measureSshChannels,
  "ssh-floods": async () => (await import("./rows/ssh-floods.ts")).measureSshFloods,
  commands: async () => (await import("./rows/commands.ts")).measureCommands,
  "command-rules": async () => (await import("./rows/command-rules.ts")).measureCommandRules,
  "ssh-files": async () => (await import("./rows/ssh-files.ts")).measureSshFiles,
  zmodem: async () => (await import("./rows/zmodem.ts")).measureZmodem,
  "files-in-browser": async () => (await import("./rows/file-manager.ts")).measureFileManager,
  connectivity: async () => (await import("./rows/connectivity.ts")).measureConnectivity,
  rotation: async () => (await import("./rows/rotation.ts")).measureRotation,
  components: async () => (await import("./rows/components.ts")).measureComponents,
  newcomer: async () => (await import("./rows/newcomer.ts")).measureNewcomer,
  "first-load": async () => (await import("./rows/first-load.ts")).measureFirstLoad,
  "route-change": async () => (await import("./rows/route-change.ts")).measureRouteChange,
  "list-scroll": async () => (await import("./rows/list-scroll.ts")).measureListScroll,
  "layout-shift": async () => (await import("./rows/layout-shift.ts")).measureLayoutShift,
  "shell-renders": async () => (await import("./rows/shell-renders.ts")).measureShellRenders,
  // They divide and label what the parts above measure.
  domains: async () => (await import("./rows/domains.ts")).measureDomains,
};
