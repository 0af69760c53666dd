import { sql } from "kysely";
import type { RequestContext } from "../../engine/access/index.ts";
import { FieldError } from "../../engine/errors.ts";
import { literal, type Message, text as shared, withParameters } from "../../engine/i18n/index.ts";
import { normalizeName } from "../../engine/names.ts";
import {
  boolean,
  type Choice,
  computed,
  datetime,
  email,
  type Field,
  inOrganization,
  labeledChoice,
  text as line,
  phone,
  relations,
  secret,
  stamps,
  transient,
  uuid,
} from "../../engine/resource/index.ts";
import { keptUsername } from "./names.ts";
import { text } from "./texts.ts";
import type { UserRoles } from "./user-roles.ts";

/** Sources of identity, with their names. */
export const sourceChoices: readonly Choice<string>[] = [
  { value: "local", label: text.sourceLocal },
  { value: "ldap", label: literal("LDAP/AD") },
  { value: "openid", label: literal("OpenID") },
  { value: "radius", label: literal("Radius") },
  { value: "cas", label: literal("CAS") },
  { value: "saml2", label: literal("SAML2") },
  { value: "oauth2", label: literal("OAuth2") },
  { value: "wecom", label: text.sourceWecom },
  { value: "dingtalk", label: text.sourceDingtalk },
  { value: "feishu", label: text.sourceFeishu },
  { value: "custom", label: text.sourceCustom },
];

const mfaChoices: readonly Choice<number>[] = [
  { value: 0, label: text.mfaDisabled },
  { value: 1, label: text.mfaEnabled },
  { value: 2, label: text.mfaForced },
];

/** Never stored: says whether a new user's password is given now. Always read as `email`. */
function passwordStrategy(): Field<string | null> {
  const field = labeledChoice({
    label: text.passwordStrategy,
    nullable: true,
    default: "email",
    choices: [
      { value: "email", label: text.strategyEmail },
      { value: "custom", label: text.strategyCustom },
    ],
  });
  return {
    ...field,
    columns: [],
    toColumns: () => ({}),
    present: (_row, context, loaded, column) =>
      field.present?.({ [column]: "email" }, context, loaded, column) ?? null,
  };
}

function flag(
  label: Message,
  type: "field" | "boolean",
  select: NonNullable<Field["select"]>,
  name: string,
): Field {
  return computed({ label, type, select, present: (row) => row[name] === true });
}

const setting =
  (key: string) =>
  ({ services }: RequestContext): Promise<unknown> =>
    services.settings.get(key);

/** Whether the installation demands a second factor of this user. */
const isMfaForced = (mode: unknown, level: unknown, isAdministrator: unknown): boolean =>
  mode === 1 || (mode === 2 && isAdministrator === true) || level === 2;

/** When a new account ends unless told otherwise. */
function defaultExpiry(): string {
  const at = new Date();
  at.setUTCFullYear(at.getUTCFullYear() + 70);
  return at.toISOString();
}

/** The user's groups in the organization of the request; all of them in the root organization. */
const groups = () =>
  relations({
    label: text.groups,
    target: { table: "user_groups", key: "uuid", where: inOrganization },
    link: { table: "user_group_members", own: "user_id", other: "usergroup_id" },
    linkWhere: ({ organization }) =>
      organization.isRoot
        ? sql<boolean>`true`
        : sql<boolean>`l.usergroup_id in (select g.id from user_groups g where g.org_id = ${organization.id})`,
  });

/** Types of a user's fields, for hooks. */
export type UserFields = ReturnType<typeof userFields>;

