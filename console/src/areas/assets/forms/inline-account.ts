import { isRecord } from "../../../kit/api/api-error.ts";
import { asProtocols } from "../../../kit/field-kinds/protocols.tsx";
import type { Row } from "../../../kit/metadata/types.ts";
import { plainValue } from "../../../kit/metadata/value-text.ts";

/**
 * An account made together with an asset, in the API's shape: entered here, taken from a template (`template`), or
 * copied from the asset this one is a copy of (`id`).
 */
export interface InlineAccount {
  /** Tells the rows of a form apart; never sent. */
  readonly key: string;
  readonly username?: unknown;
  readonly secret_type?: unknown;
  readonly [field: string]: unknown;
}

/** What of an account is copied with its asset. The server finds the secret by the `id`. */
const COPIED = ["id", "name", "username", "secret_type", "privileged", "is_active", "comment"];

let made = 0;

/** A row of a form. */
export function inlineAccount(fields: Row): InlineAccount {
  made += 1;
  return { ...fields, key: `account-${made}` };
}

/** The accounts of the asset that is copied, as rows of the copy's form. */
export function copiedAccounts(value: unknown): InlineAccount[] {
  if (!Array.isArray(value)) return [];
  return value
    .filter(isRecord)
    .map((account) =>
      inlineAccount(Object.fromEntries(COPIED.map((name) => [name, plainValue(account[name])]))),
    );
}

/** Rows as the API takes them. */
export function accountsBody(value: unknown): Record<string, unknown>[] | undefined {
  const rows = Array.isArray(value) ? (value as readonly InlineAccount[]) : [];
  return rows.length === 0 ? undefined : rows.map(({ key: _key, ...account }) => account);
}

/** The rows with one more, which replaces one with the same username. */
export function withAccount(rows: readonly InlineAccount[], next: InlineAccount): InlineAccount[] {
  const taken = rows.findIndex(({ key, username }) => key === next.key || username === next.username);
  return taken < 0
    ? [...rows, next]
    : rows.with(taken, next).filter((row, at) => at === taken || row.key !== next.key);
}

/** Whether an account of this username and kind of secret is among the rows. */
export function hasAccount(rows: readonly InlineAccount[], account: Row): boolean {
  const type = plainValue(account.secret_type);
  return rows.some((row) => row.username === account.username && plainValue(row.secret_type) === type);
}

/** The kinds of secret the protocols of a platform take; any when they do not say. */
export function secretTypesOf(platform: Row): ReadonlySet<string> | undefined {
  const types = asProtocols(platform.protocols).flatMap(({ secret_types: taken }) =>
    Array.isArray(taken) ? taken.map(String) : [],
  );
  return types.length === 0 ? undefined : new Set(types);
}
