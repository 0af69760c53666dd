import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createAccount,
  type OpenSshServer,
  passwordAccountsPossible,
  startOpenSsh,
  type TestAccount,
} from "../engine/testing/openssh.ts";
import { TerminalClient } from "../engine/testing/terminal-client.ts";
import { type GatewayHarness, grantFor, startHarness } from "./testing/harness.ts";

describe.skipIf(!passwordAccountsPossible())(
  "an account that is changed to after another has signed in",
  () => {
    let sshd: OpenSshServer;
    let other: TestAccount;
    let harness: GatewayHarness;
    beforeAll(async () => {
      sshd = await startOpenSsh();
      other = await createAccount();
      harness = await startHarness();
    });
    afterAll(async () => {
      await harness?.close();
      await sshd?.stop();
      await other?.remove();
    });

    const grant = (secret: string, username = other.username) =>
      grantFor(sshd, {
        account: {
          username,
          secret,
          secretType: "password",
          switchFrom: {
            method: "su",
            name: "operator",
            username: sshd.username,
            secretType: "password",
            secret: sshd.password,
          },
        },
      });

    async function refusal(
      requested: ReturnType<typeof grant>,
    ): Promise<{ message: string; code: string | null }> {
      const client = await TerminalClient.open(harness.clientFor(requested));
      client.init({ cols: 80, rows: 24 });
      const message = await client.frame("TERMINAL_SESSION").then(
        () => "opened",
        (error: Error) => error.message,
      );
      await client.closed;
      const stored = [...harness.areas.sessions.values()].at(-1);
      return { message, code: (await harness.areas.ended(stored?.record.id ?? "")).failed };
    }

    it("has a terminal of its own, with its size, that ends with it", async () => {
      const client = await TerminalClient.session(harness.clientFor(grant(other.password)), {
        cols: 101,
        rows: 31,
      });
      client.type("id -un; stty size; echo do''ne\r");
      await client.see(`${other.username}\r\n`);
      await client.see("31 101");
      await client.see("done\r\n");
      for (const secret of [sshd.password, other.password]) {
        expect(client.transcript.includes(secret)).toBe(false);
      }
      client.type("exit\r");
      expect(await client.closed).toBe(1000);
      expect((await harness.areas.ended(client.sessionId)).outcome?.reason).toBe("target_closed");
    });

    it("is told of when it is refused, without what it was tried with", async () => {
      const { message, code } = await refusal(grant("not the one"));
      expect(message).toContain("refused to switch to account");
      expect(message).not.toContain("not the one");
      expect(code).toBe("switch_failed");
    });

    it("has no name that is an option or a second line", async () => {
      for (const name of ["-c touch /tmp/x", "root\nid"]) {
        expect(await refusal(grant(other.password, name))).toMatchObject({ code: "switch_failed" });
      }
    });
  },
);
