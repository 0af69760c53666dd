import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
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

/** Where somebody's access is decided, or a session begun: a new place here is a new channel, or belongs to one. */
const places: Readonly<Record<string, Leads>> = {
  "areas/sessions/connection-tokens/client-programs.ts: grantOfToken": {
    none: "shows the owner a token of their own again, which then has to be used",
  },
  "areas/sessions/connection-tokens/component-actions.ts: grantOfToken": ["component, with"],
  "areas/sessions/connection-tokens/redeem.ts: grantOfToken": ["web terminal"],
  "areas/sessions/connection-tokens/redeem.ts: openAccess": ["web terminal"],
  "areas/sessions/connection-tokens/take-token.ts: checkConnection": [
    "by connection token",
    "component, with",
  ],
  "areas/sessions/connection-tokens/token-actions.ts: checkConnection": {
    none: "gives the owner another token for what is asked for again, which then has to be used",
  },
  "areas/sessions/connection-tokens/token-resource.ts: checkConnection": ["asking for", "component, asking"],
  "areas/sessions/decision/decide.ts: checkConnection": everySshChannel,
  "areas/sessions/decision/decide.ts: openAccess": everySshChannel,
  "areas/sessions/decision/jump.ts: checkConnection": ["ssh -J"],
  "areas/sessions/decision/jump.ts: openAccess": ["ssh -J"],
  "areas/sessions/decision/token-sign-in.ts: grantOfToken": ["by connection token"],
  "areas/sessions/decision/token-sign-in.ts: grantOfToken 2": ["by connection token"],
  "areas/sessions/decision/token-sign-in.ts: openAccess": ["by connection token"],
  "gateway-ports.ts: decideAccess": everySshChannel,
  "gateway-ports.ts: decideJump": ["ssh -J"],
  "gateway-ports.ts: redeemConnectionToken": ["web terminal"],
  "gateway/clients/ssh-server/carry.ts: openSession": ["ssh, shell", "ssh, command", "scp -O", "rsync"],
  "gateway/clients/ssh-server/choose.ts: decide": ["ssh, shell"],
  "gateway/clients/ssh-server/connection.ts: decide": ["by connection token"],
  "gateway/clients/ssh-server/connection.ts: decide 2": everySshChannel,
  "gateway/clients/ssh-server/exec.ts: decide": ["ssh, command", "ssh, shell without", "scp -O", "rsync"],
  "gateway/clients/ssh-server/forwarding.ts: decide": ["ssh -L", "ssh -D", "ssh -R"],
  "gateway/clients/ssh-server/forwarding.ts: decideJump": ["ssh -J"],
  "gateway/clients/ssh-server/forwarding.ts: openSession": ["ssh -L", "ssh -D", "ssh -J"],
  "gateway/clients/ssh-server/forwarding.ts: openSession 2": ["ssh -R"],
  "gateway/clients/ssh-server/sftp.ts: decide": ["sftp, download", "sftp, upload", "sftp, delete", "scp, "],
  "gateway/clients/web-terminal/connection.ts: openSession": ["web terminal"],
  "gateway/clients/web-terminal/connection.ts: redeemConnectionToken": ["web terminal"],
  "gateway/files/account-files.ts: openSession": ["sftp, ", "scp, "],
  "gateway/files/asset-tree.ts: decide": ["by the tree"],
  "gateway/files/asset-tree.ts: decide 2": ["by the tree"],
  "gateway/files/asset-tree.ts: decide 3": ["by the tree"],
  "ssh-server-ports.ts: decide": ["by connection token"],
  "ssh-server-ports.ts: signInByConnectionToken": ["by connection token"],
};

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
    .flatMap((doorNames) => ("none" in doorNames ? [] : doorNames))
    .filter((part) => !channels.some(({ name }) => name.includes(part)));

describe("the table of access channels", () => {
  it("has a channel for every place where access is decided or a session begun", () => {
    const deciding =
      "openSession|decideAccess|decideJump|redeemConnectionToken|signInByConnectionToken|grantOfToken|checkConnection|openAccess";
    const calls = [
      ...occurrences(new RegExp(`(?<!function |async )\\b(${deciding})\\(`, "g")),
      ...occurrences(/\.(decide)\(/g),
      // What the gateway asks for is declared there, and not asked.
    ].filter((call) => !call.startsWith("gateway/ports.ts"));
    expect(calls.sort()).toEqual(Object.keys(places).sort());
    expect(unknown(places)).toEqual([]);
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
