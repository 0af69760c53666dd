import { timingSafeEqual } from "node:crypto";
import type { Principal } from "../../../engine/access/index.ts";
import { ApiError } from "../../../engine/errors.ts";
import type { Services } from "../../../engine/services.ts";
import type { AccessChannel } from "../../../transport/connections/index.ts";
import { countFailureOfAddress, isAddressRefused, recordLogin } from "../../credentials/index.ts";
import { findConnectMethod } from "../connect-methods.ts";
import {
  credentialsOfToken,
  grantOfToken,
  type TakenToken,
  takeToken,
} from "../connection-tokens/take-token.ts";
import { valueContext } from "../connection-tokens/token-values.ts";
import { carriedBy } from "./carried-by.ts";
import type { AccessDecision } from "./decide.ts";
import type { DecisionServices } from "./decision-services.ts";
import { decisionText } from "./decision-texts.ts";
import { openAccess } from "./open-access.ts";

/** What somebody shows who signs in with a connection token. */
export interface TokenClaim {
  readonly tokenId: string;
  /** The token's value, given as the password. */
  readonly value: string;
  readonly remoteAddress: string;
  /** What the client calls itself. */
  readonly client: string;
}

/** A connection token that was taken, and its owner. */
export interface TakenAccess {
  readonly owner: Principal;
  /** Whether it still opens what it stands for, on this channel; asked again for each channel. */
  decide(way: AccessChannel): Promise<AccessDecision>;
}

/**
 * Takes a connection token whose value was given; of several who try at once one gets it. Null when it cannot be
 * used, which is all a stranger learns. Contract: docs/contract/sessions.md, section 8.
 */
export async function signInByConnectionToken(
  services: DecisionServices & Pick<Services, "config" | "settings">,
  claim: TokenClaim,
): Promise<TakenAccess | null> {
  const { tokenId, remoteAddress, client } = claim;
  if (claim.value === "") return null;
  const isStopped = await isAddressRefused(services, remoteAddress);
  const taken = isStopped ? null : await take(services, claim);
  const owner = taken?.owner.username ?? `JMS-${tokenId}`;
  if (taken === null && !isStopped) await countFailureOfAddress(services, remoteAddress);
  await recordLogin(services, {
    username: owner,
    type: "T",
    remoteAddress,
    userAgent: client,
    succeeded: taken !== null,
    reason: reasonOf(taken, isStopped),
    mfa: taken === null ? 2 : 0,
    backend: "Connection token",
  });
  return taken;
}

function reasonOf(taken: TakenAccess | null, isStopped: boolean): string {
  if (isStopped) return "block_global_ip_login";
  return taken === null ? "password_failed" : "";
}

async function take(
  services: DecisionServices,
  { tokenId, value, remoteAddress }: TokenClaim,
): Promise<TakenAccess | null> {
  try {
    const seen = await takeToken(services.db, { tokenId, how: "look" });
    const method = findConnectMethod(seen.protocol, seen.connect_method);
    if (!isValue(services, seen, value) || method?.type !== "native") return null;
    const token = await takeToken(services.db, { tokenId, userId: seen.user_id, how: "use" });
    const { principal: owner } = await grantOfToken(services, services.db, token, remoteAddress);
    return { owner, decide: (way) => decideOnToken(services, token, way, remoteAddress) };
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

function isValue(
  { secrets }: Pick<Services, "secrets">,
  { id, value_sealed }: TakenToken,
  value: string,
): boolean {
  const [kept, given] = [Buffer.from(secrets.open(value_sealed, valueContext(id))), Buffer.from(value)];
  return kept.length === given.length && timingSafeEqual(kept, given);
}

/**
 * The token as an access channel needs it: one for SSH opens files too, checked as if it had been asked for to open them; null where
 * it does not lead through this channel.
 */
function tokenFor(way: AccessChannel, token: TakenToken): TakenToken | null {
  if (carriedBy(way).includes(token.protocol)) return token;
  if (way !== "sftp" || token.protocol !== "ssh") return null;
  return { ...token, protocol: "sftp", connect_method: "sftp_client" };
}

async function decideOnToken(
  services: DecisionServices,
  taken: TakenToken,
  way: AccessChannel,
  remoteAddress: string,
): Promise<AccessDecision> {
  const token = tokenFor(way, taken);
  if (token === null) {
    return { outcome: "refused", code: "protocol_unsupported", message: decisionText.tokenElsewhere };
  }
  try {
    const { principal, granted } = await grantOfToken(services, services.db, token, remoteAddress);
    const grant = await openAccess(services, principal, granted, {
      tokenId: token.id,
      protocol: token.protocol,
      connectOptions: token.connect_options,
      given: credentialsOfToken(services, token),
    });
    return { outcome: "granted", grant };
  } catch (error) {
    if (error instanceof ApiError) return { outcome: "refused", code: error.code, message: error.detail };
    throw error;
  }
}
