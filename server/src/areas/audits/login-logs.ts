import { type RawBuilder, sql } from "kysely";
import { type Organization, signedIn } from "../../engine/access/index.ts";
import { text as common, type Language, translate, withParameters } from "../../engine/i18n/index.ts";
import {
  cleanText,
  computed,
  datetime,
  defineResource,
  exact,
  exactBoolean,
  exactChoice,
  exactInteger,
  exactUuid,
  type Field,
  type Filter,
  instant,
  labeledChoice,
  mostExactlyCounted,
  nothing,
  type ResourceDeclaration,
  text as textField,
  uuid,
} from "../../engine/resource/index.ts";
import { loginLogsTable } from "../credentials/index.ts";
import { roleBindingsTable } from "../roles/index.ts";
import { usersTable } from "../users/index.ts";
import { text } from "./texts.ts";

const reasons: Readonly<Record<string, (typeof text)[keyof typeof text]>> = {
  password_failed: text.password_failed,
  password_decrypt_failed: text.password_decrypt_failed,
  mfa_failed: text.mfa_failed,
  mfa_unset: text.mfa_unset,
  user_not_exist: text.user_not_exist,
  password_expired: text.password_expired,
  terms_not_accepted: text.terms_not_accepted,
  user_invalid: text.user_invalid,
  user_inactive: text.user_inactive,
  user_expired: text.user_expired,
  backend_not_match: text.backend_not_match,
  backend_refused: text.backend_refused,
  acl_not_allow: text.acl_not_allow,
  only_local_users_are_allowed: text.only_local_users_are_allowed,
  password_must_change: text.password_must_change,
  block_login: text.block_login,
  provider_denied: text.provider_denied,
  provider_untrusted: text.provider_untrusted,
  provider_unreachable: text.provider_unreachable,
  browser_refused: text.browser_refused,
  browser_late: text.browser_late,
  block_global_ip_login: text.block_global_ip_login,
  token_invalid: text.token_invalid,
  signature_invalid: text.signature_invalid,
  signature_expired: text.signature_expired,
  signature_replayed: text.signature_replayed,
  digest_mismatch: text.digest_mismatch,
  key_inactive: text.key_inactive,
  address_not_allowed: text.address_not_allowed,
};

/** What stands in the log in English, because others write and read it too. */
const stored: Readonly<Record<string, (typeof text)[keyof typeof text]>> = {
  Password: text.byPassword,
  "SSH Key": text.bySshKey,
  "Temporary token": text.byTemporaryPassword,
  Passkey: text.byPasskey,
  Browser: text.byBrowser,
  "SSH certificate": text.bySshCertificate,
  "Access key": text.byAccessKey,
  LAN: text.insideNetwork,
  Unknown: text.unknown,
};

/** A way of signing in, or a place, as a person reads it; the name of a city stays what it is. */
function inWords(value: unknown, language: Language): string {
  const name = String(value ?? "");
  const known = Object.hasOwn(stored, name) ? stored[name] : undefined;
  return known === undefined ? name : translate(known, language);
}

/**
 * Why a sign-in failed, as a person reads it: by its code, behind which an identity provider's own may stand
 * (`provider_denied: access_denied`). A code nobody knows is shown as it is.
 */
export function signInReason(reason: string, language: Language): string {
  const [code = "", ...rest] = reason.split(": ");
  const known = Object.hasOwn(reasons, code) ? reasons[code] : undefined;
  if (known === undefined) return reason;
  const said = translate(known, language);
  if (rest.length === 0) return said;
  return translate(withParameters(text.withDetail, { reason: said, detail: rest.join(": ") }), language);
}

