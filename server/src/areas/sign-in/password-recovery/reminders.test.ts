import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JobDeclaration } from "../../../engine/jobs/job.ts";
import type { Json } from "../../../engine/json.ts";
import { createTestProduct, type TestProduct } from "../../../testing/product.ts";

describe("reminders", () => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await createTestProduct();
  });
  afterAll(() => product.close());

  /** Runs a job as the clock would. */
  async function run(name: string, schedule: JobDeclaration<Json>["schedule"]): Promise<void> {
    const job: JobDeclaration<Json> | undefined = product.product.areas
      .flatMap((area) => area.jobs ?? [])
      .find((one) => one.name === name);
    if (job === undefined) throw new Error(`there is no job ${name}`);
    expect(job.schedule).toEqual(schedule);
    await job.run(product.services, null, { number: 1, isLast: false, signal: new AbortController().signal });
  }

  /** Who was told this, by user name. */
  const told = async (subject: string): Promise<string[]> => {
    const { rows } = await product.database.pool.query(
      `select u.username from site_messages m join site_message_users s on s.message_id = m.id
       join users u on u.id = s.user_id where m.subject = $1 order by 1`,
      [subject],
    );
    return rows.map(({ username }) => username);
  };

  const change = (username: string, column: string, interval: string) =>
    product.database.pool.query(`update users set ${column} = now() + $2::interval where username = $1`, [
      username,
      interval,
    ]);

  it("go to whose password ends within five days", async () => {
    await product.configure({ SECURITY_PASSWORD_EXPIRATION_TIME: 30 });
    const ages = {
      "pw-new": "-1 day",
      "pw-soon": "-26 days",
      "pw-edge": "-24 days",
      "pw-over": "-31 days",
      "pw-off": "-26 days",
    };
    for (const [username, age] of Object.entries(ages)) {
      await product.createUser({ username });
      await change(username, "date_password_last_updated", age);
    }
    await product.database.pool.query("update users set is_active = false where username = 'pw-off'");
    await run("authentication.password-reminder", { cron: "0 10 * * *" });
    expect(await told("Your password expires soon")).toEqual(["pw-soon"]);
  });

  it("go to whose account ends within five days", async () => {
    const ends = { "ac-soon": "3 days", "ac-later": "9 days", "ac-over": "-1 day" };
    for (const [username, end] of Object.entries(ends)) {
      await product.createUser({ username });
      await change(username, "date_expired", end);
    }
    await run("authentication.account-reminder", { cron: "0 14 * * *" });
    expect(await told("Your access expires soon")).toEqual(["ac-soon"]);
  });

  it("tell administrators of components that fell silent, once", async () => {
    const subject = "Components need attention";
    const add = (name: string, silence: string) =>
      product.database.pool.query(
        "insert into terminals (name, type, date_heartbeat) values ($1, 'koko', now() - $2::interval)",
        [name, silence],
      );
    await run("sessions.component-alerts", { everySeconds: 60 });
    expect(await told(subject)).toEqual([]);
    await add("gateway-alive", "10 seconds");
    await add("gateway-silent", "20 minutes");
    await add("gateway-never-heard-of", "100 years");
    await run("sessions.component-alerts", { everySeconds: 60 });
    expect(await told(subject)).toEqual(["admin"]);
    await run("sessions.component-alerts", { everySeconds: 60 });
    const { rows } = await product.database.pool.query(
      "select message from site_messages where subject = $1",
      [subject],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].message).toContain("gateway-silent");
    expect(rows[0].message).not.toMatch(/gateway-(alive|never)/);
  });
});
