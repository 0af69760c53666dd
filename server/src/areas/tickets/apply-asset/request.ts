import { sql } from "kysely";
import type { CallerContext } from "../../../engine/access/index.ts";
import { FieldError, ValidationError } from "../../../engine/errors.ts";
import { text as common, unlabelled } from "../../../engine/i18n/index.ts";
import {
  type Field,
  isUuid,
  list,
  parseBody,
  readKeys,
  text as textField,
  uuid,
} from "../../../engine/resource/index.ts";
import { assetsTable, nodesTable } from "../../assets/index.ts";
import { organizationIds, organizationsTable } from "../../organizations/index.ts";
import { roleBindingsTable, userRoles } from "../../roles/index.ts";
import { usersTable } from "../../users/index.ts";
import { text } from "../texts.ts";
import { assetRequestFields, periodFields, typedFields } from "../ticket-fields.ts";

/** What somebody asks for who wants to reach assets. */
export interface AssetRequest {
  readonly nodeIds: readonly string[];
  readonly assetIds: readonly string[];
  readonly accounts: readonly string[];
  readonly actions: number;
  readonly start: Date | null;
  readonly expired: Date | null;
}

/** The parts of a request that a body named. */
export type GivenRequest = Partial<AssetRequest>;

/** Account names: as permissions have them, but for templates, which make accounts. */
const accounts: Field = list({
  label: text.applyAccounts,
  default: [],
  child: {
    ...textField({ label: unlabelled, required: true, maxLength: 128 }),
    parse: (input) => {
      if (typeof input !== "string" || input.trim() === "" || input.length > 128) {
        throw new FieldError([common.invalidFilter]);
      }
      if (input.startsWith("%")) throw new FieldError([text.noTemplates]);
      return input.trim();
    },
  },
});

/** Objects by their keys; those elsewhere are dropped once the organization is known. */
const keys = (field: Field): Field => ({
  ...field,
  parse: async (input) => {
    if (!Array.isArray(input)) throw new FieldError([common.invalidListType]);
    return readKeys(input, "uuid");
  },
});

const changeable: Readonly<Record<string, Field>> = {
  apply_nodes: keys(assetRequestFields.apply_nodes),
  apply_assets: keys(assetRequestFields.apply_assets),
  apply_accounts: accounts,
  apply_actions: assetRequestFields.apply_actions,
  ...periodFields,
};

const { title, comment } = typedFields.apply_asset;

/** What a new request says beside that. */
const opening: Readonly<Record<string, Field>> = {
  ...(title === undefined ? {} : { title }),
  // An id, or a name.
  org_id: textField({ label: common.organizationId, required: true, maxLength: 128 }),
  ...(comment === undefined ? {} : { comment }),
  applicant: uuid({ label: text.applicant, nullable: true }),
  ...changeable,
};

/** A body that opens a request. */
export interface OpeningBody extends AssetRequest {
  readonly title: string;
  readonly organizationId: string;
  readonly comment: string;
  /** Whom a component asks for; null: the caller. */
  readonly applicantId: string | null;
}

/** The organization of that id or name, where `userId` belongs to it. */
async function findOrganization(
  { db }: Pick<CallerContext, "db">,
  given: string,
  userId: string,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select o.id from ${organizationsTable} o
    where ${isUuid(given) ? sql`o.id = ${given}::uuid` : sql`o.name = ${given.replaceAll("\0", "")}`}
      and o.id <> ${organizationIds.system}::uuid
      and exists (
        select 1 from ${usersTable} u where u.id = ${userId}::uuid
          and (${userRoles.isSuperuser("u.id")} or exists (
            select 1 from ${roleBindingsTable} b where b.user_id = u.id and b.org_id = o.id
          ))
      )
  `.execute(db);
  const [found] = rows;
  if (found === undefined) throw new ValidationError({ org_id: [text.noOrganization] });
  return found.id;
}

/** Of these keys, those of an organization. */
async function within(
  { db }: Pick<CallerContext, "db">,
  table: typeof assetsTable | typeof nodesTable,
  ids: readonly string[],
  organizationId: string,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select r.id from ${table} r where r.id = any(${[...ids]}::uuid[]) and r.org_id = ${organizationId}::uuid
  `.execute(db);
  return rows.map(({ id }) => id);
}

