import type { Principal } from "../../../engine/access/index.ts";
import { ApiError, TermsNotAccepted } from "../../../engine/errors.ts";
import { readAccessVersion } from "../../../engine/http/index.ts";
import { type Message, withParameters } from "../../../engine/i18n/index.ts";
import type { DecisionOutcome } from "../../../engine/measures/index.ts";
import type { AccessVersion } from "../../../engine/services.ts";
import type {
  AccessChannel,
  AccountChoice,
  ConnectionDecision,
  ConnectionRequest,
} from "../../../transport/connections/index.ts";
import {
  actionBits,
  effectiveAccounts,
  findUsableAssets,
  needsTypedSecret,
  type PermittedAccount,
  type UsableAsset,
} from "../../permissions/index.ts";
import { type Approval, ReviewNeeded } from "../connection-tokens/access-rules.ts";
import { checkUnmeasured } from "../connection-tokens/checks.ts";
import { text } from "../texts.ts";
import { carriedBy } from "./carried-by.ts";
import type { DecisionServices } from "./decision-services.ts";
import { decisionText } from "./decision-texts.ts";
import { measuredDecision } from "./measured-decision.ts";
import { noteRefusedConnection, noteRefusedError, refusalChannelOf } from "./note-refusal.ts";
import { openAccess } from "./open-access.ts";
import { askForApproval, goOnAtOnce } from "./review-connection.ts";

/** The outcome of a connection request, with the assets as permissions know them. */
export type AccessDecision = ConnectionDecision<UsableAsset>;

/** Who wants to connect, and from where. */
export interface Requester {
  readonly userId: string;
  readonly remoteAddress: string;
}

/** Most assets that are offered where a name fits several. */
const mostChoices = 100;

type Refusal = Extract<AccessDecision, { outcome: "refused" }>;

const refused = (code: string, message: Message): Refusal => ({ outcome: "refused", code, message });

const refusedFor = ({ code, detail }: ApiError): Refusal => refused(code, detail);

/**
 * Whether somebody may connect as requested, on every access channel alike: which asset, which protocol, which
 * account, and then the checks of a connection token. What does not exist and what is not granted is distinguished
 * nowhere. Contract: docs/contract/sessions.md, section 8.
 */
export async function decideAccess(
  services: DecisionServices,
  { userId, remoteAddress }: Requester,
  requested: ConnectionRequest,
): Promise<AccessDecision> {
  return measuredDecision(
    () => decide(services, { userId, remoteAddress }, requested),
    ({ outcome }) => outcomes[outcome] ?? "incomplete",
  );
}

/** What decisions count as; those that only ask for more are incomplete. */
const outcomes: Readonly<Partial<Record<AccessDecision["outcome"], DecisionOutcome>>> = {
  granted: "allowed",
  refused: "refused",
  review: "held",
};

async function decide(
  services: DecisionServices,
  { userId, remoteAddress }: Requester,
  requested: ConnectionRequest,
  approval?: Approval,
): Promise<AccessDecision> {
  const version = await readAccessVersion(services);
  const principal = await services.principals.load(userId, version);
  if (principal === null) return refused("user_invalid", text.userInvalid);
  if (principal.mustAcceptTerms) return refusedFor(new TermsNotAccepted());
  const { rows, total } = await findUsableAssets(services.db, principal.id, {
    named: requested.asset,
    limit: mostChoices,
  });
  const [asset] = rows;
  const asker = { principal, version, remoteAddress, ...(approval === undefined ? {} : { approval }) };
  if (asset === undefined) {
    return takenDown(services, asker, requested, refused("asset_missing", decisionText.assetMissing));
  }
  if (total > 1) return { outcome: "choose-asset", choices: rows, total };
  return decideOn(services, asker, asset, requested);
}

/** A refusal, after it was taken down. */
function takenDown(
  services: DecisionServices,
  { principal, remoteAddress }: Asker,
  { asset: named, account, protocol, way }: ConnectionRequest,
  decision: Refusal,
): Refusal {
  const channel = refusalChannelOf(way);
  noteRefusedConnection(
    services,
    { person: principal, remoteAddress, channel, named, account, protocol },
    decision,
  );
  return decision;
}

/** Who asks, as of which version of all that access follows from. */
interface Asker {
  readonly principal: Principal;
  readonly version: AccessVersion;
  readonly remoteAddress: string;
  /** What people have approved. */
  readonly approval?: Approval;
}

async function decideOn(
  services: DecisionServices,
  asker: Asker,
  asset: UsableAsset,
  requested: ConnectionRequest,
): Promise<AccessDecision> {
  const protocols = protocolsFor(asset, requested);
  const [protocol] = protocols;
  const onAsset = { ...requested, asset: asset.id };
  if (protocol === undefined) {
    const decision = refused("protocol_unsupported", notCarried(asset, requested));
    return takenDown(services, asker, onAsset, decision);
  }
  if (protocols.length > 1) return { outcome: "choose-protocol", choices: protocols };
  const usable = await effectiveAccounts(services.db, asker.principal, asset.id);
  const accounts = accountsFor(usable, requested.account);
  const [account] = accounts;
  if (account === undefined) {
    return takenDown(services, asker, onAsset, refused("perm_account_invalid", text.accountInvalid));
  }
  if (accounts.length > 1) return { outcome: "choose-account", choices: accounts.map(choiceOf) };
  const typed = { username: requested.typed?.username ?? "", secret: requested.typed?.secret ?? "" };
  if (isWanting(account, protocol, typed)) {
    return { outcome: "ask-credentials", username: account.virtual === "@INPUT" ? null : account.username };
  }
  return grant(services, asker, requested, { asset, account, protocol, typed });
}

