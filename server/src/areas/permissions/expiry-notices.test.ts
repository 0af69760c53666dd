import { afterAll, beforeAll, expect, test } from "vitest";
import { mailSettings, startMailServer, type TestMailServer } from "../../testing/mail-server.ts";
import { createTestProduct, type TestProduct } from "../../testing/product.ts";
import { expiryNoticesJob } from "./expiry-notices.ts";
import { createWorld, type World } from "./testing/world.ts";

const organizationId = "00000000-0000-0000-0000-000000000002";
const day = 86_400;
let product: TestProduct;
let server: TestMailServer;
let world: World;

beforeAll(async () => {
  server = await startMailServer();
  product = await createTestProduct();
  await product.configure({ ...mailSettings(server), SITE_URL: "https://gate.example.com" });
  for (const username of ["mei", "tom"]) await product.createUser({ username, name: username });
  world = await createWorld(product.database.db, organizationId);
  await product.work();
});
afterAll(async () => {
  await product?.close();
  await server?.close();
});

const run = () =>
  expiryNoticesJob.run(product.services, null, {
    number: 1,
    isLast: true,
    signal: new AbortController().signal,
  });

async function mailsTo(address: string, subject: string, count: number) {
  const found = () =>
    server.mails.filter(
      ({ envelope, subject: own }) => envelope.to.includes(address) && own?.includes(subject),
    );
  await expect.poll(() => found().length, { timeout: 10_000 }).toBe(count);
  return found();
}

test("people hear of assets they lose within three days, administrators of the permissions", async () => {
  const [soon] = await world.permit(
    { name: "Ends soon", groups: ["builders"], nodes: ["web/live"], accounts: ["@ALL"], expires: 2.5 * day },
    { name: "Ends today", users: ["mei"], assets: ["ledger"], accounts: ["@ALL"], expires: day / 2 },
    { name: "Off", users: ["tom"], assets: ["ledger"], accounts: ["@ALL"], expires: day, isActive: false },
    { name: "Later", users: ["tom"], assets: ["front"], accounts: ["@ALL"], expires: 4 * day },
    { name: "Over", users: ["tom"], assets: ["front"], accounts: ["@ALL"], expires: -1 },
  );
  await run();
  // One for each day on which something ends.
  const mails = await mailsTo("mei@example.com", "Your access to assets ends soon", 2);
  const text = mails.map((mail) => mail.text).join("\n");
  expect(text).toContain("front(front.example)");
  expect(text).toContain("Time left: 2 days");
  expect(text).toContain("ledger(ledger.example)");
  expect(text).toContain("ends today");
  expect(text).not.toContain("proxy");
  expect(
    server.mails
      .filter(({ envelope }) => envelope.to.includes("tom@example.com"))
      .map(({ subject }) => subject),
  ).not.toContain("[Sallyport] Your access to assets ends soon");
  // Nobody administers the organization by role: the first administrator hears of it.
  const { rows } = await product.database.pool.query(
    `select m.message from site_messages m join site_message_users l on l.message_id = m.id
     join users u on u.id = l.user_id where u.username = 'admin'`,
  );
  const told = rows.map(({ message }: { message: string }) => message).join("\n");
  expect(told).toContain(`/ui/#/console/perms/asset-permissions/${soon}?oid=${organizationId}`);
  for (const name of ["Ends soon", "Ends today", "Off"]) expect(told).toContain(name);
  for (const name of ["Later", "Over"]) expect(told).not.toContain(name);
});