const given = async (
  context: CallerContext,
  values: Readonly<Record<string, unknown>>,
  organizationId: string,
): Promise<AssetRequest> => ({
  nodeIds: await within(context, nodesTable, (values.apply_nodes ?? []) as string[], organizationId),
  assetIds: await within(context, assetsTable, (values.apply_assets ?? []) as string[], organizationId),
  accounts: [...new Set((values.apply_accounts ?? []) as string[])],
  actions: Number(values.apply_actions ?? 1),
  start: (values.apply_date_start ?? null) as Date | null,
  expired: (values.apply_date_expired ?? null) as Date | null,
});

/** @throws ValidationError unless the end is after the start, to the second */
export function checkPeriod({ start, expired }: Pick<AssetRequest, "start" | "expired">): void {
  if (start === null) throw new ValidationError({ apply_date_start: [common.required] });
  if (expired === null) throw new ValidationError({ apply_date_expired: [common.required] });
  const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);
  if (seconds(expired) <= seconds(start)) {
    throw new ValidationError({ apply_date_expired: [text.mustFollowStart] });
  }
}

/** From now for as long as the settings say: of who names no dates. */
async function usualPeriod({
  services: { settings },
}: CallerContext): Promise<Readonly<Record<string, unknown>>> {
  const amount = await settings.get<number>("TICKET_AUTHORIZE_DEFAULT_TIME");
  const unit = await settings.get<string>("TICKET_AUTHORIZE_DEFAULT_TIME_UNIT");
  const now = Date.now();
  const end = now + amount * (unit === "hour" ? 3_600_000 : 86_400_000);
  // Beyond what a date can be.
  const latest = Date.UTC(9999, 0);
  return { apply_date_start: new Date(now), apply_date_expired: new Date(Math.min(end, latest)) };
}

/**
 * Reads what somebody asks for. What belongs to another organization is left out without a word. Contract:
 * docs/contract/tickets.md, section 4.
 */
export async function readOpening(context: CallerContext, body: unknown): Promise<OpeningBody> {
  const values: Readonly<Record<string, unknown>> = {
    ...(await usualPeriod(context)),
    ...(await parseBody(context, opening, body)),
  };
  const isForOthers = context.permissions.has("tickets.add_superticket");
  const applicantId = isForOthers ? ((values.applicant ?? null) as string | null) : null;
  const organizationId = await findOrganization(
    context,
    String(values.org_id),
    applicantId ?? context.principal.id,
  );
  const request = await given(context, values, organizationId);
  checkPeriod(request);
  return {
    ...request,
    title: String(values.title),
    comment: String(values.comment ?? ""),
    organizationId,
    applicantId,
  };
}

/** Reads what an approver changes; what the body does not name stays as it was asked for. */
export async function readChanges(
  context: CallerContext,
  body: unknown,
  organizationId: string,
): Promise<GivenRequest> {
  const sent = typeof body === "object" && body !== null && !Array.isArray(body) ? Object.keys(body) : [];
  const fields = Object.fromEntries(Object.entries(changeable).filter(([name]) => sent.includes(name)));
  const values = await parseBody(context, fields, body);
  const request = await given(context, values, organizationId);
  const names = {
    nodeIds: "apply_nodes",
    assetIds: "apply_assets",
    accounts: "apply_accounts",
    actions: "apply_actions",
    start: "apply_date_start",
    expired: "apply_date_expired",
  } as const;
  return Object.fromEntries(
    Object.entries(request).filter(([key]) => sent.includes(names[key as keyof typeof names])),
  );
}