/** The fields of a user, in the contract's order. Contract: docs/contract/identity.md, "User". */
export function userFields(roles: UserRoles) {
  return {
    id: uuid({ label: shared.id }),
    name: line({ label: shared.name, required: true, maxLength: 128, check: normalizeName }),
    username: line({ label: text.username, required: true, maxLength: 128, check: keptUsername }),
    password: transient(secret({ label: text.password, maxLength: 1024, nullable: true })),
    public_key: {
      ...line({ label: text.publicKey, writeOnly: true, check: shortKey }),
      columns: [],
      toColumns: keptKey,
    },
    email: email({ label: text.email, required: true, maxLength: 128 }),
    wechat: line({ label: text.wechat, maxLength: 128 }),
    phone: phone({ label: text.phone, nullable: true }),
    mfa_level: labeledChoice({ label: text.mfaLevel, choices: mfaChoices, default: 0 }),
    source: labeledChoice({ label: text.source, choices: sourceChoices, default: "local" }),
    wecom_id: line({ label: text.wecomId, readOnly: true, nullable: true }),
    dingtalk_id: line({ label: text.dingtalkId, readOnly: true, nullable: true }),
    feishu_id: line({ label: text.feishuId, readOnly: true, nullable: true }),
    ...stamps("created_by"),
    updated_by: line({ label: shared.updatedBy, readOnly: true, maxLength: 30 }),
    comment: line({ label: shared.comment }),
    is_superuser: flag(text.isSuperuser, "field", () => roles.isSuperuser("t.id"), "is_superuser"),
    is_org_admin: flag(
      text.isOrganizationAdmin,
      "field",
      (context) => roles.isOrganizationAdmin("t.id", context),
      "is_org_admin",
    ),
    avatar_url: computed({
      label: text.avatar,
      select: () => roles.isSuperuser("t.id"),
      present: (row) => `/static/img/avatar/${row.avatar_url === true ? "admin" : "user"}.png`,
    }),
    groups: groups(),
    ...roles.fields,
    password_strategy: passwordStrategy(),
    is_service_account: boolean({ label: text.isServiceAccount, readOnly: true, default: false }),
    is_valid: flag(
      text.isValid,
      "boolean",
      () => sql`(t.is_active and coalesce(t.date_expired > now(), true))`,
      "is_valid",
    ),
    is_expired: flag(
      text.isExpired,
      "boolean",
      () => sql`coalesce(t.date_expired <= now(), false)`,
      "is_expired",
    ),
    is_active: boolean({ label: shared.isActive, help: text.isActiveHelp, default: true }),
    is_otp_secret_key_bound: flag(
      text.otpBound,
      "boolean",
      () => sql`(t.otp_secret_sealed is not null)`,
      "is_otp_secret_key_bound",
    ),
    can_public_key_auth: computed({
      label: text.canPublicKeyAuth,
      type: "boolean",
      load: setting("TERMINAL_PUBLIC_KEY_AUTH"),
      present: (_row, _context, loaded) => loaded === true,
    }),
    mfa_enabled: computed({
      label: text.isMfaEnabled,
      type: "boolean",
      columns: ["mfa_level"],
      select: (context) => roles.isOrganizationAdmin("t.id", context),
      load: setting("SECURITY_MFA_AUTH"),
      present: (row, _context, mode) =>
        Number(row.mfa_level) > 0 || isMfaForced(mode, row.mfa_level, row.mfa_enabled),
    }),
    need_update_password: boolean({ label: text.needUpdatePassword, default: false }),
    mfa_force_enabled: computed({
      label: text.isMfaForced,
      type: "boolean",
      columns: ["mfa_level"],
      select: (context) => roles.isOrganizationAdmin("t.id", context),
      load: setting("SECURITY_MFA_AUTH"),
      present: (row, _context, mode) => isMfaForced(mode, row.mfa_level, row.mfa_force_enabled),
    }),
    is_first_login: boolean({ label: text.isFirstLogin, readOnly: true, default: true }),
    login_blocked: flag(
      text.loginBlocked,
      "boolean",
      () =>
        sql`exists (select 1 from login_blocks b where b.username = t.username and b.date_expired > now())`,
      "login_blocked",
    ),
    date_expired: datetime({ label: text.dateExpired, nullable: true, default: defaultExpiry }),
    date_joined: datetime({
      label: text.dateJoined,
      readOnly: true,
      default: () => new Date().toISOString(),
    }),
    last_login: datetime({ label: text.lastLogin, readOnly: true }),
    ...stamps("date_updated"),
    date_password_last_updated: datetime({ label: text.datePasswordUpdated, readOnly: true }),
  };
}

/** Longest key that is kept, in characters: RSA with 16384 bits has some 2800. */
const longestKey = 8192;

function shortKey(value: string): string {
  if (value.length <= longestKey) return value;
  throw new FieldError([withParameters(shared.tooLong, { limit: longestKey })]);
}

/** An empty key on an update leaves the stored one alone. */
function keptKey(value: unknown): Record<string, unknown> {
  return value === "" ? {} : { public_key: value };
}
