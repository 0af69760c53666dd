import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import type * as sessions from "../../areas/sessions/index.ts";
import type { SshServerPorts } from "../../gateway/clients/ssh-server/ports.ts";
import type {
  AccessChannel as AccessChannelAsked,
  ConnectionGrant,
  ForwardingKind,
  GatewayPorts,
  SessionKind,
} from "../../gateway/ports.ts";
import { channels } from "./all-channels.ts";

const source = join(import.meta.dirname, "../..");

/** Source files of the product, by their paths below the server's source. */
const files: ReadonlyMap<string, string> = new Map(
  readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter(
      (path) =>
        path.endsWith(".ts") && !/\.(test|fixture)\.ts$/.test(path) && !/(^|[/\\])testing[/\\]/.test(path),
    )
    .map((path) => [relative("", path).replaceAll("\\", "/"), readFileSync(join(source, path), "utf8")]),
);

/** What of a pattern occurs in which files, as `file: what`, each once and with its number where it occurs again. */
function occurrences(pattern: RegExp, below = ""): string[] {
  return [...files].flatMap(([path, text]) => {
    if (!path.startsWith(below)) return [];
    const seen = new Map<string, number>();
    return [...text.matchAll(pattern)].map((match) => {
      const what = match[1] ?? "";
      const count = (seen.get(what) ?? 0) + 1;
      seen.set(what, count);
      return `${path}: ${what}${count === 1 ? "" : ` ${count}`}`;
    });
  });
}

/** What a place in the source leads to: channels of the table, by a part of their names, or none, with the reason. */
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
  forward: ["ssh -L", "ssh -D", "ssh -R"],
};

/** What is opened with a grant. */
const sessionKinds: Readonly<Record<SessionKind["type"], Leads>> = {
  normal: ["ssh, shell", "web terminal"],
  command: ["ssh, command", "ssh, another channel"],
  sftp: ["sftp, ", "scp, ", "scp -O", "rsync"],
  tunnel: ["ssh -L", "ssh -D", "ssh -J", "ssh -R"],
};

const forwardingKinds: Readonly<Record<ForwardingKind, Leads>> = {
  local: ["ssh -L", "ssh -D"],
  remote: ["ssh -R"],
  jump: ["ssh -J"],
};

/** By which ports the gateway gets grants. */
const grantingPorts: Readonly<Record<Granting<GatewayPorts> | Granting<SshServerPorts>, Leads>> = {
  decide: everySshChannel,
  decideForwarding: ["ssh -L", "ssh -D", "ssh -R"],
  decideJump: ["ssh -J"],
  redeemConnectionToken: ["web terminal"],
  signInByToken: ["by connection token"],
};

/** What the area of sessions makes grants by. */
const grantingFunctions: Readonly<Record<Granting<typeof sessions>, Leads>> = {
  decideAccess: everySshChannel,
  decideForwarding: ["ssh -L", "ssh -D", "ssh -R"],
  decideJump: ["ssh -J"],
  redeemConnectionToken: ["web terminal"],
  signInByConnectionToken: ["by connection token"],
};

/** Kinds of what leads to a machine, each with the channels that are of it. */
const tables = { channelsAsked, sessionKinds, forwardingKinds, grantingPorts, grantingFunctions };

/** What clients of the SSH server can ask for. */
const asked: Readonly<Record<string, Leads>> = {
  authentication: ["ssh, command", "by password", "by temporary password", "by connection token"],
  session: everySshChannel,
  shell: ["ssh, shell", "ssh, shell by the menu"],
  exec: ["ssh, command", "asked for as a command", "scp -O", "rsync"],
  subsystem: ["sftp, ", "scp, "],
  tcpip: ["ssh -L", "ssh -D", "ssh -J"],
  request: ["ssh -R"],
  pty: ["ssh, shell", "with a terminal"],
  env: { none: "says how a program is to speak" },
  "window-change": { none: "is about a program that runs" },
  signal: { none: "is about a program that runs" },
};

/** Every WebSocket. */
const sockets: Readonly<Record<string, Leads>> = {
  "areas/jobs/index.ts: /ws/ops/tasks/log/": {
    none: "shows logs of jobs; stands in the authorization matrix",
  },
  "areas/notifications/index.ts: /ws/notifications/site-msg/": {
    none: "counts messages; stands in the authorization matrix",
  },
  "gateway/clients/web-terminal/upgrade.ts: TERMINAL_PATH": ["web terminal"],
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

  it("has a channel for everything clients of the SSH server can ask for", () => {
    const own = new Set([
      "close",
      "error",
      "end",
      "data",
      "drain",
      "ready",
      "handshake",
      "listening",
      "abort",
    ]);
    const events = occurrences(/\.(?:on|once)\("([a-z-]+)"/g, "gateway/clients/ssh-server/").map(
      (event) => event.split(": ")[1]?.split(" ")[0] ?? "",
    );
    const requests = new Set(events.filter((event) => !own.has(event)));
    expect([...requests].sort()).toEqual(Object.keys(asked).sort());
    expect(unknown(asked)).toEqual([]);
  });

  it("has a channel for every WebSocket that leads to a machine", () => {
    const paths = [
      ...occurrences(/path: "(\/(?:ws|koko)\/[^"]*)"/g),
      ...occurrences(/pathname !== ([A-Z_]+)/g),
    ];
    expect(paths.sort()).toEqual(Object.keys(sockets).sort());
    const servers = occurrences(/new (WebSocketServer)\(/g).map((server) => server.split(":")[0]);
    expect(servers.sort()).toEqual([
      "areas/jobs/log-sockets.ts",
      "areas/notifications/unread-sockets.ts",
      "gateway/clients/web-terminal/upgrade.ts",
    ]);
    expect(unknown(sockets)).toEqual([]);
  });

  it("names each channel once", () => {
    expect(new Set(channels.map(({ name }) => name)).size).toBe(channels.length);
  });
});
