import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenSshServer, opensshMissing, startOpenSsh } from "../../engine/testing/openssh.ts";
import { GatewayHealth } from "../../transport/ssh/index.ts";
import type { ConnectionGrant } from "../ports.ts";
import { grantFor, MemoryAreas } from "../testing/harness.ts";
import { LinkPool } from "./link-pool.ts";
import { SshTarget } from "./ssh.ts";

describe.skipIf(opensshMissing() !== null)("the output of a program on a target", () => {
  let sshd: OpenSshServer;
  const { hostKeys } = new MemoryAreas().ports;
  const links = new LinkPool(100);

  beforeAll(async () => {
    sshd = await startOpenSsh();
  });
  afterAll(async () => {
    links.close();
    await sshd?.stop();
  });

  it("is given whole before its end is told, whichever of its streams is held back last", async () => {
    const target = new SshTarget({
      grant: grantFor({ ...sshd, password: "" }) as ConnectionGrant,
      sessionId: "00000000-0000-0000-0000-000000000001",
      hostKeys,
      health: new GatewayHealth(),
      timeout: 10_000,
      links,
      program: {
        command: "head -c 300000 /dev/zero; head -c 1000000 /dev/zero >&2",
        terminal: null,
        environment: {},
      },
    });
    const taken = { output: 0, errors: 0 };
    let errorPieces = 0;
    let tellExit: () => void = () => undefined;
    const exited = new Promise<void>((resolve) => {
      tellExit = resolve;
    });
    const ended = new Promise<typeof taken>((resolve, reject) => {
      target
        .connect(
          { cols: 80, rows: 24 },
          {
            output(data, isError = false) {
              taken[isError ? "errors" : "output"] += data.length;
              if (!isError || errorPieces++ > 0) return;
              // Whoever reads cannot keep up, and the first stream has been read to its end meanwhile.
              target.pause();
              setImmediate(() => setImmediate(() => target.resume()));
            },
            exited: () => tellExit(),
            drained: () => undefined,
            ended: () => resolve({ ...taken }),
          },
        )
        .catch(reject);
    });
    // Everything has come, and nothing of it is taken yet.
    target.pause();
    await exited;
    target.resume();
    expect(await ended).toEqual({ output: 300_000, errors: 1_000_000 });
    target.close();
  });
});
