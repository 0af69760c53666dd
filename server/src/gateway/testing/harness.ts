import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { BadRequest } from "../../engine/errors.ts";
import { literal } from "../../engine/i18n/messages.ts";
import { fixedKeyRing } from "../../engine/secrets/key-ring.ts";
import { createSecretBox, type SecretBox } from "../../engine/secrets/secret-box.ts";
import type { OpenSshServer } from "../../engine/testing/openssh.ts";
import type { CommandRule } from "../../transport/command-rules/index.ts";
import { issueGrant } from "../../transport/connections/connection-grant.ts";
import { toAsciicast, toRaw } from "../../transport/recording/export.ts";
import { resolveRecording } from "../../transport/recording/path.ts";
import { openRecording } from "../../transport/recording/reader.ts";
import type { HostKey } from "../../transport/ssh/host-key.ts";
import { createGateway, type Gateway } from "../gateway.ts";
import type {
  CommandAlert,
  ConnectionGrant,
  FileRecord,
  GatewayPorts,
  GatewayPrincipal,
  GrantDetails,
  SessionCommand,
  SessionCommandEntry,
  SessionLimits,
  SessionOutcome,
  SessionRecord,
} from "../ports.ts";
import { MemoryReviews } from "./memory-reviews.ts";
import { MemorySharing } from "./memory-sharing.ts";

/** What a session looked like to the sessions area. */
export interface StoredSession {
  record: SessionRecord;
  succeeded: boolean;
  failed: string | null;
  outcome: SessionOutcome | null;
  readonly commands: SessionCommandEntry[];
}

const absent = async (): Promise<never> => {
  throw new Error("these areas serve no SSH clients");
};

/** No SSH server: it is tested with the real areas. */
const noSshServer: GatewayPorts["sshServer"] = {
  settings: absent,
  hostKeys: absent,
  knowsKey: absent,
  askInBrowser: absent,
  signIn: absent,
  signInByToken: absent,
  findAssets: absent,
  nodes: absent,
  rememberLanguage: absent,
};

/** Areas held in memory, for testing the gateway alone: every answer can be set, every call can be seen. */
export class MemoryAreas {
  readonly sessions = new Map<string, StoredSession>();
  readonly #grants = new Map<string, ConnectionGrant>();
  readonly pinned = new Map<string, HostKey>();
  readonly mismatches: { pinned: HostKey; offered: HostKey }[] = [];
  heartbeats: (readonly string[])[] = [];
  limits: SessionLimits = { idleMinutes: 30, maximumHours: 24, endWithPermission: true };
  /** How long sessions outlive their sockets. */
  keepMinutes = 5;
  /** An address the access rules let nobody go on from. */
  refusedAddress = "";
  signedIn = true;
  permitted = true;
  /** When permissions end; what each grant said when it was made, unless set. */
  permissionExpires: Date | null = null;
  /** How long sessions may go on after that. */
  graceMinutes = 0;
  language: GatewayPrincipal["language"] = "en";
  mayWatch = true;
  tellsPeople = true;
  /** Who began and stopped to watch, went and came back, in order. */
  readonly watchEvents: string[] = [];
  /** Answers the rules about commands, whoever asks. */
  commandRules: () => readonly CommandRule[] = () => [];
  readonly commandAlerts: CommandAlert[] = [];
  readonly commandReviews = new MemoryReviews();
  readonly sharing = new MemorySharing();
  /** What was written down of files, by the ids of the records. */
  readonly fileRecords = new Map<string, FileRecord>();
  readonly #onRules = new Set<() => void>();
  #control: (command: SessionCommand) => boolean = () => false;
  readonly #onPermissions = new Set<() => void>();

  /** Has these details granted to anyone who redeems their token; the one place where tests make a grant. */
  grant(details: GrantDetails): void {
    this.#grants.set(details.tokenId ?? "", issueGrant(details));
  }

