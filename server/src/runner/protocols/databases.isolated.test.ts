import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenSshServer, opensshMissing, startOpenSsh } from "../../engine/testing/openssh.ts";
import { testCertificate } from "../../testing/certificate.ts";
import { gatherFacts } from "../methods/gather-facts.ts";
import { ping, verifyAccount } from "../methods/ping.ts";
import {
  type DatabasePeer,
  missingPeers,
  startMariadb,
  startPostgresql,
  startRedis,
} from "../testing/database-peers.ts";
import { accountFor, type JobSpecChange, jobSpecFor, runJobSpec } from "../testing/job-specs.ts";

const ca = { ca_cert: testCertificate.cert };

/** A job for the database of a peer. */
function jobSpecTo(peer: DatabasePeer, protocol: string, change: JobSpecChange = {}) {
  const { username, password, database, port } = peer;
  return jobSpecFor({
    account: { username, secret: password },
    ...change,
    target: {
      category: "database",
      type: protocol,
      protocol,
      port,
      ...change.target,
      specification: { db_name: database, ...change.target?.specification },
    },
  });
}

/** What holds for every relational database. */
function signsIn(protocol: string, start: () => Promise<DatabasePeer>, version: RegExp): void {
  let peer: DatabasePeer;
  beforeAll(async () => {
    peer = await start();
  });
  afterAll(() => peer?.stop());
  const outcome = (change: JobSpecChange = {}) => runJobSpec(ping, jobSpecTo(peer, protocol, change));

  it("answers with its version", async () => {
    const { code, text, result } = await outcome();
    expect({ code, text }).toEqual({ code: null, text: "" });
    expect(result).toEqual({ account_checked: true, version: expect.stringMatching(version) as string });
    expect((await runJobSpec(gatherFacts, jobSpecTo(peer, protocol))).result).toEqual({
      version: expect.stringMatching(version) as string,
    });
  });

  it("tells a wrong account from an unknown database, without the password", async () => {
    const wrong = await outcome({ account: { username: peer.username, secret: "not the one" } });
    expect(wrong.code).toBe("authentication_failed");
    const other = await outcome({ target: { specification: { db_name: "nothing" } } });
    expect(other.code).toBe("database_unknown");
    expect(`${wrong.text}${other.text}`).not.toMatch(/not the one|pass:word/);
  });

  it("speaks TLS, and only with a certificate that is trusted", async () => {
    const tls = (more: object) => outcome({ target: { specification: { use_ssl: true, ...more } } });
    expect((await tls(ca)).code).toBeNull();
    expect((await tls({ allow_invalid_cert: true })).code).toBeNull();
    expect((await tls({})).code).toBe("certificate_invalid");
  });

  it.skipIf(opensshMissing() !== null)("is reached through a gateway, by TLS too", async () => {
    const hop: OpenSshServer = await startOpenSsh();
    const { username, privateKey, port } = hop;
    const account = accountFor({ username, secretType: "ssh_key", secret: privateKey });
    const gateways = [
      { id: "a", name: "edge", address: "127.0.0.1", port, setting: {}, account, hostKey: null },
    ];
    try {
      expect((await outcome({ gateways })).code).toBeNull();
      expect(
        (await outcome({ gateways, target: { specification: { use_ssl: true, ...ca } } })).code,
      ).toBeNull();
      const gone = await outcome({ gateways, target: { port: 1 } });
      expect(gone).toMatchObject({ code: "host_unreachable" });
    } finally {
      await hop.stop();
    }
  });
}

describe.skipIf(missingPeers.mariadb !== null)("MariaDB", () => {
  signsIn("mariadb", startMariadb, /MariaDB/);
});

describe.skipIf(missingPeers.postgresql !== null)("PostgreSQL", () => {
  signsIn("postgresql", startPostgresql, /^PostgreSQL \d/);
});

describe.skipIf(missingPeers.redis !== null)("Redis", () => {
  let peer: Awaited<ReturnType<typeof startRedis>>;
  beforeAll(async () => {
    peer = await startRedis();
  });
  afterAll(() => peer?.stop());
  const verify = (change: JobSpecChange = {}) => runJobSpec(verifyAccount, jobSpecTo(peer, "redis", change));

  it("is signed in to by password, with a user name where the platform says so", async () => {
    expect(await verify()).toMatchObject({ code: null });
    const target = { setting: { auth_username: true } };
    const account = { username: "operator", secret: `${peer.password} of its own` };
    expect(await verify({ target, account })).toMatchObject({ code: null });
    expect(await verify({ account })).toMatchObject({ code: "authentication_failed" });
    expect(await verify({ target })).toMatchObject({ code: "authentication_failed" });
  });

  it("speaks TLS, and only with a certificate that is trusted", async () => {
    const tls = (more: object) =>
      verify({ target: { port: peer.tlsPort, specification: { use_ssl: true, ...more } } });
    expect((await tls(ca)).code).toBeNull();
    expect((await tls({})).code).toBe("certificate_invalid");
  });
});
