import { once } from "node:events";
import { TERMINAL_PATH } from "@sallyport/contract/messages/terminal";
import ssh2 from "ssh2";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type * as sessions from "../../areas/sessions/index.ts";
import type { SshServerPorts } from "../../gateway/clients/ssh-server/ports.ts";
import type {
  ConnectionRequests,
  GlobalRequest,
  SessionRequests,
  Subsystem,
} from "../../gateway/clients/ssh-server/requests.ts";
import { gatewaySockets } from "../../gateway/clients/web-terminal/upgrade.ts";
import type {
  AccessChannel as AccessChannelAsked,
  ConnectionGrant,
  ForwardingKind,
  GatewayPorts,
  SessionKind,
} from "../../gateway/ports.ts";
import { createTestProduct, type TestProduct } from "../product.ts";
import { createSshServer } from "../ssh-gateway.ts";
import { channels } from "./all-channels.ts";
import { hearRequests } from "./ssh-requests.ts";

/** What something leads to: channels of the table, by a part of their names, or none, with the reason. */
type Leads = readonly string[] | { readonly none: string };

const everySshChannel = ["ssh", "sftp", "scp", "rsync"];

/** The functions that answer a grant, a decision, or something that decides later. */
type Granting<Functions> = {
  [Name in keyof Functions]: Functions[Name] extends (...given: never[]) => infer Answer
    ? [
        Extract<Awaited<Answer>, ConnectionGrant | { readonly outcome: "granted" } | { decide: unknown }>,
      ] extends [never]
      ? never
      : Name
    : never;
}[keyof Functions];

// A kind that is missing in one of these, or is there no more, does not compile.

/** What somebody asks the decision for. */
const channelsAsked: Readonly<Record<AccessChannelAsked, Leads>> = {
  shell: ["ssh, shell"],
  exec: ["ssh, command", "ssh, shell without", "scp -O", "rsync"],
  scp: ["scp -O"],
  sftp: ["sftp, download", "sftp, upload", "sftp, delete", "by the tree", "scp, "],
  "web-files": ["file manager, download, by the tree"],
  forward: ["ssh -L", "ssh -D", "ssh -R"],
  job: ["job, "],
};

/** What is opened with a grant. */
const sessionKinds: Readonly<Record<SessionKind["type"], Leads>> = {
  normal: ["ssh, shell", "web terminal"],
  command: ["ssh, command", "ssh, another channel", "job, "],
  sftp: ["sftp, ", "scp, ", "scp -O", "rsync", "file manager, "],
  tunnel: ["ssh -L", "ssh -D", "ssh -J", "ssh -R"],
};

const forwardingKinds: Readonly<Record<ForwardingKind, Leads>> = {
  local: ["ssh -L", "ssh -D"],
  remote: ["ssh -R"],
  jump: ["ssh -J"],
};

/** By which ports the gateway gets grants. */
const grantingPorts: Readonly<Record<Granting<GatewayPorts> | Granting<SshServerPorts>, Leads>> = {
  decide: [...everySshChannel, "job, "],
  decideForwarding: ["ssh -L", "ssh -D", "ssh -R"],
  decideJump: ["ssh -J"],
  redeemConnectionToken: ["web terminal", "file manager, download, by token"],
  signInByToken: ["by connection token"],
};

/** What the area of sessions makes grants by. */
const grantingFunctions: Readonly<Record<Granting<typeof sessions>, Leads>> = {
  decideAccess: [...everySshChannel, "job, "],
  decideForwarding: ["ssh -L", "ssh -D", "ssh -R"],
  decideJump: ["ssh -J"],
  redeemConnectionToken: ["web terminal", "file manager, download, by token"],
  signInByConnectionToken: ["by connection token"],
};

/** What clients of the SSH server can ask of a connection. */
const connectionRequests: Readonly<Record<keyof ConnectionRequests, Leads>> = {
  authentication: ["ssh, command", "by password", "by temporary password", "by connection token"],
  session: everySshChannel,
  tcpip: ["ssh -L", "ssh -D", "ssh -J"],
  "openssh.streamlocal": ["ssh -L"],
  request: ["ssh -R"],
};

/** What they can ask of a session channel. */
const sessionRequests: Readonly<Record<keyof SessionRequests, Leads>> = {
  shell: ["ssh, shell", "ssh, shell by the menu"],
  exec: ["ssh, command", "asked for as a command", "scp -O", "rsync"],
  subsystem: ["sftp, ", "scp, "],
  pty: ["ssh, shell", "with a terminal"],
  env: { none: "says how a program is to speak" },
  "window-change": { none: "is about a program that runs" },
  signal: { none: "is about a program that runs" },
};

