import type { Fixtures } from "./fixtures/fixtures.ts";
import { measureAccessRules } from "./rows/access-rules.ts";
import { measureAccounts } from "./rows/accounts.ts";
import { measureAnswers } from "./rows/answers.ts";
import { measureAssetFilters } from "./rows/asset-filters.ts";
import { measureAssetImport } from "./rows/asset-import.ts";
import { measureAuditLists } from "./rows/audit-lists.ts";
import { measureBrowserImport } from "./rows/browser-import.ts";
import { measureCommandRules } from "./rows/command-rules.ts";
import { measureCommands } from "./rows/commands.ts";
import { measureComponents } from "./rows/components.ts";
import { measureConnectivity } from "./rows/connectivity.ts";
import { measureDashboards } from "./rows/dashboards.ts";
import { measureDirectories } from "./rows/directories.ts";
import { measureDomains } from "./rows/domains.ts";
import { measureEvents } from "./rows/events.ts";
import { measureEvidence } from "./rows/evidence.ts";
import { measureFileManager } from "./rows/file-manager.ts";
import { measureFilterPreviews } from "./rows/filter-previews.ts";
import { measureFirstLoad } from "./rows/first-load.ts";
import { measureLayoutShift } from "./rows/layout-shift.ts";
import { measureListScroll } from "./rows/list-scroll.ts";
import { measureLists } from "./rows/lists.ts";
import { measureMail } from "./rows/mail.ts";
import { measureMoments } from "./rows/moments.ts";
import { measureNewcomer } from "./rows/newcomer.ts";
import { measurePalette } from "./rows/palette.ts";
import { measurePeople } from "./rows/people.ts";
import { measurePermissions } from "./rows/permissions.ts";
import { measureReplays } from "./rows/replays.ts";
import { measureRouteChange } from "./rows/route-change.ts";
import { measureRulePreviews } from "./rows/rule-previews.ts";
import { measureSearch } from "./rows/search.ts";
import { measureShellRenders } from "./rows/shell-renders.ts";
import { measureSignIn } from "./rows/sign-in.ts";
import { measureSignInsAtOnce } from "./rows/sign-ins-at-once.ts";
import { measureSignedRequests } from "./rows/signed-requests.ts";
import { measureSshChannels } from "./rows/ssh-channels.ts";
import { measureSshFiles } from "./rows/ssh-files.ts";
import { measureSshFloods } from "./rows/ssh-floods.ts";
import { measureSshGateway } from "./rows/ssh-gateway.ts";
import { measureStarting } from "./rows/starting.ts";
import { measureTabular } from "./rows/tabular.ts";
import { measureTerminal } from "./rows/terminal.ts";
import { measureTickets } from "./rows/tickets.ts";
import { measureTree } from "./rows/tree.ts";
import { measureWatching } from "./rows/watching.ts";
import { measureWorkspace } from "./rows/workspace.ts";
import type { Row } from "./table.ts";

/** Everything that can be measured, by the name it is asked for with, in the order of the table. */
export const parts: Readonly<Record<string, (fixtures: Fixtures) => Promise<Row[]>>> = {
  starting: measureStarting,
  lists: measureLists,
  search: measureSearch,
  palette: measurePalette,
  tree: measureTree,
  answers: measureAnswers,
  people: measurePeople,
  permissions: measurePermissions,
  tickets: measureTickets,
  "sign-in": measureSignIn,
  "sign-ins-at-once": measureSignInsAtOnce,
  directories: measureDirectories,
  "access-rules": measureAccessRules,
  mail: measureMail,
  "signed-requests": measureSignedRequests,
  tabular: measureTabular,
  "import-assets": measureAssetImport,
  "import-in-browser": measureBrowserImport,
  "asset-filters": measureAssetFilters,
  "filter-previews": measureFilterPreviews,
  "rule-previews": measureRulePreviews,
  dashboards: measureDashboards,
  "audit-lists": measureAuditLists,
  accounts: measureAccounts,
  replays: measureReplays,
  evidence: measureEvidence,
  events: measureEvents,
  moments: measureMoments,
  terminal: measureTerminal,
  workspace: measureWorkspace,
  watching: measureWatching,
  "ssh-gateway": measureSshGateway,
  "ssh-channels": measureSshChannels,
  "ssh-floods": measureSshFloods,
  commands: measureCommands,
  "command-rules": measureCommandRules,
  "ssh-files": measureSshFiles,
  "files-in-browser": measureFileManager,
  connectivity: measureConnectivity,
  components: measureComponents,
  newcomer: measureNewcomer,
  "first-load": measureFirstLoad,
  "route-change": measureRouteChange,
  "list-scroll": measureListScroll,
  "layout-shift": measureLayoutShift,
  "shell-renders": measureShellRenders,
  // They divide and label what the parts above measure.
  domains: measureDomains,
};
