import { verify } from "@node-rs/argon2";
import { ApiClient } from "../../e2e/support/api.ts";
import { adminPassword, type Product } from "../../e2e/support/product.ts";
import { withDatabase } from "../fixtures/database.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import { inMilliseconds, judged, median, type Row } from "../table.ts";

const name = "sign-in by API";

/**
 * A sign-in by API, beside the verification of the very same stored password by argon2, which has to dominate it:
 * what a guess costs is to be the hash, and nothing else is to make people wait.
 */
export async function measureSignIn(fixtures: Fixtures): Promise<Row[]> {
  const { product } = await fixtures.shared();
  const stored = await storedPassword(product);
  const { signIns } = fixtures.sizes;
  const [times, verifications]: [number[], number[]] = [[], []];
  for (let round = 0; round < signIns + 1; round += 1) {
    const began = performance.now();
    await ApiClient.withToken(product.url, "admin", adminPassword);
    const between = performance.now();
    if (!(await verify(stored, adminPassword))) throw new Error("the stored password is another one");
    const ended = performance.now();
    // The first round warms caches, plans and the compiler up.
    if (round === 0) continue;
    times.push(between - began);
    verifications.push(ended - between);
  }
  const ratio = median(times) / median(verifications);
  return [
    judged(name, inMilliseconds(median(times)), "<= 2 ×", ratio <= 2, {
      beside: `one argon2 verification ${inMilliseconds(median(verifications))}`,
      ratio,
    }),
  ];
}

/** The hash of the administrator's password, as the product keeps it. */
export function storedPassword(product: Product): Promise<string> {
  return withDatabase(product, async (database) => {
    const { rows } = await database.query<{ password: string }>(
      "select password_hash as password from users where username = 'admin'",
    );
    return rows[0]?.password ?? "";
  });
}
