import { ApiClient } from "../../e2e/support/api.ts";
import { adminPassword } from "../../e2e/support/product.ts";
import { mailSettings, startMailServer } from "../../server/src/testing/mail-server.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import { judged, median, noted, type Row } from "../table.ts";

/** Mails a second that have to arrive: a thousand new users have theirs within a minute. */
const deliveredTarget = 17;

/**
 * Mails to new users, made by one call: how fast they are queued with them, how fast they arrive at a mail server on
 * this machine, and how long a single one takes from the answer to its arrival.
 */
export async function measureMail(fixtures: Fixtures): Promise<Row[]> {
  const server = await startMailServer();
  const product = await fixtures.startInstalled();
  try {
    const admin = await ApiClient.signIn(product.url, "admin", adminPassword);
    await admin.patch("/api/v1/settings/setting/?category=email", mailSettings(server));
    const create = (names: readonly string[]) =>
      admin.post(
        "/api/v1/users/users/",
        names.map((username) => ({
          name: username,
          username,
          email: `${username}@example.com`,
          password_strategy: "email",
        })),
      );
    const arrived = async (count: number): Promise<void> => {
      while (server.mails.length < count) await new Promise((resolve) => setTimeout(resolve, 2));
    };

    const singles: number[] = [];
    for (let single = 1; single <= fixtures.sizes.rounds; single += 1) {
      await create([`single-${single}`]);
      const answered = performance.now();
      await arrived(single);
      singles.push(performance.now() - answered);
    }

    const { mails } = fixtures.sizes;
    const started = performance.now();
    await create(Array.from({ length: mails }, (_, index) => `many-${index}`));
    const queued = performance.now();
    await arrived(fixtures.sizes.rounds + mails);
    const perSecond = (milliseconds: number) => (mails / milliseconds) * 1_000;
    const delivered = perSecond(performance.now() - queued);
    return [
      noted("a mail, from the answer to its arrival", `${median(singles).toFixed(0)} ms`),
      noted("users created and mails queued", `${perSecond(queued - started).toFixed(0)} /s`),
      judged(
        "queued mails delivered",
        `${delivered.toFixed(0)} /s`,
        `≥ ${deliveredTarget} /s`,
        delivered >= deliveredTarget,
      ),
    ];
  } finally {
    await product.dispose();
    await server.close();
  }
}
