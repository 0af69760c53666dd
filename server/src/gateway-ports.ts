import { commandRulesChannel, commandRulesFor } from "./areas/acls/index.ts";
import { permissionsChannel } from "./areas/permissions/index.ts";
import {
  alertOfCommand,
  decideAccess,
  decideForwarding,
  decideJump,
  mayContinueFrom,
  mayWatchSession,
  pinFirstHostKey,
  pinnedHostKey,
  presentSession,
  recordSessionEvent,
  redeemConnectionToken,
  registerTerminal,
  reportHostKeyMismatch,
  reviewCommand,
  SessionStore,
  sessionPermittedTime,
  storeSessionCommands,
} from "./areas/sessions/index.ts";
import { publicSettings } from "./areas/settings/index.ts";
import { clientAddressReader } from "./engine/http/client-address.ts";
import { chosenLanguages, cookieNames, wireCookieName } from "./engine/http/cookies.ts";
import { readAccessVersion } from "./engine/http/identify.ts";
import { negotiateLanguage } from "./engine/i18n/negotiate.ts";
import type { Services } from "./engine/services.ts";
import { filesPort } from "./files-port.ts";
import type { GatewayPorts, GatewayPrincipal, GatewayRequest, SessionsPort } from "./gateway/ports.ts";
import { sharingPort } from "./sharing-port.ts";
import { decisionOf, sshServerPorts } from "./ssh-server-ports.ts";

/**
 * The areas as the gateway asks for them. Registers this machine's gateway as a terminal, so that it finds again
 * what an earlier run left unfinished.
 */
export async function createGatewayPorts(services: Services): Promise<GatewayPorts> {
  const { db, settings } = services;
  const authenticate = authenticator(services);
  return {
    authenticate,
    async stillValid({ signInId, userId }) {
      const isValid = async () =>
        (await services.principals.load(userId, await readAccessVersion(services))) !== null;
      if (signInId === null) return isValid();
      const owners = await services.sessions.ownersOf([Buffer.from(signInId, "hex")]);
      if (owners.get(signInId) !== userId) return false;
      return isValid();
    },
    publicSettings: async ({ userId, name, username }) => ({
      user: { id: userId, name, username },
      setting: await publicSettings(settings, new Date()),
    }),
    decide: async (principal, requested) =>
      decisionOf(services, await decideAccess(services, principal, requested)),
    redeemConnectionToken: (tokenId, principal, opens) =>
      redeemConnectionToken(services, tokenId, principal, opens),
    decideForwarding: (principal, grant, kind) => decideForwarding(services, userOf(principal), grant, kind),
    decideJump: (principal, host, port) => decideJump(services, principal, { host, port }),
    permittedTime: ({ asset, account, forwarding, protocol }, { userId }, { actions, since }) =>
      sessionPermittedTime(services, userId, {
        assetId: asset.id,
        accountId: account.id,
        protocol,
        actions: ["connect", ...actions],
        forwarding,
        since,
      }),
    mayContinueFrom: (grant, person) => mayContinueFrom(services, person, grant),
    // After a lost connection changes may have been missed: that counts as one.
    onPermissionsChanged: (handler) => services.events.subscribe(permissionsChannel, handler, handler),
    limits: async () => ({
      idleMinutes: await settings.get<number>("SECURITY_MAX_IDLE_TIME"),
      maximumHours: await settings.get<number>("SECURITY_MAX_SESSION_TIME"),
      endWithPermission: await settings.get<boolean>("SECURITY_SESSION_END_WITH_PERMISSION"),
    }),
    programRecordingLimit: async () =>
      (await settings.get<number>("TERMINAL_PROGRAM_RECORDING_SIZE")) * 1024 * 1024,
    keepMinutes: () => settings.get<number>("SECURITY_SESSION_KEEP_TIME"),
    recordingRoom: async () => (await settings.get<number>("TERMINAL_RECORDING_FREE_SPACE")) * 1024 * 1024,
    commandRules: commandRulesPort(services),
    sessions: sessionsPort(services, await registerTerminal(db)),
    watching: {
      mayWatch: ({ userId }, sessionId) => mayWatchSession(services, userId, sessionId),
      present: ({ language }, id) => presentSession(services, id, language),
      tellsPeople: () => settings.get<boolean>("SECURITY_SESSION_WATCH_NOTICE"),
      record: (sessionId, event, actor) => recordSessionEvent(db, { sessionId, event, actor }),
    },
    sharing: sharingPort(services),
    hostKeys: {
      get: (target) => pinnedHostKey(db, target),
      pinFirst: (target, key) => pinFirstHostKey(db, target, key),
      reportMismatch: (target, mismatch) => reportHostKeyMismatch(db, target, mismatch),
    },
    sshServer: sshServerPorts(services),
    files: filesPort(services),
  };
}

