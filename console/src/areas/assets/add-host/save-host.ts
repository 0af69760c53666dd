import { ApiError } from "../../../kit/api/api-error.ts";
import { api } from "../../../kit/api/client.ts";
import { encryptFields } from "../../../kit/api/encryption.ts";
import { fetchPage } from "../../../kit/api/resources.ts";
import type { Row } from "../../../kit/metadata/types.ts";
import { valueText } from "../../../kit/metadata/value-text.ts";
import { type TaskResult, taskResult } from "../../../kit/task-log/task-result.ts";
import { accountBody, type HostEntry, hostBody, refusalOfHost } from "./host-entry.ts";

const HOSTS = "/api/v1/assets/hosts/";
const ACCOUNTS = "/api/v1/accounts/accounts/";

/** A machine that is stored, with the account it was entered with. */
export interface SavedHost {
  readonly id: string;
  readonly name: string;
  readonly accountId: string | undefined;
}

/**
 * Stores a machine with its account, or changes both.
 *
 * @throws ApiError whose body names the fields of the dialog
 */
export async function saveHost(
  entry: HostEntry,
  platform: Row,
  before: SavedHost | undefined,
): Promise<SavedHost> {
  try {
    return before === undefined ? await create(entry, platform) : await change(entry, platform, before);
  } catch (failure) {
    if (!(failure instanceof ApiError) || failure.status !== 400) throw failure;
    throw new ApiError(400, refusalOfHost(failure.body), failure.url);
  }
}

async function create(entry: HostEntry, platform: Row): Promise<SavedHost> {
  const account = { ...accountBody(entry), push_now: false };
  const host = await api<Row>(HOSTS, {
    method: "POST",
    query: { platform: String(platform.id) },
    body: encryptFields({ ...hostBody(entry, platform), accounts: [account] }),
  });
  const { results } = await fetchPage(ACCOUNTS, { asset: String(host.id), limit: 1 });
  const id = results[0]?.id;
  return {
    id: String(host.id),
    name: valueText(host.name),
    accountId: id === undefined ? undefined : String(id),
  };
}

async function change(entry: HostEntry, platform: Row, before: SavedHost): Promise<SavedHost> {
  const host = await api<Row>(`${HOSTS}${before.id}/`, {
    method: "PATCH",
    body: hostBody(entry, platform),
  });
  if (before.accountId !== undefined) {
    await api(`${ACCOUNTS}${before.accountId}/`, {
      method: "PATCH",
      body: encryptFields(accountBody(entry)),
    });
  }
  return { ...before, name: valueText(host.name) };
}

/** Signs in to the machine with its account, and tells how that went. */
export async function testAccount(accountId: string): Promise<TaskResult> {
  const { task } = await api<{ readonly task: string }>(`${ACCOUNTS}tasks/`, {
    method: "POST",
    body: { action: "verify", accounts: [accountId] },
  });
  return taskResult(task);
}
