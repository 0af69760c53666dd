import { sql } from "kysely";
import { type Language, type Message, translate, withParameters } from "../../../engine/i18n/index.ts";
import { writeInstant } from "../../../engine/resource/index.ts";
import { VaultError } from "../../../engine/secrets/index.ts";
import type { Cell, Sheet } from "../../../engine/tabular/index.ts";
import type { TaskRun } from "../../../engine/tasks/index.ts";
import { accountsTable, openAccountSecret, secretTypeChoices } from "../../accounts/index.ts";
import { assetsTable, platformsTable, typeChoices } from "../../assets/index.ts";
import { organizationsTable } from "../../organizations/index.ts";
import { text } from "./texts.ts";

/** Which part of each secret is in a file. */
export type SecretPart = "whole" | "first" | "second";

/** Accounts read at once. */
const batchSize = 500;
/** What a cell of a workbook holds. */
const longestCell = 32_767;

interface AccountRow {
  readonly id: string;
  readonly asset: string;
  readonly address: string;
  readonly type: string;
  readonly platform: string;
  readonly name: string;
  readonly username: string;
  readonly secret_type: string;
  readonly secret_sealed: string | null;
  readonly privileged: boolean;
  readonly is_active: boolean;
  readonly su_from: string | null;
  readonly source: string;
  readonly comment: string;
  readonly organization: string;
  readonly date_created: Date;
  readonly date_updated: Date;
}

/** An account of a backup, with its secret in the clear; null: it has none, or it could not be read. */
export interface BackedUpAccount extends AccountRow {
  readonly secret: string | null;
}

/** The accounts of a backup by type of asset, and how many secrets could not be read. */
export interface BackupContent {
  readonly byType: ReadonlyMap<string, readonly BackedUpAccount[]>;
  readonly count: number;
  readonly unreadable: number;
}

/** Reads what a backup holds, in memory only. */
export async function readBackup(
  run: TaskRun,
  organizationId: string,
  types: readonly string[],
): Promise<BackupContent> {
  const { services, log, language } = run;
  const byType = new Map<string, BackedUpAccount[]>();
  let [count, unreadable] = [0, 0];
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const rows = await readBatch(run, organizationId, { types, after });
    const last = rows.at(-1);
    if (last === undefined || run.signal.aborted) break;
    after = last.id;
    for (const row of rows) {
      count++;
      const secret = await openOf(services, row);
      if (secret === undefined) {
        unreadable++;
        const account = `${row.asset}(${row.address}) ${row.username}`;
        log.line(translate(withParameters(text.unreadable, { account }), language), "bad");
      }
      const known = byType.get(row.type);
      const account = { ...row, secret: secret ?? null };
      if (known === undefined) byType.set(row.type, [account]);
      else known.push(account);
    }
  }
  return { byType, count, unreadable };
}

/** undefined: it cannot be read, or not be kept whole in a cell. */
async function openOf(services: TaskRun["services"], row: AccountRow): Promise<string | null | undefined> {
  try {
    const secret = await openAccountSecret(services, row);
    return secret !== null && secret.length > longestCell ? undefined : secret;
  } catch (error) {
    // What another installation sealed, or the vault does not give, is no reason to leave out the others.
    if (error instanceof VaultError || error instanceof Error) return undefined;
    throw error;
  }
}

async function readBatch(
  { services }: TaskRun,
  organizationId: string,
  { types, after }: { readonly types: readonly string[]; readonly after: string },
): Promise<readonly AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select c.id, a.name as asset, a.address, a.type, p.name as platform, c.name, c.username, c.secret_type,
      c.secret_sealed, c.privileged, c.is_active, s.name as su_from, c.source, c.comment, o.name as organization,
      c.date_created, c.date_updated
    from ${accountsTable} c join ${assetsTable} a on a.id = c.asset_id
    join ${platformsTable} p on p.id = a.platform_id join ${organizationsTable} o on o.id = c.org_id
    left join ${accountsTable} s on s.id = c.su_from_id
    where c.org_id = ${organizationId}::uuid and a.type = any(${[...types]}::text[]) and c.id > ${after}::uuid
    order by c.id limit ${batchSize}
  `.execute(services.db);
  return rows;
}

/** The half of a secret that a side gets; the other characters are asterisks. */
export function partOf(secret: string, part: SecretPart): string {
  if (part === "whole") return secret;
  const characters = [...secret];
  const half = Math.floor(characters.length / 2);
  const [first, second] = [characters.slice(0, half), characters.slice(half)];
  return part === "first"
    ? first.join("") + "*".repeat(second.length)
    : "*".repeat(first.length) + second.join("");
}

const titles = [
  text.asset,
  text.address,
  text.type,
  text.platform,
  text.account,
  text.username,
  text.secretType,
  text.secret,
  text.privileged,
  text.active,
  text.switchFrom,
  text.source,
  text.comment,
  text.organization,
  text.created,
  text.updated,
];

/** A sheet for each type of asset. */
export function backupSheets({ byType }: BackupContent, part: SecretPart, language: Language): Sheet[] {
  const say = (message: Message): string => translate(message, language);
  const labelOf = new Map(typeChoices().map(({ value, label }) => [value, say(label)]));
  const kindOf = new Map(secretTypeChoices.map(({ value, label }) => [value, say(label)]));
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const yes = (value: boolean): string => say(value ? text.yes : text.no);
  const cells = (row: BackedUpAccount): Cell[] => [
    row.asset,
    row.address,
    labelOf.get(row.type) ?? row.type,
    row.platform,
    row.name,
    row.username,
    kindOf.get(row.secret_type) ?? row.secret_type,
    row.secret === null ? "" : partOf(row.secret, part),
    yes(row.privileged),
    yes(row.is_active),
    row.su_from ?? "",
    row.source,
    row.comment,
    row.organization,
    writeInstant(row.date_created, zone),
    writeInstant(row.date_updated, zone),
  ];
  return [...byType].map(([type, rows]) => ({
    name: labelOf.get(type) ?? type,
    titles: titles.map(say),
    batches: batchesOf(rows.map(cells)),
  }));
}

/** Rows that are there already, as a sheet takes them. */
export async function* batchesOf(
  rows: readonly (readonly Cell[])[],
): AsyncGenerator<readonly (readonly Cell[])[]> {
  if (rows.length > 0) yield rows;
}
