import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { verify } from "@node-rs/argon2";
import { ApiClient } from "../../e2e/support/api.ts";
import { adminPassword, type Product } from "../../e2e/support/product.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import { inMilliseconds, judged, median, type Row, unmeasured } from "../table.ts";
import { storedPassword } from "./sign-in.ts";

const password = "Quiet-Meadow-77";

/**
 * People who sign in at once: how many a second, beside what argon2 alone does on all cores with the very
 * same stored password, and what somebody else feels of it who lists or types meanwhile.
 */
export async function measureSignInsAtOnce(fixtures: Fixtures): Promise<Row[]> {
  const { product } = await fixtures.shared();
  const admin = await ApiClient.withToken(product.url, "admin", adminPassword);
  const names = await makePeople(admin, fixtures.sizes.arrivals);
  const rows = [await throughput(fixtures, product, names)];
  const list = () => admin.get("/api/v1/users/users/?limit=15");
  rows.push(await undisturbed(fixtures, product, names, { name: "list of users", act: list }));
  if (fixtures.worldMissing !== null) return [...rows, unmeasured("keystroke", fixtures.worldMissing, "")];
  const world = await fixtures.world();
  const arrived: { resolve: () => void } = { resolve: () => undefined };
  const terminal = await world.connect({ keep: false, onOutput: () => arrived.resolve() });
  terminal.type("stty raw -echo; echo rea''dy; cat\r");
  await terminal.see("ready\n");
  const press = (): Promise<void> =>
    new Promise((resolve) => {
      arrived.resolve = resolve;
      terminal.type("x");
    });
  rows.push(await undisturbed(fixtures, product, names, { name: "keystroke", act: press }));
  await terminal.close();
  return rows;
}

async function makePeople(admin: ApiClient, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, (_, index) => `arrival-${index}`);
  const { results: known } = await admin.get("/api/v1/users/users/?search=arrival-&limit=100");
  if (known.length >= count) return names;
  const people = names.map((name) => ({
    name,
    username: name,
    email: `${name}@example.com`,
    password_strategy: "custom",
    password,
  }));
  for (const person of people) await admin.post("/api/v1/users/users/", person);
  return names;
}

const signInAll = (product: Product, names: readonly string[]): Promise<unknown> =>
  Promise.all(names.map((name) => ApiClient.withToken(product.url, name, password)));

async function throughput(fixtures: Fixtures, product: Product, names: readonly string[]): Promise<Row> {
  const stored = await storedPassword(product);
  const count = names.length;
  const [ours, bare]: [number[], number[]] = [[], []];
  await signInAll(product, names);
  for (let round = 0; round < fixtures.sizes.rounds; round += 1) {
    const began = performance.now();
    await signInAll(product, names);
    const between = performance.now();
    await verifyOnAllCores(stored, count);
    const ended = performance.now();
    ours.push((count * 1000) / (between - began));
    bare.push((count * 1000) / (ended - between));
  }
  const ratio = median(ours) / median(bare);
  return judged(`${count} sign-ins at once`, `${median(ours).toFixed(1)}/s`, ">= 0.80 ×", ratio >= 0.8, {
    beside: `argon2 alone ${median(bare).toFixed(1)}/s`,
    ratio,
  });
}

/** As many verifications, as many at a time as there are cores. */
async function verifyOnAllCores(stored: string, count: number): Promise<void> {
  let left = count;
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await verify(stored, adminPassword);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}

/** What something takes alone, and while people sign in without a pause. */
async function undisturbed(
  { sizes }: Fixtures,
  product: Product,
  names: readonly string[],
  { name, act }: { readonly name: string; readonly act: () => Promise<unknown> },
): Promise<Row> {
  const timed = async (isOver: (count: number) => boolean): Promise<number[]> => {
    const times: number[] = [];
    while (!isOver(times.length)) {
      const began = performance.now();
      await act();
      times.push(performance.now() - began);
      await sleep(2);
    }
    return times;
  };
  const count = Math.max(10, sizes.keystrokes);
  await timed((done) => done >= 10);
  const alone = median(await timed((done) => done >= count));
  let isBusy = true;
  const arrivals = (async () => {
    while (isBusy) await signInAll(product, names);
  })();
  await sleep(100);
  const during = median(await timed((done) => done >= count));
  isBusy = false;
  await arrivals;
  const added = during - alone;
  return judged(`${name}, while ${names.length} sign in`, inMilliseconds(during), "< 2 ms more", added < 2, {
    beside: `alone ${inMilliseconds(alone)}`,
    ratio: during / alone,
  });
}