const subsystems: Readonly<Record<Subsystem, Leads>> = { sftp: ["sftp, ", "scp, "] };

const globalRequests: Readonly<Record<GlobalRequest, Leads>> = {
  "tcpip-forward": ["ssh -R"],
  "cancel-tcpip-forward": { none: "ends what `tcpip-forward` began" },
};

/** The gateway's WebSockets. */
const terminalSockets: Readonly<Record<keyof typeof gatewaySockets, Leads>> = {
  [TERMINAL_PATH]: ["web terminal"],
  "/koko/ws/elfinder/": ["file manager, "],
};

/** The WebSockets of areas. */
const areaSockets: Readonly<Record<string, Leads>> = {
  "/ws/ops/tasks/log/": { none: "shows logs of jobs; stands in the authorization matrix" },
  "/ws/terminal-task/": { none: "tells components their tasks; stands in the authorization matrix" },
  "/ws/setting/tools/": {
    none: "tries whether machines answer, and hands on no more than a banner; stands in the matrix",
  },
  "/ws/notifications/site-msg/": { none: "counts messages; stands in the authorization matrix" },
};

/** Kinds of what leads to a machine, each with the channels that are of it. */
const tables = {
  channelsAsked,
  sessionKinds,
  forwardingKinds,
  grantingPorts,
  grantingFunctions,
  connectionRequests,
  sessionRequests,
  subsystems,
  globalRequests,
  terminalSockets,
  areaSockets,
};

/** The parts of names that fit no channel. */
const unknown = (leads: Readonly<Record<string, Leads>>): string[] =>
  Object.values(leads)
    .flatMap((entry) => ("none" in entry ? [] : entry))
    .filter((part) => !channels.some(({ name }) => name.includes(part)));

describe("the table of access channels", () => {
  it.each(Object.entries(tables))("has a channel for everything of %s", (_name, table) => {
    expect(Object.values(table)).not.toContainEqual([]);
    expect(unknown(table)).toEqual([]);
  });

  it("has a kind of session for every channel that opens one", () => {
    for (const { name, session } of channels) {
      const parts = session === null ? [] : sessionKinds[session.type];
      if (session === null || "none" in parts) continue;
      expect([name, session.type, parts.some((part) => name.includes(part))]).toEqual([
        name,
        session.type,
        true,
      ]);
    }
  });

  it("names each channel once", () => {
    expect(new Set(channels.map(({ name }) => name)).size).toBe(channels.length);
  });
});

describe("what runs", () => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await createTestProduct();
  });
  afterAll(() => product?.close());

  it("listens to nothing of SSH clients that has no channel", async () => {
    const heard = hearRequests();
    const gateway = await createSshServer(product);
    const { username, password } = await product.createUser({ username: "ada" });
    const client = new ssh2.Client();
    try {
      const ready = once(client, "ready");
      client.connect({ host: "127.0.0.1", port: gateway.sshPort, username, password });
      await ready;
      const asked = await new Promise<ssh2.ClientChannel>((resolve, reject) =>
        client.exec("true", (error, channel) => (error === undefined ? resolve(channel) : reject(error))),
      );
      asked.destroy();
    } finally {
      heard.stop();
      client.end();
      await gateway.close();
    }
    // Ends and states of the connection, by which nothing is asked for.
    const own = ["close", "end", "error", "handshake", "ready"];
    const requestsOf = (names: ReadonlySet<string>) =>
      [...names].filter((name) => !own.includes(name)).sort();
    expect(requestsOf(heard.connection)).toEqual(Object.keys(connectionRequests).sort());
    expect(requestsOf(heard.session)).toEqual(Object.keys(sessionRequests).sort());
  });

  it("has no WebSocket that is not listed", async () => {
    const paths = product.services.extensions.of("sockets").map(({ path }) => path);
    expect(paths.sort()).toEqual(Object.keys(areaSockets).sort());
    expect(Object.keys(gatewaySockets)).toEqual(Object.keys(terminalSockets));
    // Upgrades are taken by `acceptUpgrades` alone, which knows those of the areas.
    expect(product.app.fastify.server.listenerCount("upgrade")).toBe(0);
  });
});
