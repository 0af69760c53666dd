import { sql } from "kysely";
import { beforeTerms, type CallerContext, requireConfirmation } from "../../engine/access/index.ts";
import { NotAuthenticated } from "../../engine/errors.ts";
import { caller, type Method, type RouteDeclaration } from "../../engine/http/index.ts";
import { type Message, text as shared, unlabelled } from "../../engine/i18n/index.ts";
import type { Json } from "../../engine/json.ts";
import {
  auditWrites,
  boolean,
  computed,
  defineResource,
  describeField,
  describeItem,
  type Field,
  findRow,
  text as line,
  parseInput,
  prepareResource,
  presentRows,
  type Resource,
  rowsByKey,
  snapshot,
  writeRow,
} from "../../engine/resource/index.ts";
import { hasNewKey } from "./new-key.ts";
import { checkPublicKey, parsePublicKey, publicKeyFingerprint } from "./public-key.ts";
import { text } from "./texts.ts";
import { userFields } from "./user-fields.ts";
import type { UserNotices } from "./user-notices.ts";
import type { UserRoles } from "./user-roles.ts";

/** What people change of themselves; everything else is an administrator's. */
const ownFields = new Set(["public_key", "wechat", "phone", "comment", "mfa_level", "is_first_login"]);

/** The field as the profile has it: always shown, and read-only unless it is one's own to change. */
function ofProfile(name: string, field: Field): Field {
  const { when: _always, required: _notAsked, ...options } = field.options;
  return { ...field, options: { ...options, readOnly: !ownFields.has(name) } };
}

/** A public key that is checked, and ignored while signing in with keys is off. */
function publicKeyField(): Field {
  return {
    ...line({ label: text.publicKey, writeOnly: true, check: checkPublicKey }),
    columns: [],
    toColumns: async (value, { context }) => {
      const isOn = await context.services.settings.get<boolean>("TERMINAL_PUBLIC_KEY_AUTH");
      return value === "" || !isOn ? {} : { public_key: value };
    },
  };
}

/** MFA that the installation demands cannot be turned off by its user. */
function mfaLevelField(field: Field): Field {
  return {
    ...field,
    toColumns: async (value, { context }, column) => {
      const mode = await context.services.settings.get<number>("SECURITY_MFA_AUTH");
      const isForced = mode === 1 || (mode === 2 && context.permissions.isOrganizationAdmin);
      return { [column]: isForced ? 2 : value };
    },
  };
}

function profileFields(roles: UserRoles): Record<string, Field> {
  const { password: _never, ...fields } = userFields(roles);
  const own: Record<string, Field> = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, ofProfile(name, field)]),
  );
  return {
    ...own,
    public_key: publicKeyField(),
    ...(own.mfa_level === undefined ? {} : { mfa_level: mfaLevelField(own.mfa_level) }),
    public_key_comment: computed({
      label: text.publicKeyComment,
      type: "string",
      describe: () => ({ max_length: 128 }),
      columns: ["public_key"],
      present: (row) => parsePublicKey(String(row.public_key))?.comment ?? "",
    }),
    public_key_hash_md5: computed({
      label: text.publicKeyFingerprint,
      type: "string",
      describe: () => ({ max_length: 128 }),
      columns: ["public_key"],
      present: (row) => publicKeyFingerprint(String(row.public_key)),
    }),
    guide_url: computed({
      label: text.guideUrl,
      load: ({ services }) => services.settings.get<string>("USER_GUIDE_URL"),
      present: (_row, _context, loaded) => String(loaded),
    }),
    receive_backends: computed({
      label: text.receiveBackends,
      type: "list",
      columns: ["receive_backends"],
      present: (row) => [...(row.receive_backends as readonly string[])],
      describe: (context) => ({ child: describeField(line({ label: unlabelled, required: true }), context) }),
    }),
  };
}

/** The profile as a resource of its own: no endpoints, but parsing, writing and presenting like any other. */
export function profileResource(roles: UserRoles): Resource {
  return prepareResource(
    defineResource({
      path: "users/profile",
      app: "users",
      model: "user",
      label: text.user,
      title: "User Profile Api",
      scope: "global",
      table: "users",
      fields: profileFields(roles),
      order: { by: [], default: ["name"] },
    }),
  );
}

