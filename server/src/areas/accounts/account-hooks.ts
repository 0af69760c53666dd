import { randomBytes, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { ValidationError } from "../../engine/errors.ts";
import type { Hooks, Row, WriteEvent } from "../../engine/resource/declaration.ts";
import {
  accountSecretContext,
  checkSecret,
  openAccountSecret,
  rememberSecret,
  type SealedAccount,
} from "./secrets.ts";
import { text } from "./texts.ts";

const given = (value: unknown): string => (typeof value === "string" ? value : "");

/** The secret as it will be stored, with its fingerprint; set by `validate`, taken by `columns` and `written`. */
const checked = new WeakMap<WriteEvent["values"], ReturnType<typeof checkSecret>>();

/** Rules of writing an account. Contract: docs/contract/accounts.md, "Creating", "Changing". */
export const accountHooks: Hooks = {
  prepare: ({ mode, input }) => {
    const { template } = input;
    if (mode === "create" && template !== undefined && template !== null && template !== "") {
      throw new ValidationError({ template: text.templateNotFound });
    }
    const { template: _unused, ...rest } = input;
    return rest;
  },
  validate: async (event) => {
    await settleName(event);
    settleSecret(event);
    await checkSwitch(event);
  },
  existing: findExisting,
  columns: (event) => secretColumns(event),
  written: async ({ context, before, values, id }) => {
    const secret = checked.get(values);
    const typeChanged =
      before !== null && values.secret_type !== undefined && values.secret_type !== before.secret_type;
    if (secret === undefined && !typeChanged) return;
    const { rows } = await sql<{ version: number; secret_type: string }>`
      select version, secret_type from accounts where id = ${id}
    `.execute(context.db);
    const [account] = rows;
    if (account === undefined) return;
    await rememberSecret(context.db, context.services, {
      accountId: String(id),
      secretType: account.secret_type,
      secret: secret?.secret ?? null,
      version: account.version,
      userId: context.principal.id,
    });
  },
};

async function settleName({ context, before, mode, values }: WriteEvent): Promise<void> {
  if (given(values.name) !== "") return;
  delete values.name;
  if (before !== null) return;
  const username = given(values.username);
  const name = username === "" ? "null" : username;
  const { rows } = await sql`
    select 1 from accounts where asset_id = ${values.asset} and name = ${name}
      and not (username = ${username} and secret_type = ${values.secret_type ?? "password"})
  `.execute(context.db);
  values.name =
    mode === "create" && rows.length > 0 ? `${name.slice(0, 123)}_${randomBytes(2).toString("hex")}` : name;
}

function settleSecret({ context, before, values }: WriteEvent): void {
  const secretType = given(values.secret_type) || String(before?.secret_type ?? "password");
  const secret = given(values.secret);
  if (secret !== "") {
    const result = checkSecret(secretType, secret, given(values.passphrase));
    if (
      before === null ||
      !isStored(context.services, before, secretType, result.secret, result.fingerprint)
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
function isStored(
  services: WriteEvent["context"]["services"],
  before: Row,
  secretType: string,
  secret: string,
  fingerprint: string,
): boolean {
  if (before.secret_type !== secretType) return false;
  // Two encodings of one private key differ; its public half does not.
  if (fingerprint !== "") return before.key_fingerprint === fingerprint;
  return openAccountSecret(services, before as unknown as SealedAccount) === secret;
}

async function checkSwitch({ context, before, values }: WriteEvent): Promise<void> {
  if (typeof values.su_from !== "string") return;
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

async function findExisting(event: WriteEvent): Promise<{ row: Row; change: boolean } | null> {
  const { context, values, input } = event;
  const { rows } = await sql<Row>`
    select * from accounts where asset_id = ${values.asset} and (
      name = ${values.name} or (username = ${given(values.username)} and secret_type = ${values.secret_type})
    ) order by (username = ${given(values.username)}) desc, id limit 1 for update
  `.execute(context.db);
  const [row] = rows;
  if (row === undefined) return null;
  switch (values.on_invalid) {
    case "skip":
      return { row, change: false };
    case "update":
      delete values.id;
      return { row, change: await settleAgain({ ...event, mode: "partial", before: row }) };
    default:
      throw new ValidationError(
        Object.hasOwn(input, "on_invalid")
          ? { non_field_errors: [text.alreadyExists] }
          : [text.alreadyExists],
      );
  }
}

/** The rules once more, now that the account turned out to exist. */
async function settleAgain(event: WriteEvent): Promise<true> {
  checked.delete(event.values);
  settleSecret(event);
  await checkSwitch(event);
  return true;
}

function secretColumns({ context, before, values }: WriteEvent): Record<string, unknown> {
  const secret = checked.get(values);
  const author = context.principal.name.slice(0, 30);
  const id = String(before?.id ?? values.id ?? randomUUID());
  const typeChanged =
    before !== null && values.secret_type !== undefined && values.secret_type !== before.secret_type;
  return {
    ...(before === null ? { id } : {}),
    updated_by: author,
    ...(secret === undefined
      ? {}
      : {
          secret_sealed: context.services.secrets.seal(secret.secret, accountSecretContext(id)),
          key_fingerprint: secret.fingerprint,
        }),
    ...(before !== null && (secret !== undefined || typeChanged)
      ? { version: Number(before.version) + 1, source_id: null }
      : {}),
  };
}
