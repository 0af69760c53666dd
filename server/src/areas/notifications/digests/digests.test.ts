import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { literal } from "../../../engine/i18n/index.ts";
import { createTestProduct, type TestProduct } from "../../../testing/product.ts";
import type { NoticePart } from "../notices/notice.ts";
import { notifySubscribers } from "../subscriptions/system-messages.ts";
import { digestRule } from "./gather.ts";
import { sendDigests } from "./send-digests.ts";

const start = Date.parse("2026-03-01T10:00:00Z");
const minute = (count: number): Date => new Date(start + count * 60_000);

describe("many system messages of a kind", () => {
  let product: TestProduct;
  let ada: string;
  beforeAll(async () => {
    product = await createTestProduct();
    ada = (await product.createUser({ username: "ada", name: "Ada" })).id;
    for (const type of ["CommandAlertMessage", "CommandExecutionAlert"]) {
      const path = `notifications/system-msg-subscription/${type}/`;
      const body = { users: [ada], receive_backends: ["site_msg"] };
      expect((await product.administrator.call("PATCH", path, body)).status).toBe(200);
    }
  });
  afterAll(() => product?.close());
  beforeEach(async () => {
    for (const table of ["site_messages", "system_message_windows", "system_message_gathered"])
      await query(`delete from ${table}`);
  });

  const query = async (text: string) => (await product.database.pool.query(text)).rows;
  const tell = (
    name: string,
    at: Date,
    type: "CommandAlertMessage" | "CommandExecutionAlert" = "CommandAlertMessage",
    more: readonly NoticePart[] = [],
  ) =>
    product.services.db
      .transaction()
      .execute((db) =>
        notifySubscribers(
          { ...product.services, db },
          type,
          { subject: literal(name), parts: [{ facts: [[literal("Command"), `rm ${name}`]] }, ...more] },
          at,
        ),
      );
  const tellMany = async (first: number, last: number, at: Date) => {
    for (let each = first; each <= last; each += 1) await tell(`m${each}.`, at);
  };
  const subjects = async () =>
    (await query("select subject from site_messages order by date_created, id")).map(
      ({ subject }) => subject,
    );
  const digest = async () =>
    (await query("select message from site_messages where subject like '%further%'")).map(
      ({ message }) => message as string,
    );

  it("arrive one by one first, and the rest together when the window ends", async () => {
    await tellMany(1, digestRule.most + 3, minute(0));
    expect(await subjects()).toEqual(["m1.", "m2.", "m3.", "m4.", "m5."]);
    await sendDigests(product.services, new Date(minute(digestRule.minutes).getTime() - 1));
    expect(await digest()).toEqual([]);
    await sendDigests(product.services, minute(digestRule.minutes));
    expect((await subjects()).at(-1)).toBe("Command reject: 3 further messages");
    const [message = ""] = await digest();
    expect(message.match(/m\d\. – Command: rm m\d\./g)).toEqual(
      [6, 7, 8].map((each) => `m${each}. – Command: rm m${each}.`),
    );
    await sendDigests(product.services, minute(digestRule.minutes * 9));
    expect(await digest()).toHaveLength(1);
  });

  it("count anew in the next window, and for each kind alone", async () => {
    await tellMany(1, digestRule.most + 1, minute(0));
    await tell("other", minute(1), "CommandExecutionAlert");
    await tell("later", minute(digestRule.minutes));
    expect(await subjects()).toEqual(["m1.", "m2.", "m3.", "m4.", "m5.", "other", "later"]);
    // The window that follows does not put off what waited in the one before.
    await sendDigests(product.services, minute(digestRule.minutes));
    expect((await digest())[0]).toContain("m6.");
  });

  it("wait sealed in the database, and stay there when a digest could not be sent", async () => {
    await tellMany(1, digestRule.most + 2, minute(0));
    const rows = await query("select * from system_message_gathered");
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain("rm m");
    const broken = {
      ...product.services,
      events: Object.assign(Object.create(product.services.events), {
        publish: () => Promise.reject(new Error("the process ends here")),
      }),
    };
    await expect(sendDigests(broken, minute(60))).rejects.toThrow("the process ends here");
    expect([await digest(), await query("select * from system_message_gathered")]).toEqual([[], rows]);
    await sendDigests(product.services, minute(60));
    expect((await digest())[0]).toMatch(/m6\..*m7\./s);
  });

  it("are told at once where the reader has to act", async () => {
    await tellMany(1, digestRule.most, minute(0));
    const link = { label: literal("Decide"), path: "/decide" };
    const parts: NoticePart[] = [{ code: "123456" }, { button: link }, { link: { ...link, isSecret: true } }];
    for (const part of parts) await tell("act", minute(1), "CommandAlertMessage", [part]);
    expect((await subjects()).filter((subject) => subject === "act")).toHaveLength(parts.length);
    expect(await query("select 1 from system_message_gathered")).toEqual([]);
  });

  it("are listed up to fifty of the longest, and the rest counted", async () => {
    await tellMany(1, digestRule.most, minute(0));
    for (let each = 1; each <= 53; each += 1) await tell('"'.repeat(300), minute(1));
    await sendDigests(product.services, minute(60));
    expect((await subjects()).at(-1)).toBe("Command reject: 53 further messages");
    const [message = ""] = await digest();
    expect(message.match(/<tr>/g)).toHaveLength(50);
    expect(message).toContain("3 messages are not listed here");
  });
});
