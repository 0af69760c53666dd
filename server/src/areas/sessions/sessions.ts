import { sql } from "kysely";
import { signedIn } from "../../engine/access/index.ts";
import { PermissionDenied } from "../../engine/errors.ts";
import {
  cleanText,
  defineResource,
  exact,
  exactBoolean,
  exactChoice,
  exactUuid,
  type Filter,
  instant,
  isUuid,
} from "../../engine/resource/index.ts";
import { isSessionAskedAbout } from "../tickets/index.ts";
import { latestOf } from "./latest-of.ts";
import { sessionFields } from "./session-fields.ts";
import { text } from "./texts.ts";

/** A terminal by its id, or by its name. */
const byTerminal: Filter = {
  condition: (value) => {
    if (value === "") return null;
    if (isUuid(value)) return sql<boolean>`t.terminal_id = ${value}::uuid`;
    return sql<boolean>`t.terminal_id in (select m.id from terminals m where m.name = ${cleanText(value)})`;
  },
};

/** By id, or `none`: sessions of people or assets the gateway did not know, which are told by their text alone. */
const byId = (column: string): Filter => {
  const known = exactUuid(column);
  return {
    condition: (value, context) =>
      value === "none" ? sql<boolean>`${sql.ref(column)} is null` : known.condition(value, context),
    announced: false,
  };
};

const orderable = [
  "user",
  "asset",
  "user_id",
  "asset_id",
  "account",
  "account_id",
  "protocol",
  "type",
  "login_from",
  "remote_addr",
  "comment",
  "org_id",
  "is_success",
  "is_finished",
  "has_replay",
  "has_command",
  "date_start",
  "date_end",
];

/**
 * The sessions the gateway carried and carries. It writes them itself; over HTTP they are read.
 * Contract: docs/contract/sessions.md, section 1.
 */
export const sessionsResource = defineResource({
  path: "terminal/sessions",
  app: "terminal",
  model: "session",
  label: text.session,
  title: "Session",
  scope: "organization",
  table: "sessions",
  fields: sessionFields(true),
  filters: {
    user: exact("t.user"),
    asset: exact("t.asset"),
    account: exact("t.account"),
    remote_addr: exact("t.remote_addr"),
    protocol: exact("t.protocol"),
    is_finished: exactBoolean("t.is_finished"),
    is_success: { ...exactBoolean("t.is_success"), announced: false },
    user_id: byId("t.user_id"),
    asset_id: byId("t.asset_id"),
    latest_of: latestOf,
    is_emergency: exactBoolean("t.is_emergency"),
    is_held: exactBoolean("exists (select from session_holds h where h.session_id = t.id)"),
    login_from: exactChoice("t.login_from", ["ST", "RT", "WT", "DT", "JB"]),
    terminal: byTerminal,
    date_from: instant("t.date_start", ">="),
    date_to: instant("t.date_start", "<="),
  },
  searchText: "t.search_text",
  hasSearchParts: true,
  found: {
    title: "user",
    subtitle: ["asset", "account", "protocol", "remote_addr"],
    facts: ["is_finished", "can_replay", "can_terminate", "date_start", "user", "asset", "asset_id"],
    newest: 2_000,
    first: sql<boolean>`not t.is_finished`,
  },
  order: { by: orderable, default: ["-date_start"] },
  operations: ["list", "retrieve"],
  // The gateway writes them.
  describedFor: ["POST", "PUT", "PATCH"],
  displayColumn: "id",
  // Who is asked by a ticket looks at its session.
  access: { retrieve: signedIn("others find only sessions whose ticket asks them, and no other is missing") },
  refusal: ({ permissions }) => (permissions.has("terminal.view_session") ? null : new PermissionDenied()),
  where: ({ permissions, principal }) =>
    permissions.has("terminal.view_session") ? null : isSessionAskedAbout("t.id", principal?.id ?? null),
});

/** A user's own sessions. Contract: docs/contract/sessions.md, section 2. */
export const mySessionsResource = defineResource({
  path: "terminal/my-sessions",
  app: "terminal",
  model: "session",
  label: text.session,
  title: "My Session Api",
  scope: "organization",
  table: "sessions",
  fields: sessionFields(false),
  order: { by: orderable, default: ["-date_start"], announced: false },
  where: ({ principal }) => sql<boolean>`t.user_id = ${principal?.id ?? null}::uuid`,
  operations: ["list"],
  access: { list: signedIn("only the caller's own sessions") },
});