  /** Tells the gateway that permissions have changed. */
  permissionsChanged(): void {
    for (const handler of this.#onPermissions) handler();
  }

  /** Tells the gateway that rules about commands have changed. */
  commandRulesChanged(): void {
    for (const handler of this.#onRules) handler();
  }

  /** Sends a command to the gateway; returns whether it knew the session. */
  command(command: SessionCommand): boolean {
    return this.#control(command);
  }

  /** Waits until the session's end is stored. */
  async ended(id: string): Promise<StoredSession> {
    for (let attempt = 0; attempt < 200; attempt += 1) {
      const stored = this.sessions.get(id);
      if (stored !== undefined && (stored.outcome !== null || stored.failed !== null)) return stored;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`session ${id} was not finished`);
  }

  readonly ports: GatewayPorts = {
    authenticate: async ({ headers, remoteAddress: peer }) => {
      const remoteAddress = [headers["x-forwarded-for"]].flat()[0] ?? peer;
      const base = { language: this.language, signInId: "valid", remoteAddress };
      if (headers.cookie?.includes("jms_sessionid=other") === true) {
        return { ...base, userId: "12111111-1111-4111-8111-111111111111", name: "Bob", username: "bob" };
      }
      return headers.cookie?.includes("jms_sessionid=valid") === true
        ? { ...base, userId: "11111111-1111-4111-8111-111111111111", name: "Ada", username: "ada" }
        : null;
    },
    stillValid: async () => this.signedIn,
    publicSettings: async ({ userId, name, username }) => ({
      user: { id: userId, name, username },
      setting: { SECURITY_MAX_IDLE_TIME: this.limits.idleMinutes },
    }),
    redeemConnectionToken: async (tokenId) => {
      const grant = this.#grants.get(tokenId);
      this.#grants.delete(tokenId);
      if (grant === undefined)
        throw new BadRequest("token_invalid", literal("This connection token is not valid."));
      return grant;
    },
    permittedTime: async ({ permissionExpires }) => {
      const expires = this.permissionExpires ?? permissionExpires;
      const ends = new Date(expires.getTime() + this.graceMinutes * 60_000);
      return this.permitted ? { expires, ends } : null;
    },
    mayContinueFrom: async (_grant, { remoteAddress }) => remoteAddress !== this.refusedAddress,
    onPermissionsChanged: (handler) => {
      this.#onPermissions.add(handler);
      return () => this.#onPermissions.delete(handler);
    },
    limits: async () => this.limits,
    keepMinutes: async () => this.keepMinutes,
    programRecordingLimit: async () => 1024 * 1024,
    recordingRoom: async () => 0,
    commandRules: {
      load: async () => this.commandRules(),
      onChanged: (handler) => {
        this.#onRules.add(handler);
        return () => this.#onRules.delete(handler);
      },
      alert: async (_id, alert) => void this.commandAlerts.push(alert),
      review: (_id, { command }) => this.commandReviews.open(command),
    },
    sessions: {
      open: async (record) => {
        this.sessions.set(record.id, { record, succeeded: false, failed: null, outcome: null, commands: [] });
      },
      present: async ({ id, user, asset }) => ({ id, user, asset }),
      succeeded: async (id) => {
        this.#stored(id).succeeded = true;
      },
      failed: async (id, reason) => {
        this.#stored(id).failed = reason;
      },
      finish: async (id, outcome) => {
        this.#stored(id).outcome = outcome;
      },
      storeCommands: async (id, commands) => {
        this.#stored(id).commands.push(...commands);
      },
      presence: async (_id, event, { actor }) => void this.watchEvents.push(`${event} ${actor}`),
      heartbeat: async (ids) => {
        this.heartbeats.push(ids);
      },
      onControl: (handler) => {
        this.#control = handler;
        return () => {
          this.#control = () => false;
        };
      },
      finishOrphans: async (close) => {
        for (const stored of this.sessions.values()) {
          if (stored.outcome !== null || stored.failed !== null) continue;
          const { id, recordingPath, dateStart } = stored.record;
          stored.outcome = await close({ id, recordingPath, dateStart, lastSeen: dateStart });
        }
      },
    },
    watching: {
      mayWatch: async (_principal, id) => this.mayWatch && this.sessions.has(id),
      present: async (_principal, id) => ({ id, user: this.#stored(id).record.user }),
      tellsPeople: async () => this.tellsPeople,
      record: async (_id, event, actor) => void this.watchEvents.push(`${event} ${actor}`),
    },
    sharing: this.sharing.port,
    hostKeys: {
      get: async ({ assetId, host, port }) => this.pinned.get(`${assetId} ${host} ${port}`) ?? null,
      pinFirst: async ({ assetId, host, port }, key) => {
        const endpoint = `${assetId} ${host} ${port}`;
        const pinned = this.pinned.get(endpoint) ?? key;
        this.pinned.set(endpoint, pinned);
        return pinned;
      },
      reportMismatch: async (_target, { pinned, offered }) => {
        this.mismatches.push({ pinned, offered });
      },
    },
    decide: async () => ({ outcome: "refused", code: "asset_missing", message: literal("There is none.") }),
    decideForwarding: async () => null,
    decideJump: async () => null,
    sshServer: noSshServer,
    files: {
      breakOffOrphans: async () => undefined,
      write: async (records) => {
        for (const record of records) this.fileRecords.set(record.id, record);
      },
      copyLimit: async () => 0,
      startFolder: async () => ({ home: "", isConfined: false }),
    },
  };

  #stored(id: string): StoredSession {
    const stored = this.sessions.get(id);
    if (stored === undefined) throw new Error(`unknown session ${id}`);
    return stored;
  }
}

/** A gateway on a port of its own, over areas held in memory. */
export interface GatewayHarness {
  readonly areas: MemoryAreas;
  readonly gateway: Gateway;
  readonly url: string;
  readonly dataFolder: string;
  /** Options for `TerminalClient` with a fresh token for `grant`. */
  clientFor(grant: GrantDetails): { url: string; token: string; headers: Record<string, string> };
  /** The raw output recorded in a session, and its asciicast. */
  replay(id: string): Promise<{ raw: Buffer; cast: string }>;
  close(): Promise<void>;
}

/** Starts a gateway for a test. */
export async function startHarness(
  options: {
    areas?: MemoryAreas;
    dataFolder?: string;
    keys?: SecretBox;
    guardInterval?: number;
    connectTimeout?: number;
  } = {},
): Promise<GatewayHarness> {
  const areas = options.areas ?? new MemoryAreas();
  const dataFolder = options.dataFolder ?? (await mkdtemp(path.join(tmpdir(), "gateway-")));
  const keys = options.keys ?? createSecretBox(fixedKeyRing(randomBytes(32)));
  const gateway = await createGateway({
    ports: areas.ports,
    keys,
    dataFolder,
    siteUrl: "https://sallyport.example",
    guardInterval: options.guardInterval ?? 30_000,
    connectTimeout: options.connectTimeout ?? 15_000,
  });
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) =>
    gateway.request(request, response),
  );
  server.on("upgrade", (request, socket, head) => gateway.upgrade(request, socket as Socket, head));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    areas,
    gateway,
    url,
    dataFolder,
    clientFor(grant) {
      const token = grant.tokenId ?? "";
      areas.grant(grant);
      return { url, token, headers: { cookie: "jms_sessionid=valid", origin: url } };
    },
    async replay(id) {
      const record = areas.sessions.get(id)?.record;
      if (record === undefined) throw new Error(`unknown session ${id}`);
      if (record.recordingPath === null) throw new Error(`session ${id} was not recorded`);
      const file = resolveRecording(dataFolder, record.recordingPath);
      return {
        raw: await collect(file, keys, toRaw),
        cast: (await collect(file, keys, toAsciicast)).toString(),
      };
    },
    async close() {
      await gateway.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      if (options.dataFolder === undefined) await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** What a grant says for the account of a real SSH server, by password when it has one, else by key. */
export function grantFor(
  server: Pick<OpenSshServer, "port" | "username" | "password" | "privateKey">,
  change: { account?: Partial<GrantDetails["account"]>; asset?: Partial<GrantDetails["asset"]> } = {},
): GrantDetails {
  const byPassword = server.password !== "";
  return {
    tokenId: randomUUID(),
    asset: {
      id: "22222222-2222-4222-8222-222222222222",
      name: "web",
      address: "127.0.0.1",
      port: server.port,
      platform: { name: "Linux", type: "linux" },
      organization: { id: "00000000-0000-0000-0000-000000000002", name: "Default" },
      sshProfile: "modern",
      charset: "utf-8",
      protocolSetting: {},
      specification: {},
      ...change.asset,
    },
    gateways: [],
    account: {
      id: "33333333-3333-4333-8333-333333333333",
      name: "operator",
      username: server.username,
      secretType: byPassword ? "password" : "ssh_key",
      secret: byPassword ? server.password : server.privateKey,
      switchFrom: null,
      ...change.account,
    },
    protocol: "ssh",
    actions: ["connect"],
    permissionExpires: new Date(Date.now() + 3_600_000),
    connectOptions: {},
    userDisplay: "Ada(ada)",
    assetDisplay: "web(127.0.0.1)",
    accountDisplay: `operator(${server.username})`,
  };
}

async function collect(file: string, keys: SecretBox, how: typeof toRaw): Promise<Buffer> {
  const recording = await openRecording(file, keys);
  try {
    const parts: Buffer[] = [];
    for await (const part of how(recording)) parts.push(part);
    return Buffer.concat(parts);
  } finally {
    await recording.close();
  }
}