const userOf = ({ userId: id, username, name, remoteAddress }: GatewayPrincipal) => ({
  ...{ id, username, name, remoteAddress },
});

/** Finds the person behind an upgrade request by the sign-in cookie; a connection token never replaces it. */
function authenticator(
  services: Pick<Services, "config" | "principals" | "sessions">,
): (request: GatewayRequest) => Promise<GatewayPrincipal | null> {
  const { trustedProxies, sessionCookieNamePrefix } = services.config;
  const clientAddress = clientAddressReader(trustedProxies);
  const sessionName = wireCookieName(sessionCookieNamePrefix, cookieNames.session);
  return async ({ headers, remoteAddress }) => {
    const cookies = readCookies(headers.cookie);
    const cookie = cookies.get(sessionName);
    const session = cookie === undefined ? null : await services.sessions.load(cookie);
    if (session === null || session.userId === null) return null;
    const principal = await services.principals.load(session.userId, session.version);
    if (principal === null || principal.mustAcceptTerms) return null;
    const forwarded = headers["x-forwarded-for"];
    return {
      userId: principal.id,
      name: principal.name,
      username: principal.username,
      language: negotiateLanguage(chosenLanguages(Object.fromEntries(cookies)), headers["accept-language"]),
      signInId: session.key.toString("hex"),
      remoteAddress: clientAddress(remoteAddress, Array.isArray(forwarded) ? forwarded.join(",") : forwarded),
    };
  };
}

function readCookies(header: string | undefined): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>();
  for (const part of (header ?? "").split(";")) {
    const at = part.indexOf("=");
    if (at <= 0) continue;
    const name = part.slice(0, at).trim();
    // As everywhere: of several cookies of one name the first counts.
    if (!cookies.has(name))
      cookies.set(
        name,
        part
          .slice(at + 1)
          .trim()
          .replace(/^"(.*)"$/, "$1"),
      );
  }
  return cookies;
}

/** Rules change by themselves, and with the groups and roles of people they name. */
function commandRulesPort(services: Services): GatewayPorts["commandRules"] {
  const { events } = services;
  return {
    load: ({ userId }, { asset, account }) =>
      commandRulesFor(services, {
        userId,
        assetId: asset.id,
        organizationId: asset.organization.id,
        usernames: [account.username],
      }),
    onChanged: (handler) => {
      const leave = [commandRulesChannel, permissionsChannel].map((channel) =>
        events.subscribe(channel, handler, handler),
      );
      return () => {
        for (const end of leave) end();
      };
    },
    alert: (sessionId, { command, riskLevel, rule }) =>
      alertOfCommand(services, { sessionId, command, riskLevel, reviewers: rule.reviewers }),
    review: (sessionId, { command, rule }) => reviewCommand(services, { sessionId, command, rule }),
  };
}

function sessionsPort(services: Services, terminalId: string): SessionsPort {
  const carried = new SessionStore(services, terminalId);
  return {
    open: (record) => carried.open(record),
    present: ({ id }) => presentSession(services, id, "en"),
    succeeded: (id) => carried.succeeded(id),
    failed: (id, reason) => carried.failed(id, reason),
    finish: (id, outcome) => carried.finish(id, outcome),
    storeCommands: (id, commands) => storeSessionCommands(services.db, id, commands),
    presence: (sessionId, event, { actor, address }) =>
      recordSessionEvent(services.db, {
        sessionId,
        event,
        actor,
        ...(event === "reattached" ? { reason: address } : {}),
      }),
    heartbeat: (ids) => carried.heartbeat(ids),
    onControl: (handler) => carried.onCommand(handler),
    finishOrphans: (close) => carried.finishOrphans(close),
  };
}
