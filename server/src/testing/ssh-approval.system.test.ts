import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { TestCaller } from "./product.ts";
import { gatewayMissing, plainClient, type SshGateway, startSshGateway, type Typed } from "./ssh-gateway.ts";

/** What the person is asked whether to ask for approval. */
const question = "[Y/n]: ";

describe.skipIf(gatewayMissing())("approval over SSH", () => {
  let gateway: SshGateway;
  let reviewer: TestCaller;
  let reviewerId: string;
  let askpass: string;

  beforeAll(async () => {
    gateway = await startSshGateway();
    const person = await gateway.product.createUser({ username: "grace", name: "Grace" });
    reviewerId = person.id;
    reviewer = await gateway.product.signIn(person.id);
    askpass = join(gateway.folder, "askpass");
    await writeFile(
      askpass,
      '#!/bin/sh\necho "$1" >> "$ASKED"\ncase "$1" in *assword*) echo "$PASSWORD";; *Y/n*) echo "$ANSWER";; esac\n',
    );
    await chmod(askpass, 0o755);
  });
  afterAll(() => gateway?.close());
  afterEach(async () => {
    const { pool } = gateway.product.database;
    await pool.query("delete from login_asset_acls");
    await pool.query("delete from login_acls");
  });

  const make = async (list: string, values: Record<string, unknown>) => {
    const { administrator } = gateway.product;
    const answer = await administrator.call("POST", `acls/${list}/`, {
      name: "Ask first",
      users: { type: "ids", ids: [gateway.user.id] },
      rules: {},
      action: "review",
      reviewers: [reviewerId],
      ...values,
    } as never);
    expect(answer.status, answer.text).toBe(201);
  };
  const reviewConnections = () => make("login-asset-acls", { assets: { type: "all" }, accounts: ["@ALL"] });
  const latest = async (): Promise<{ id: string; type: string; state: string }> => {
    const { rows } = await gateway.product.database.pool.query(
      "select id, type, state from tickets order by serial_num desc limit 1",
    );
    return rows[0];
  };
  const decide = async (action: "approve" | "reject") => {
    const { id, type } = await latest();
    const list = type === "login_confirm" ? "apply-login-tickets" : "apply-login-asset-tickets";
    const answer = await reviewer.call("PUT", `tickets/${list}/${id}/${action}/`, {});
    expect(answer.status, answer.text).toBeLessThan(300);
  };
  /** Does something once when a text has come. */
  const when = (text: string, act: () => Promise<void>) => {
    let done: Promise<void> | undefined;
    return {
      onOutput: (all: string) => {
        if (all.includes(text)) done ??= act();
      },
      done: () => done ?? Promise.reject(new Error(`nothing has said "${text}"`)),
    };
  };
  const shell = (typed: Typed, onOutput?: (all: string) => void) =>
    gateway.ssh(["-tt", `${gateway.direct}@127.0.0.1`], {
      typed,
      ...(onOutput === undefined ? {} : { onOutput }),
    });

  it("a connection waits, and opens when it is approved, once", async () => {
    await reviewConnections();
    const approving = when("Waiting for approval by Grace", () => decide("approve"));
    const { code, stdout } = await shell(
      [
        { after: question, type: "y\r" },
        { after: /[$#] /, type: "echo o$((1+1))e; exit\r" },
      ],
      approving.onOutput,
    );
    await approving.done();
    expect(stdout).toContain("This connection needs approval first.");
    expect(stdout).toContain("Approved.");
    expect(stdout).toContain("o2e");
    expect(code).toBe(0);
    const session = await gateway.lastSession();
    const { rows } = await gateway.product.database.pool.query(
      "select ticket_id from ticket_sessions where session_id = $1",
      [session.id],
    );
    expect(rows).toEqual([{ ticket_id: (await latest()).id }]);
    const again = await shell([{ after: question, type: "n\r" }]);
    expect(again.stdout).not.toContain("Waiting for approval");
    expect(again.code).not.toBe(0);
  });

  it("e opens at once with a reason, which the reviewers sign off, and the session is recorded", async () => {
    await make("login-asset-acls", { assets: { type: "all" }, accounts: ["@ALL"], emergency_access: true });
    const { code, stdout } = await shell([
      { after: "[Y/n/e]: ", type: "e\r" },
      { after: "(empty: cancel): ", type: "The payroll database is down\r" },
      { after: /[$#] /, type: "echo o$((1+1))e; exit\r" },
    ]);
    expect(stdout).toContain("Emergency access: reviewers have been told");
    expect([stdout.includes("o2e"), code]).toEqual([true, 0]);
    const { id, state } = await latest();
    expect(state).toBe("pending");
    const session = await gateway.lastSession();
    const { rows } = await gateway.product.database.pool.query(
      `select l.ticket_id, s.is_emergency, s.recording_path is not null as recorded
       from ticket_sessions l join sessions s on s.id = l.session_id where s.id = $1`,
      [session.id],
    );
    expect(rows).toEqual([{ ticket_id: id, is_emergency: true, recorded: true }]);
    await decide("approve");
    expect((await latest()).state).toBe("approved");
  });

  it("e without a reason reaches nothing, and commands are not offered it", async () => {
    await make("login-asset-acls", { assets: { type: "all" }, accounts: ["@ALL"], emergency_access: true });
    const before = (await latest())?.id;
    const without = await shell([
      { after: "[Y/n/e]: ", type: "e\r" },
      { after: "(empty: cancel): ", type: "\r" },
    ]);
    const command = await gateway.ssh([`${gateway.direct}@127.0.0.1`, "echo in"]);
    expect([without.code === 0, command.code === 0, command.stdout]).toEqual([false, false, ""]);
    expect(command.stderr).not.toContain("mergency");
    expect((await latest())?.id).toBe(before);
  });

  it("an approval that is remembered lets the next ones in, commands too, until the rule changes", async () => {
    await make("login-asset-acls", { assets: { type: "all" }, accounts: ["@ALL"], approval_valid_for: 30 });
    const approving = when("Waiting for approval", () => decide("approve"));
    await shell(
      [
        { after: question, type: "y\r" },
        { after: /[$#] /, type: "exit\r" },
      ],
      approving.onOutput,
    );
    await approving.done();
    const again = () => gateway.ssh([`${gateway.direct}@127.0.0.1`, "echo in"]);
    expect((await again()).stdout).toBe("in\n");
    await gateway.product.database.pool.query("update login_asset_acls set comment = 'changed'");
    expect((await again()).stdout).toBe("");
  });

  it("who is in reads ahead that the permission ends the session, once each, and that it has", async () => {
    const { pool } = gateway.product.database;
    const endIn = async (minutes: number) => {
      await pool.query("update asset_permissions set date_expired = now() + make_interval(secs => $1)", [
        minutes * 60,
      ]);
    };
    const steps = [
      when("o2e", () => endIn(9.5)),
      // Its last minutes pass by themselves.
      when("expires in 10 min", () => endIn(0.05)),
    ];
    const { stdout, code } = await shell([{ after: /[$#] /, type: "echo o$((1+1))e\r" }], (all) => {
      for (const { onOutput } of steps) onOutput(all);
    });
    await Promise.all(steps.map(({ done }) => done()));
    await endIn(60 * 24);
    expect(stdout.match(/expires in \d+ min, which will end this session/g)).toEqual([
      "expires in 10 min, which will end this session",
      "expires in 1 min, which will end this session",
    ]);
    expect(stdout).toContain("Your permission for this connection has expired.");
    expect(code).not.toBe(0);
    const session = await gateway.lastSession();
    const { rows } = await pool.query("select end_reason from sessions where id = $1", [session.id]);
    expect(rows).toEqual([{ end_reason: "permission_expired" }]);
  });

  it("who is rejected is told by whom, and reaches nothing", async () => {
    await reviewConnections();
    const rejecting = when("Waiting for approval", () => decide("reject"));
    const { code, stdout } = await shell([{ after: question, type: "\r" }], rejecting.onOutput);
    await rejecting.done();
    expect(stdout).toContain("Grace(grace) rejected this connection.");
    expect(code).not.toBe(0);
  });

  it.each([
    ["q", "q"],
    ["Ctrl+C", "\x03"],
  ])("%s takes the question back", async (_name, key) => {
    await reviewConnections();
    const { stdout } = await shell([
      { after: question, type: "y\r" },
      { after: "to cancel.", type: key },
    ]);
    expect(stdout).toContain("Request canceled.");
    expect((await latest()).state).toBe("closed");
  });

  it("a client that goes takes the question back", async () => {
    await reviewConnections();
    const closed = new Promise<void>((resolve) => {
      const stop = gateway.product.services.events.subscribe("tickets.decided", () => {
        stop();
        resolve();
      });
    });
    await gateway.product.services.events.ready();
    await gateway.ssh(["-tt", `${gateway.direct}@127.0.0.1`], {
      // The escape of OpenSSH's client that ends its connection.
      typed: [
        { after: question, type: "y\r" },
        { after: "to cancel.", type: "\r~." },
      ],
    });
    await closed;
    expect((await latest()).state).toBe("closed");
  });

  it("where nobody can be asked it is said where to ask", async () => {
    await reviewConnections();
    const { rows } = await gateway.product.database.pool.query("select count(*)::int as count from tickets");
    const command = await gateway.ssh([`${gateway.direct}@127.0.0.1`, "echo in"]);
    expect([command.stdout, command.code === 0]).toEqual(["", false]);
    expect(command.stderr).toContain(
      "Connect with a terminal (ssh -t) or in the web terminal to ask for it.",
    );
    const { rows: after } = await gateway.product.database.pool.query(
      "select count(*)::int as count from tickets",
    );
    expect(after).toEqual(rows);
  });

  it("a rule that refuses says so, and not which it is", async () => {
    await make("login-asset-acls", {
      name: "Secret name",
      action: "reject",
      assets: { type: "all" },
      accounts: ["@ALL"],
    });
    const { stdout, code } = await shell([]);
    expect(stdout).toContain("An access rule does not allow you to connect");
    expect(stdout).not.toContain("Secret name");
    expect(code).not.toBe(0);
  });

  it.each([
    ["approve", "in\n"],
    ["reject", ""],
  ] as const)("a sign-in waits for the decision: %s", async (action, output) => {
    await make("login-acls", {});
    const signingIn = gateway.run(
      "ssh",
      [...plainClient, "-l", gateway.direct, "-p", String(gateway.port), "127.0.0.1", "echo in"],
      {
        environment: {
          SSH_ASKPASS: askpass,
          SSH_ASKPASS_REQUIRE: "force",
          DISPLAY: ":0",
          PASSWORD: gateway.user.password,
          ANSWER: "y",
          ASKED: join(gateway.folder, "asked"),
        },
      },
    );
    await vi.waitFor(
      async () => expect(await latest()).toMatchObject({ type: "login_confirm", state: "pending" }),
      { timeout: 10_000 },
    );
    await decide(action);
    const { stdout } = await signingIn;
    expect(stdout).toBe(output);
  });
});
