import { expect, vi } from "vitest";
import type { TestProduct } from "../product.ts";

/** A list that asks for a second factor while the setting `SECURITY_VIEW_AUTH_NEED_MFA` is on. */
export const secretsPath = "/api/v1/accounts/account-secrets/";

/** Turns the confirmation gate off, so that a walk over every list also reads the lists behind it. */
export async function withoutConfirmation(product: TestProduct): Promise<void> {
  await product.database.db
    .insertInto("settings")
    .values({ key: "SECURITY_VIEW_AUTH_NEED_MFA", value: "false" })
    .execute();
  await product.services.events.publish("settings.changed", null);
  await vi.waitFor(async () =>
    expect((await product.administrator.call("GET", secretsPath)).status).toBe(200),
  );
}
