import { randomUUID } from "node:crypto";
import type { TestProduct } from "../product.ts";

/** A mail that failed, as the delivery log keeps it. */
export async function storeFailedMessage({ database: { pool }, services }: TestProduct): Promise<string> {
  const id = randomUUID();
  const kept = JSON.stringify({
    to: { name: "Ada", address: "ada@example.com" },
    subject: "Hello",
    html: "<p>Hello</p>",
    text: "Hello",
    uselessFrom: null,
  });
  await pool.query(
    `insert into message_deliveries (id, backend, receiver, address, subject, state, attempts, answer, message_sealed)
     values ($1, 'email', 'Ada', 'ada@example.com', 'Hello', 'failed', 10, '550 no such user', $2)`,
    [id, services.secrets.seal(kept, `message_deliveries.message:${id}`)],
  );
  return id;
}