/** What an access request has come down to. */
interface SettledRequest {
  readonly asset: UsableAsset;
  readonly account: PermittedAccount;
  readonly protocol: string;
  readonly typed: { readonly username: string; readonly secret: string };
}

async function grant(
  services: DecisionServices,
  asker: Asker,
  requested: ConnectionRequest,
  { asset, account, protocol, typed }: SettledRequest,
): Promise<AccessDecision> {
  const { principal, remoteAddress } = asker;
  const { way, connectOptions = {} } = requested;
  const channel = refusalChannelOf(way);
  const connectMethod = methodFor[way] ?? "ssh_client";
  try {
    const granted = await checkUnmeasured(
      { services, db: services.db, ...asker, channel, accounts: [account], status: 403 },
      {
        assetId: asset.id,
        account: account.alias,
        protocol,
        connectMethod,
        typedUsername: typed.username,
        isJob: way === "job",
      },
    );
    const given = { username: typed.username, secret: () => typed.secret };
    const details = { tokenId: null, protocol, connectOptions, given };
    return { outcome: "granted", grant: await openAccess(services, principal, granted, details) };
  } catch (error) {
    if (error instanceof ReviewNeeded) {
      // Everything is decided anew once it is approved: what was granted before may be gone by then.
      const again = (approval: Approval) =>
        decide(
          services,
          { userId: principal.id, remoteAddress },
          { ...requested, asset: asset.id, account: account.alias, protocol },
          approval,
        );
      const awaited = { principal, asset, account, typedUsername: typed.username, needed: error, again };
      return {
        outcome: "review",
        message: error.detail,
        open: () => askForApproval(services, awaited),
        // A shell alone: commands, copies and files have nobody to ask for a reason.
        emergency:
          error.rule.allowsEmergency && way === "shell"
            ? (reason) => goOnAtOnce(services, awaited, { remoteAddress, reason })
            : null,
      };
    }
    if (!(error instanceof ApiError)) throw error;
    const connection = {
      person: principal,
      remoteAddress,
      channel,
      named: asset.id,
      account: account.alias,
      protocol,
    };
    noteRefusedError(services, connection, error);
    return refusedFor(error);
  }
}

/** The protocols of the asset that come into question, only the requested one if it does. */
function protocolsFor({ protocols }: UsableAsset, { protocol, way }: ConnectionRequest): readonly string[] {
  const carried = carriedBy(way);
  return protocols.filter((name) => carried.includes(name) && (protocol === null || name === protocol));
}

/** The protocol an access channel takes; a shell goes by whichever can be carried. */
const neededFor: Readonly<Record<AccessChannel, string | null>> = {
  shell: null,
  exec: "ssh",
  scp: "ssh",
  forward: "ssh",
  job: null,
  sftp: "sftp",
  "web-files": "sftp",
};

/** The way of connecting that rules are asked about, where it is not an SSH client. */
const methodFor: Readonly<Partial<Record<AccessChannel, string>>> = {
  sftp: "sftp_client",
  "web-files": "web_sftp",
};

/** Why no protocol is left: it is not the one this takes, the asset does not have it, or the access channel does not carry it. */
function notCarried({ protocols }: UsableAsset, { protocol, way }: ConnectionRequest): Message {
  const needed = neededFor[way];
  if (protocol !== null && needed !== null && protocol !== needed) {
    return withParameters(decisionText.otherProtocol, { protocol, needed });
  }
  const wanted = protocol ?? needed;
  return wanted !== null && !protocols.includes(wanted)
    ? withParameters(decisionText.protocolMissing, { protocol: wanted })
    : withParameters(decisionText.protocolNotCarried, { protocol: wanted ?? protocols.join(", ") });
}

/** The accounts that come into question: all that can connect, or those a name fits, an alias before anything else. */
function accountsFor(
  accounts: readonly PermittedAccount[],
  name: string | null,
): readonly PermittedAccount[] {
  const usable = accounts.filter(
    ({ actions, virtual }) => (actions & actionBits.connect) !== 0 && virtual !== "@ANON",
  );
  if (name === null) return usable;
  const exact = usable.filter(({ alias }) => alias === name);
  return exact.length > 0
    ? exact
    : usable.filter((account) => account.name === name || account.username === name);
}

const choiceOf = ({ alias, name, username }: PermittedAccount): AccountChoice => ({ alias, name, username });

function isWanting(account: PermittedAccount, protocol: string, typed: SettledRequest["typed"]): boolean {
  if (account.virtual === "@INPUT" && typed.username === "") return true;
  return needsTypedSecret(account, protocol) && typed.secret === "";
}