// Described as what a sign-in would report; no route writes them.
const fields: Readonly<Record<string, Field>> = {
  id: uuid({ label: common.id }),
  username: textField({ label: text.username, required: true, maxLength: 128 }),
  type: labeledChoice({
    label: text.type,
    required: true,
    choices: [
      { value: "W", label: text.web },
      { value: "T", label: text.terminal },
      { value: "U", label: text.unknown },
    ],
  }),
  ip: textField({ label: text.ip, required: true }),
  city: {
    ...textField({ label: text.city, maxLength: 254 }),
    present: ({ city }, { language }) => inWords(city, language),
  },
  user_agent: textField({ label: text.userAgent, maxLength: 254 }),
  mfa: labeledChoice({
    label: text.mfa,
    required: true,
    choices: [
      { value: 0, label: text.disabled },
      { value: 1, label: text.enabled },
      { value: 2, label: text.undetermined },
    ],
  }),
  reason: textField({ label: text.reason, maxLength: 128 }),
  reason_display: computed({
    label: text.reasonDisplay,
    columns: ["reason"],
    present: (row, { language }) => signInReason(String(row.reason), language),
  }),
  backend: textField({ label: text.backend, maxLength: 32 }),
  backend_display: computed({
    label: text.backend,
    columns: ["backend"],
    present: ({ backend }, { language }) => inWords(backend, language),
  }),
  status: {
    ...labeledChoice({
      label: text.status,
      required: true,
      choices: [
        { value: true, label: text.success },
        { value: false, label: text.failed },
      ],
    }),
    // The contract tells the choices of this one as numbers; the rows have booleans, and the filter takes either.
    describe: ({ language }) => ({
      choices: [
        { value: 1, label: translate(text.success, language) },
        { value: 0, label: translate(text.failed, language) },
      ],
    }),
  },
  datetime: datetime({ label: text.dateLogin }),
};

const shape: Omit<ResourceDeclaration, "path" | "title" | "where" | "access"> = {
  app: "audits",
  model: "userloginlog",
  label: text.loginLog,
  scope: "global",
  table: loginLogsTable.name,
  fieldOrder: "declared",
  fields,
  filters: {
    id: exactUuid("t.id"),
    username: exact("t.username"),
    ip: exact("t.ip"),
    city: exact("t.city"),
    type: exactChoice("t.type", ["W", "T", "U"]),
    status: exactBoolean("t.status"),
    mfa: exactInteger("t.mfa"),
    date_from: instant("t.datetime", ">="),
    date_to: instant("t.datetime", "<="),
  },
  searchText: "lower(t.username || E'\\n' || t.ip || E'\\n' || t.city)",
  hasSearchParts: true,
  searchedByWeekOf: "t.datetime",
  countsUpTo: mostExactlyCounted,
  order: {
    by: ["username", "type", "ip", "city", "user_agent", "mfa", "reason", "backend", "status", "datetime"],
    default: ["-datetime", "username"],
  },
  operations: ["list", "retrieve"],
  displayColumn: "username",
};

/** The sign-ins an organization sees, by the column of user names: those of its members; null: all, in the root one. */
export function signInsOf(
  column: string,
  { id, isRoot }: Pick<Organization, "id" | "isRoot">,
): RawBuilder<boolean> | null {
  if (isRoot) return null;
  return sql<boolean>`${sql.ref(column)} in (
    select u.username from ${usersTable} u join ${roleBindingsTable} b on b.user_id = u.id
    where b.org_id = ${id}::uuid
  )`;
}

/** A user name. Asked for first whether it is a member's: of somebody else's sign-ins none would be found among all. */
const memberName: Filter = {
  condition: async (value, context) => {
    const members = signInsOf("u.username", context.organization);
    if (value !== "" && members !== null) {
      const { rows } = await sql`
        select from ${usersTable} u where u.username = ${cleanText(value)} and ${members}
      `.execute(context.db);
      if (rows.length === 0) return nothing;
    }
    return exact("t.username").condition(value, context);
  },
};

/** Every try to sign in. Outside the root organization: of its members only. Contract: docs/contract/sessions.md, section 10. */
export const loginLogs = defineResource({
  ...shape,
  path: "audits/login-logs",
  title: "User Login Log",
  filters: { ...shape.filters, username: memberName },
  where: ({ organization }) => signInsOf("t.username", organization),
});

/** The caller's own. */
export const myLoginLogs = defineResource({
  ...shape,
  path: "audits/my-login-logs",
  title: "My Login Log",
  where: ({ principal }) => sql<boolean>`t.username = ${principal?.username ?? ""}`,
  operations: ["list"],
  access: { list: signedIn("only the caller's own sign-ins") },
});
