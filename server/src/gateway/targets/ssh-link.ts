import type { Duplex } from "node:stream";
import type { Client } from "ssh2";
import {
  type CertificateExtension,
  type GatewayHealth,
  type HostKeyStore,
  openSshConnection,
  type Route,
  reach,
} from "../../transport/ssh/index.ts";
import { TargetFailure } from "../../transport/targets/index.ts";
import type { ConnectionGrant } from "../ports.ts";
import { text } from "../texts.ts";
import { displayOf } from "./switch-account.ts";

/** What a connection to an SSH target needs. */
export interface SshLinkOptions {
  readonly grant: ConnectionGrant;
  /** Id of the session it is made for; others may share it later. */
  readonly sessionId: string;
  readonly hostKeys: HostKeyStore;
  /** Which gateways of domains have just failed; shared by all sessions. */
  readonly health: GatewayHealth;
  /** Longest wait for each connection on the way, and again for its handshake and sign-in, in milliseconds. */
  readonly timeout: number;
  /** How often a silent target is asked for a sign of life, in milliseconds; the engine's default otherwise. */
  readonly keepAliveInterval?: number | undefined;
}

/** A signed-in connection to an SSH target, reached straight or through a gateway of its domain. */
export interface SshLink {
  readonly client: Client;
  /** What is below it. */
  readonly stream: Duplex;
  readonly route: Route;
}

/** What may happen while a connection is made. */
export interface SshLinkEvents {
  /** Gives up. */
  readonly signal: AbortSignal;
  /** Whether the caller changes to the account of the grant where another one has to sign in for it. */
  readonly switches?: boolean;
  /** Called as soon as there is something to close. */
  reached?(stream: Duplex, route: Route): void;
  /** What the server says before the sign-in; foreign text. */
  onBanner?(text: string): void;
}

/**
 * Connects and signs in to the target of a grant. After a failure what `reached` told of is the caller's to close.
 *
 * @throws TargetFailure
 */
export async function openSshLink(options: SshLinkOptions, events: SshLinkEvents): Promise<SshLink> {
  const { grant, sessionId, hostKeys, timeout, keepAliveInterval } = options;
  const { switchFrom } = grant.account;
  refuseSwitching(grant, events.switches === true);
  const { id, address, port, sshProfile: profile } = grant.asset;
  const { route, stream } = await reach({ address, port }, grant.gateways, {
    ...options,
    signal: events.signal,
  });
  events.reached?.(stream, route);
  const account = switchFrom ?? grant.account;
  const { certificate } = account;
  const extensions = certificateExtensions(grant);
  const { client } = await openSshConnection(
    stream,
    {
      endpoint: { assetId: id, host: address, port },
      account: {
        ...account,
        display: displayOf(account),
        certificate: certificate && (() => certificate({ sessionId, extensions })),
      },
      profile,
    },
    { hostKeys, timeout, keepAliveInterval, onBanner: (banner) => events.onBanner?.(banner) },
  );
  return { client, stream, route };
}

/** What the target is to let somebody do by certificate: a tunnel has no terminal, and nothing else forwards. */
export const certificateExtensions = ({ forwarding }: ConnectionGrant): readonly CertificateExtension[] =>
  forwarding === undefined ? ["permit-pty"] : ["permit-port-forwarding"];

/**
 * Refuses what cannot change to the account of the grant where another one has to sign in for it.
 *
 * @throws TargetFailure `switch_unsupported`
 */
export function refuseSwitching({ account }: ConnectionGrant, switches: boolean): void {
  if (account.switchFrom === null || switches) return;
  throw new TargetFailure("switch_unsupported", text.switchNeedsTerminal);
}