/** The profile of the caller. Contract: docs/contract/identity.md, "Profile". */
export async function presentProfile(
  roles: UserRoles,
  resource: Resource,
  context: CallerContext,
): Promise<Record<string, Json>> {
  const rows = await rowsByKey(resource, context, [context.principal.id], resource.fields);
  const [profile] = await presentRows(rows, resource.fields, context);
  if (profile === undefined) throw new NotAuthenticated("authentication_failed");
  const lists = await roles.organizationLists(context);
  return {
    ...profile,
    console_orgs: lists.console_orgs.map((organization) => ({ ...organization })),
    audit_orgs: lists.audit_orgs.map((organization) => ({ ...organization })),
    workbench_orgs: lists.workbench_orgs.map((organization) => ({ ...organization })),
    perms: [...context.permissions.list()],
  };
}

const organizationChildren: Readonly<Record<string, Field>> = {
  id: line({ label: shared.id, required: true }),
  name: line({ label: shared.name, required: true }),
  is_default: boolean({ label: text.isDefaultOrganization, readOnly: true }),
  is_root: boolean({ label: text.isRootOrganization, readOnly: true }),
};

const organizations = (label: Message): Field =>
  computed({
    label,
    present: () => null,
    describe: (context) => ({
      child: describeItem({ label: unlabelled, readOnly: true }, organizationChildren, context),
    }),
  });

/** What the profile tells besides the user, for the metadata. */
const addedFields: Readonly<Record<string, Field>> = {
  console_orgs: organizations(text.consoleOrganizations),
  audit_orgs: organizations(text.auditOrganizations),
  workbench_orgs: organizations(text.workbenchOrganizations),
  perms: computed({
    label: text.permissionCodes,
    type: "list",
    present: () => null,
    describe: () => ({ child: { type: "field", required: true, read_only: false, write_only: false } }),
  }),
};

/** What describes a profile: the fields of the user with the added ones where the contract has them. */
export function describedProfile(resource: Resource): Readonly<Record<string, Field>> {
  const { perms, ...lists } = addedFields;
  const fields: Record<string, Field> = {};
  for (const { name, field } of resource.fields) {
    if (name === "receive_backends") Object.assign(fields, lists);
    fields[name] = field;
    if (name === "receive_backends") Object.assign(fields, { perms });
  }
  return fields;
}

/** What people read the console in is what they are written to in. Programs ask in no language. */
async function rememberLanguage({ db, principal, language }: CallerContext): Promise<void> {
  await sql`
    update users set language = ${language} where id = ${principal.id} and language is distinct from ${language}
  `.execute(db);
}

/** What the profile needs of areas above. */
export interface ProfilePorts {
  readonly roles: UserRoles;
  readonly notices: Pick<UserNotices, "mfaLevelChanged">;
  /**
   * Demands that the caller has confirmed lately who they are, by the strongest way they have.
   *
   * @throws ConfirmationRequired
   */
  readonly requireProof: (context: CallerContext) => Promise<void>;
}

/** `users/profile/`. */
export function profileRoute({ roles, notices, requireProof }: ProfilePorts): RouteDeclaration {
  const resource = profileResource(roles);
  const fields = describedProfile(resource);

  async function write(context: CallerContext, method: Method, body: unknown): Promise<void> {
    const id = context.principal.id;
    const before = await findRow(resource, context, id, true);
    const event = await parseInput(resource, context, body, method === "PUT" ? "update" : "partial", before);
    // What an administrator demands of somebody is not theirs to change.
    if (before.mfa_level === 2) delete event.values.mfa_level;
    if (hasNewKey(event.values, before)) await requireConfirmation(context, "password");
    const earlier = await snapshot(resource, context, id);
    await writeRow(resource, event);
    await settleFactors(context, Number(before.mfa_level));
    const after = await snapshot(resource, context, id);
    await auditWrites(resource, context, [
      { id, before: earlier, after, written: new Set(Object.keys(event.values)) },
    ]);
  }

  /** Turning second factors off takes a proof: an open browser is not enough. Their owner is notified of both. */
  async function settleFactors(context: CallerContext, before: number): Promise<void> {
    const { id } = context.principal;
    const { mfa_level: after } = await context.db
      .selectFrom("users")
      .select("mfa_level")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    if (after < before) await requireProof(context);
    if (after > 0 !== before > 0) await notices.mfaLevelChanged(context, id, after > 0);
  }

  return {
    methods: ["GET", "PUT", "PATCH"],
    path: "/api/v1/users/profile/",
    access: beforeTerms("only the caller's own profile"),
    connectionToken: true,
    title: "User Profile Api",
    fields: { GET: fields, PUT: fields, PATCH: fields },
    handle: async (context, { method, body }) => {
      const known = caller(context);
      if (method !== "GET") {
        // A connection token stands for its owner in reads only.
        if (known.credential === "connection-token") throw new NotAuthenticated();
        await write(known, method, body);
      }
      if (known.credential === "session") await rememberLanguage(known);
      return { body: await presentProfile(roles, resource, known) };
    },
  };
}
