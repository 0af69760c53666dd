import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mailSettings, startMailServer, type TestMailServer } from "../../../testing/mail-server.ts";
import { createTestProduct, type TestProduct } from "../../../testing/product.ts";
import { notifyUsers } from "../notices/deliver.ts";
import { text } from "../texts.ts";
import { removeOldDeliveries } from "./retention.ts";

const list = "sallyport/message-deliveries/";

describe("the log of messages that left", () => {
  let product: TestProduct;
  let server: TestMailServer;
  let refused = "";
  beforeAll(async () => {
    server = await startMailServer({
      onRcptTo: ({ address }, _session, done) =>
        done(
          address === refused
            ? Object.assign(new Error("no such user here"), { responseCode: 550 })
            : undefined,
        ),
    });
    product = await createTestProduct();
    await product.configure(mailSettings(server));
    await product.work();
  });
  afterAll(async () => {
    await product.close();
    await server.close();
  });

  const deliveries = async (query = "") =>
    (await product.administrator.call("GET", `${list}?limit=20${query}`)).body.results;
  const tell = async (email: string) => {
    const { id } = await product.createUser({ username: email, name: `To ${email}`, email });
    await notifyUsers(
      { ...product.services },
      [id],
      { subject: text.testSubject, parts: [] },
      { backends: ["email"] },
    );
  };
  const deliveryTo = async (email: string, state: string) => {
    const find = async () => (await deliveries(`&search=${email}&state=${state}`))[0];
    await expect.poll(async () => (await find())?.subject ?? "", { timeout: 10_000 }).toContain("Test email");
    return find();
  };

  it("tells to whom, by which way, how often, and what the server said", async () => {
    await tell("sent@example.com");
    const row = await deliveryTo("sent@example.com", "sent");
    expect(row).toMatchObject({
      backend: { value: "email" },
      receiver: "To sent@example.com",
      address: "sent@example.com",
      attempts: 1,
      can_retry: false,
    });
    expect(row.answer).toMatch(/^250 /);
    expect(row.date_tried).not.toBeNull();
    const again = await product.administrator.call("POST", `${list}${row.id}/retry/`, {});
    expect([again.status, again.body.code]).toEqual([400, "not_retryable"]);
  });

  it("keeps a refused one sealed, and sends it again once, when asked", async () => {
    refused = "later@example.com";
    await tell(refused);
    const row = await deliveryTo(refused, "failed");
    expect(row).toMatchObject({ attempts: 1, can_retry: true });
    expect(row.answer).toContain("no such user here");
    const { rows } = await product.database.pool.query(
      "select message_sealed from message_deliveries where id = $1",
      [row.id],
    );
    expect(rows[0].message_sealed).not.toContain("later@");
    refused = "";
    const both = await Promise.all(
      [1, 2].map(() => product.administrator.call("POST", `${list}${row.id}/retry/`, {})),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    const sent = await deliveryTo("later@example.com", "sent");
    expect(sent).toMatchObject({ id: row.id, attempts: 2, can_retry: false });
    const mails = server.mails.filter(
      ({ envelope, subject }) => envelope.to.includes("later@example.com") && subject?.includes("Test email"),
    );
    expect(mails).toHaveLength(1);
  });

  it("is for those who arrange how mail leaves", async () => {
    const user = await product.createUser({ username: "nosy", name: "Nosy" });
    const nosy = await product.signIn(user.id);
    const [{ id }] = await deliveries();
    expect([
      (await nosy.call("GET", list)).status,
      (await nosy.call("POST", `${list}${id}/retry/`, {})).status,
    ]).toEqual([403, 403]);
    expect((await product.administrator.call("DELETE", `${list}${id}/`)).status).toBe(405);
  });

  it("forgets what is older than a month, and what is too much, but nothing that waits", async () => {
    const { pool } = product.database;
    await pool.query("delete from message_deliveries");
    await pool.query(
      `insert into message_deliveries (backend, address, subject, state, date_created) values
        ('email', 'a@example.com', 'old', 'sent', now() - interval '31 days'),
        ('email', 'a@example.com', 'old waiting', 'waiting', now() - interval '31 days'),
        ('email', 'a@example.com', 'second', 'failed', now() - interval '2 days'),
        ('email', 'a@example.com', 'newest', 'sent', now())`,
    );
    const left = async () => (await deliveries()).map(({ subject }: { subject: string }) => subject);
    await removeOldDeliveries(product.services);
    expect(await left()).toEqual(["newest", "second", "old waiting"]);
    await removeOldDeliveries(product.services, { days: 30, rows: 1 });
    expect(await left()).toEqual(["newest", "old waiting"]);
  });
});
