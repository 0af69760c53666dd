import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type DatabaseHandle, openDatabase } from "../database/database.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { type EventBus, openEventBus } from "./events.ts";

let database: TestDatabase;
const handles: DatabaseHandle[] = [];
const buses: EventBus[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  for (const bus of buses) await bus.close();
  for (const handle of handles) await handle.close();
  await database.drop();
});

function openBus(): EventBus {
  const handle = openDatabase(database.connection, { poolSize: 2, applicationName: "sallyport-events-test" });
  const bus = openEventBus(handle);
  handles.push(handle);
  buses.push(bus);
  return bus;
}

test("an event reaches every subscriber of its channel in every process, and nobody else", async () => {
  const [here, there] = [openBus(), openBus()];
  const [first, second, other] = [vi.fn(), vi.fn(), vi.fn()];
  here.subscribe("sessions.ended", first);
  there.subscribe("sessions.ended", second);
  there.subscribe("other", other);
  await Promise.all([here.ready(), there.ready()]);
  await here.publish("sessions.ended", { id: "a'b\"\n" });
  await vi.waitFor(() =>
    expect([first.mock.calls, second.mock.calls]).toEqual([[[{ id: "a'b\"\n" }]], [[{ id: "a'b\"\n" }]]]),
  );
  expect(other).not.toHaveBeenCalled();
});

test("an ended subscription hears nothing more", async () => {
  const bus = openBus();
  const [stays, leaves] = [vi.fn(), vi.fn()];
  bus.subscribe("one", stays);
  const leave = bus.subscribe("one", leaves);
  leave();
  await bus.ready();
  await bus.publish("one", 1);
  await vi.waitFor(() => expect(stays).toHaveBeenCalledWith(1));
  expect(leaves).not.toHaveBeenCalled();
});

test("within a transaction an event is delivered by the commit only", async () => {
  const bus = openBus();
  const heard = vi.fn();
  bus.subscribe("transactional", heard);
  await bus.ready();
  await expect(
    database.db.transaction().execute(async (transaction) => {
      await bus.publish("transactional", "rolled back", transaction);
      throw new Error("roll back");
    }),
  ).rejects.toThrow("roll back");
  await database.db
    .transaction()
    .execute((transaction) => bus.publish("transactional", "committed", transaction));
  await vi.waitFor(() => expect(heard).toHaveBeenCalled());
  expect(heard.mock.calls).toEqual([["committed"]]);
});

test("after a lost connection subscribers are told, and hear again", async () => {
  const bus = openBus();
  const [heard, reconnected] = [vi.fn(), vi.fn()];
  bus.subscribe("resilient", heard, reconnected);
  await bus.ready();
  expect(reconnected).not.toHaveBeenCalled();
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'sallyport-events' and datname = current_database()`.execute(database.db);
  await vi.waitFor(() => expect(reconnected).toHaveBeenCalledTimes(1), 5_000);
  await bus.publish("resilient", "again");
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith("again"));
});

test("a payload that does not fit is refused with its size", async () => {
  const bus = openBus();
  const heard = vi.fn();
  bus.subscribe("large", heard);
  await bus.ready();
  await expect(bus.publish("large", "é".repeat(3_999))).rejects.toThrow(/8000 bytes/);
  await bus.publish("large", "é".repeat(3_998));
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith("é".repeat(3_998)));
});

test("a subscriber that throws does not silence the others", async () => {
  const bus = openBus();
  const heard = vi.fn();
  bus.subscribe("throwing", () => {
    throw new Error("bad subscriber");
  });
  bus.subscribe("throwing", heard);
  await bus.ready();
  await bus.publish("throwing", 1);
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(1));
});
