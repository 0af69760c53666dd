import { randomBytes, randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { CallerContext } from "../../engine/access/index.ts";
import { ValidationError } from "../../engine/errors.ts";
import type { AfterWriteEvent, ExistingRow, Hooks, RowOf, WriteEvent } from "../../engine/resource/index.ts";
import type { SecretStores } from "../../engine/secrets/index.ts";
import { VaultError } from "../../engine/secrets/index.ts";
import type { AccountFields } from "./account-fields.ts";
import { checkPushNow, pushNow } from "./push/push-now.ts";
import {
  accountSecretContext,
  checkSecret,
  openAccountSecret,
  rememberSecrets,
  type SealedAccount,
} from "./secrets.ts";
import { fromTemplate, switchNewAsTemplates } from "./templates.ts";
import { text } from "./texts.ts";

type Event = WriteEvent<AccountFields>;

type AccountRow = RowOf<AccountFields> & { readonly asset_id: string };

/** The secret as it will be stored, with its fingerprint; set by `validate`, taken by `columns` and `afterWrite`. */
const checked = new WeakMap<Event["values"], ReturnType<typeof checkSecret>>();

/** New accounts that take their name from the user name. */
const unnamed = new WeakSet<Event["values"]>();

/** Rules of writing an account. Contract: docs/contract/accounts.md, "Creating", "Changing". */
export const accountHooks: Hooks<AccountFields> = {
  prepare: async ({ context, mode, input }) => {
    const { template, ...rest } = input;
    return mode === "create" ? { ...rest, ...(await fromTemplate(context, template)) } : rest;
  },
  validate: async (event) => {
    checkPushNow(event.context, event.values);
    settleName(event);
    await settleSecret(event);
    await checkSwitch(event);
  },
  findExisting,
  columns: secretColumns,
  afterWrite: async (event) => {
    if (event.before === null) return settleNew([event]);
    await rememberChange(event);
    await pushNow(event.context, [event]);
  },
  afterCreateMany: settleNew,
};

async function rememberChange(event: AfterWriteEvent<AccountFields>): Promise<void> {
  const { context, values, id } = event;
  const secret = checked.get(values);
  if (secret === undefined && !hasOtherType(event)) return;
  const { rows } = await sql<{ version: number; secret_type: string }>`
      select version, secret_type from accounts where id = ${id}
    `.execute(context.db);
  const [account] = rows;
  if (account === undefined) return;
  await rememberSecrets(context, [
    {
      accountId: String(id),
      secretType: account.secret_type,
      secret: secret?.secret ?? null,
      version: account.version,
    },
  ]);
}

async function settleNew(events: readonly AfterWriteEvent<AccountFields>[]): Promise<void> {
  await rememberNew(events);
  await switchNewAsTemplates(events);
  const [first] = events;
  if (first !== undefined) await pushNow(first.context, events);
}

/** The first version of new accounts; those without a secret have none to remember. */
async function rememberNew(events: readonly AfterWriteEvent<AccountFields>[]): Promise<void> {
  const [first] = events;
  if (first === undefined) return;
  const secrets = events.flatMap(({ id, values }) => {
    const secret = checked.get(values)?.secret;
    return secret === undefined
      ? []
      : [{ accountId: String(id), secretType: secretTypeOf(values), secret, version: firstVersion }];
  });
  await rememberSecrets(first.context, secrets);
}

/** The version of an account that was just made; the column's default. */
const firstVersion = 1;

const secretTypeOf = (values: Event["values"]): string => values.secret_type || "password";

/** Whether a change gives an account another kind of secret. */
const hasOtherType = ({ before, values }: Event): boolean =>
  before !== null && values.secret_type !== undefined && values.secret_type !== before.secret_type;

/** A name that was not given: absent stays as it is, and on create is settled with what is there already. */
function settleName({ before, values }: Event): void {
  if ((values.name ?? "") !== "") return;
  delete values.name;
  if (before === null) unnamed.add(values);
}

async function settleSecret({ context, before, values }: Event): Promise<void> {
  const secretType = values.secret_type || (before?.secret_type ?? "password");
  const secret = values.secret ?? "";
  if (secret !== "") {
    const result = checkSecret(secretType, secret, values.passphrase ?? "");
    if (
      before === null ||
      !(await isStored(context.services, before, secretType, result.secret, result.fingerprint))
    ) {
      checked.set(values, result);
    }
    return;
  }
  if (before !== null && before.secret_sealed !== null && secretType !== before.secret_type) {
    throw new ValidationError({ secret: [text.secretOfOtherType] });
  }
}

/** Whether an account holds this very secret already. */
async function isStored(
  keepers: SecretStores,
  before: RowOf<AccountFields>,
  secretType: string,
  secret: string,
  fingerprint: string,
): Promise<boolean> {
  if (before.secret_type !== secretType) return false;
  // Two encodings of one private key differ; its public half does not.
  if (fingerprint !== "") return before.key_fingerprint === fingerprint;
  try {
    return (await openAccountSecret(keepers, before as unknown as SealedAccount)) === secret;
  } catch (error) {
    // A secret that the vault lost can be set again.
    if (error instanceof VaultError) return false;
    throw error;
  }
}

async function checkSwitch({ context, before, values }: Event): Promise<void> {
  if (values.su_from === undefined || values.su_from === null) return;
  const assetId = before?.asset_id ?? values.asset;
  const { rows } = await sql<{ id: string; asset_id: string }>`
    with recursive chain as (
      select id, asset_id, su_from_id, 1 as depth from accounts where id = ${values.su_from}
      union all
      select a.id, a.asset_id, a.su_from_id, chain.depth + 1 from chain join accounts a on a.id = chain.su_from_id
      where chain.depth < 50
    ) select id, asset_id from chain order by depth
  `.execute(context.db);
  if (rows[0]?.asset_id !== assetId) throw new ValidationError({ su_from: [text.suFromOtherAsset] });
  if (before !== null && rows.some(({ id }) => id === before.id)) {
    throw new ValidationError({ su_from: [text.suFromCycle] });
  }
}

/** Names new accounts, and finds those that are there already: for all of them by one query. */
async function findExisting(events: readonly Event[]): Promise<(ExistingRow | null)[]> {
  const [first] = events;
  if (first === undefined) return [];
  const nearby = await lockNearby(first.context, events);
  const taken = new Set<string>();
  const found: (ExistingRow | null)[] = [];
  for (const event of events) {
    const { values } = event;
    const neighbours = nearby.get(values.asset ?? "") ?? [];
    if (unnamed.has(values)) values.name = freeName(values, neighbours, taken);
    taken.add(accountKey(values.asset, values.name));
    const row =
      neighbours.find((one) => isOfUser(one, values)) ?? neighbours.find(({ name }) => name === values.name);
    found.push(row === undefined ? null : await settleFound(event, row));
  }
  return found;
}

/** Accounts on the assets of new ones that share a name or a user name with one of them, by asset. */
async function lockNearby(
  { db }: CallerContext,
  events: readonly Event[],
): Promise<ReadonlyMap<string, readonly AccountRow[]>> {
  const usernames = events.map(({ values }) => values.username ?? "");
  const names = events.map(({ values }) => values.name || defaultName(values));
  const { rows } = await sql<AccountRow>`
    select * from accounts where asset_id = any(${events.map(({ values }) => values.asset)}::uuid[])
      and (name = any(${names}::text[]) or username = any(${usernames}::text[]))
    order by id for update
  `.execute(db);
  const nearby = new Map<string, AccountRow[]>();
  for (const row of rows) {
    const others = nearby.get(row.asset_id);
    if (others === undefined) nearby.set(row.asset_id, [row]);
    else others.push(row);
  }
  return nearby;
}

const defaultName = (values: Event["values"]): string => values.username || "null";

const accountKey = (asset: unknown, name: unknown): string => `${String(asset)} ${String(name)}`;

/** Whether an account is the one of this user name and kind of secret. */
const isOfUser = (row: AccountRow, values: Event["values"]): boolean =>
  row.username === (values.username ?? "") && row.secret_type === secretTypeOf(values);

/** The user name, with four hex digits behind it where another account of the asset has it as its name. */
function freeName(
  values: Event["values"],
  neighbours: readonly AccountRow[],
  taken: ReadonlySet<string>,
): string {
  const name = defaultName(values);
  const isTaken =
    neighbours.some((row) => row.name === name && !isOfUser(row, values)) ||
    taken.has(accountKey(values.asset, name));
  return isTaken ? `${name.slice(0, 123)}_${randomBytes(2).toString("hex")}` : name;
}

/** What becomes of a create whose account is there already. */
async function settleFound(event: Event, row: AccountRow): Promise<ExistingRow> {
  const { values, input } = event;
  switch (values.on_invalid) {
    case "skip":
      return { row, change: false };
    case "update":
      delete values.id;
      // A name that was not given stays as it is.
      if (unnamed.has(values)) delete values.name;
      return { row, change: await settleAgain({ ...event, mode: "partial", before: row }) };
    default:
      throw new ValidationError(
        Object.hasOwn(input, "on_invalid")
          ? { non_field_errors: [text.alreadyExists] }
          : [text.alreadyExists],
      );
  }
}

/** The rules again, now that the account turned out to exist. */
async function settleAgain(event: Event): Promise<true> {
  checked.delete(event.values);
  await settleSecret(event);
  await checkSwitch(event);
  return true;
}

function secretColumns(event: Event): Record<string, unknown> {
  const { context, before, values } = event;
  const secret = checked.get(values);
  const author = context.principal.name.slice(0, 30);
  const id = before?.id ?? values.id ?? randomUUID();
  return {
    ...(before === null ? { id } : {}),
    updated_by: author,
    ...(secret === undefined
      ? {}
      : {
          secret_sealed: context.services.secrets.seal(secret.secret, accountSecretContext(id)),
          key_fingerprint: secret.fingerprint,
        }),
    ...(before !== null && (secret !== undefined || hasOtherType(event))
      ? { version: before.version + 1, source_id: null }
      : {}),
  };
}
