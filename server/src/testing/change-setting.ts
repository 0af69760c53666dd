import { isDeepStrictEqual } from "node:util";
import { vi } from "vitest";
import type { Json } from "../engine/json.ts";
import type { TestProduct } from "./product.ts";

/** Gives a setting another value in the database, and waits until the product has noticed. */
export async function changeSetting(
  { database, services }: TestProduct,
  key: string,
  value: Json,
): Promise<void> {
  await database.pool.query(
    "insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = $2",
    [key, JSON.stringify(value)],
  );
  await services.events.publish("settings.changed", {});
  await vi.waitFor(
    async () => {
      if (!isDeepStrictEqual(await services.settings.get(key), value)) throw new Error(`${key} is as before`);
    },
    { timeout: 10_000 },
  );
}
