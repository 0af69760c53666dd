import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type EventBus, openEventBus } from "../../engine/events/events.ts";
import { fixedKeyRing } from "../../engine/secrets/key-ring.ts";
import { createSecretBox } from "../../engine/secrets/secret-box.ts";
import type { SettingsPort } from "../../engine/services.ts";
import { createTestDatabase, type TestDatabase } from "../../engine/testing/database.ts";
import { createSettingsPort } from "./settings-port.ts";

describe("settings", () => {
  const secrets = createSecretBox(fixedKeyRing(Buffer.alloc(32, 7)));
  let database: TestDatabase;
  let events: EventBus;
  let settings: SettingsPort;

  beforeAll(async () => {
    database = await createTestDatabase();
    events = openEventBus({ ...database, close: async () => undefined });
    settings = createSettingsPort({
      db: database.db,
      events,
      secrets,
      config: { siteUrl: "https://configured.example", vaultEnabled: false, confirmSecrets: true },
    });
    await events.ready();
  });
  afterAll(async () => {
    await events.close();
    await database.drop();
  });

  const eventually = (key: string, value: unknown) =>
    expect.poll(() => settings.get(key), { timeout: 15_000, interval: 20 }).toEqual(value);

  it("answers defaults, and changes as soon as they are committed anywhere", async () => {
    expect(await settings.get("SECURITY_LOGIN_LIMIT_COUNT")).toBe(7);
    await database.pool.query("insert into settings (key, value) values ('SECURITY_LOGIN_LIMIT_COUNT', '3')");
    await eventually("SECURITY_LOGIN_LIMIT_COUNT", 3);
    await database.pool.query("delete from settings");
    await eventually("SECURITY_LOGIN_LIMIT_COUNT", 7);
  });

  it("opens sealed values and survives one that does not open", async () => {
    const seal = (context: string) => secrets.seal("mail-word", `settings.value:${context}`);
    await database.pool.query(
      "insert into settings (key, sealed) values ('EMAIL_HOST_PASSWORD', $1), ('VAULT_ENABLED', $2)",
      [seal("EMAIL_HOST_PASSWORD"), seal("ELSEWHERE")],
    );
    await eventually("EMAIL_HOST_PASSWORD", "mail-word");
    expect(await settings.get("VAULT_ENABLED")).toBe(false);
  });

  it("falls back to the configuration", async () => {
    expect(await settings.get("SITE_URL")).toBe("https://configured.example");
  });

  it("does not know other keys", async () => {
    await expect(settings.get("NO_SUCH_SETTING")).rejects.toThrow("NO_SUCH_SETTING");
  });

  it("does not wait for a connection once it has read", async () => {
    const held = await Promise.all(Array.from({ length: 10 }, () => database.pool.connect()));
    try {
      await held[0]?.query("insert into settings (key, value) values ('AUTH_TEMP_TOKEN', 'true')");
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(await settings.get("AUTH_TEMP_TOKEN")).toBe(false);
    } finally {
      for (const client of held) client.release();
    }
    await eventually("AUTH_TEMP_TOKEN", true);
  });
});
