import type { Language, Message } from "../../engine/i18n/index.ts";
import { isObject, type JsonObject } from "../../engine/json.ts";
import { type SecretStores, VaultError } from "../../engine/secrets/index.ts";
import type { Services } from "../../engine/services.ts";
import {
  type JobSpec,
  type RunnerAccount,
  type RunnerHop,
  type RunnerMethodName,
  type RunnerTarget,
  runnerHop,
} from "../../transport/runner-control/index.ts";
import { gatewaysOfAsset, openAccountSecret } from "../accounts/index.ts";
import { databaseSpecification } from "../assets/index.ts";
import { pinnedHostKey } from "../sessions/index.ts";
import { certifyAccount } from "../ssh-authority/index.ts";
import type { Candidate, CandidateAccount } from "./candidates.ts";
import { text } from "./texts.ts";

/** An asset that nothing is done on, and why. */
export class Skipped extends Error {
  readonly reason: Message;
  constructor(reason: Message) {
    super(reason.en);
    this.reason = reason;
  }
}

/** What a job spec is made of. */
export interface JobSpecRequest {
  readonly id: string;
  readonly method: RunnerMethodName;
  readonly asset: Candidate;
  readonly account: CandidateAccount;
  /** What `account` is reached from; null: signed in with directly. */
  readonly suFrom: CandidateAccount | null;
  /** Of gateways: the port that is reached through it. */
  readonly port?: number;
  /** Id of the execution it is a part of. */
  readonly executionId: string;
  readonly language: Language;
  readonly timeoutSeconds: number;
}

/** What job specs are made with: assets and gateways, and what keeps their secrets. */
type JobSpecServices = SecretStores & Pick<Services, "db">;

/**
 * Makes a job spec, with its secrets open: only when its turn comes, and only for the runner that carries it out.
 * @throws Skipped
 */
export async function makeJobSpec(services: JobSpecServices, request: JobSpecRequest): Promise<JobSpec> {
  const { id, method, asset, language, timeoutSeconds } = request;
  const protocol = protocolOf(asset);
  if (protocol === null) throw new Skipped(text.noProtocol);
  const { port } = protocol;
  const usedBy = { task: request.executionId };
  const account = await openAccount(services, request.account, usedBy);
  const switchFrom =
    request.suFrom === null || asset.su_method === null
      ? null
      : { method: asset.su_method, account: await openAccount(services, request.suFrom, usedBy) };
  return {
    id,
    method,
    mechanism: asset.item_method ?? "",
    target: await target(services, asset, protocol.name, port),
    account: { ...account, switchFrom },
    gateways: await wayTo(services, asset),
    params: { ...paramsOf(asset), ...(request.port === undefined ? {} : { port: request.port }) },
    settings: asset.ansible_config,
    language,
    timeoutSeconds,
  };
}

async function target(
  services: Pick<JobSpecServices, "db" | "secrets">,
  asset: Candidate,
  protocol: string,
  port: number,
): Promise<RunnerTarget> {
  const endpoint = { assetId: asset.id, host: asset.address, port };
  return {
    id: asset.id,
    name: asset.name,
    address: asset.address,
    port,
    protocol,
    protocols: asset.protocols,
    category: asset.category,
    type: asset.type,
    platform: asset.platform_name,
    charset: asset.charset,
    setting: asset.settings[protocol] ?? {},
    specification: await unseal(async () => databaseSpecification(services, asset)),
    hostKey: port > 0 ? await pinnedHostKey(services.db, endpoint) : null,
  };
}

/**
 * The protocol automation uses: the one the platform's automation names, then WinRM, then SSH, then the first.
 */
function protocolOf({ protocols, ansible_config: config }: Candidate): Candidate["protocols"][number] | null {
  const rank = (name: string): number => {
    if (name === config.ansible_connection) return 1;
    return name === "winrm" ? 9 : name === "ssh" ? 10 : 999;
  };
  return [...protocols].sort((one, other) => rank(one.name) - rank(other.name))[0] ?? null;
}

/** Parameters stand by method, or flat. */
function paramsOf({ item_method: method, item_params: params }: Candidate): JsonObject {
  const own = method === null ? undefined : params[method];
  return isObject(own) && Object.keys(own).length > 0 ? (own as JsonObject) : params;
}

/** The gateway to go through: a random one of those that were reached lately, else of those that are there. */
async function wayTo(services: JobSpecServices, asset: Candidate): Promise<readonly RunnerHop[]> {
  if (asset.domain_id === null || !asset.domain_enabled || asset.is_gateway) return [];
  const all = await fromVault(() => gatewaysOfAsset(services, asset.id));
  const reached = all.filter(({ connected }) => connected);
  const among = reached.length > 0 ? reached : all;
  const chosen = among[Math.floor(Math.random() * among.length)];
  // A domain without any gateway is a name for a group of assets.
  if (chosen === undefined) return [];
  const { id, address, port } = chosen;
  return [await runnerHop(chosen, await pinnedHostKey(services.db, { assetId: id, host: address, port }))];
}

/**
 * An account with its secret open, or with a certificate that holds a few minutes.
 *
 * @param usedBy what the log of the target names it by, beside the account
 * @throws Skipped
 */
export async function openAccount(
  services: JobSpecServices,
  account: CandidateAccount,
  usedBy: Readonly<Record<string, string>> = {},
): Promise<Omit<RunnerAccount, "switchFrom">> {
  const { id, name, username, secret_type: secretType, privileged } = account;
  return {
    id,
    name,
    username,
    secretType,
    privileged,
    secret: await unseal(() => openAccountSecret(services, account)),
    certificate: account.by_certificate
      ? await unseal(() =>
          certifyAccount(services, {
            accountId: id,
            username,
            usedBy: { ...usedBy, account: id },
            extensions: ["permit-pty"],
          }),
        )
      : undefined,
  };
}

/** A secret sealed by another installation is no reason to give up the other assets. @throws Skipped */
export async function unseal<T>(open: () => Promise<T>): Promise<T> {
  try {
    return await fromVault(open);
  } catch (error) {
    throw error instanceof Skipped ? error : new Skipped(text.sealed);
  }
}

/** Nor is one that the vault does not give. */
async function fromVault<T>(open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    throw error instanceof VaultError ? new Skipped(error.detail) : error;
  }
}
