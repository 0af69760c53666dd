import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { hashInThread, verifyInThread } from "./hash-pool.ts";

const parameters = { memoryCost: 19_456, timeCost: 4, parallelism: 1 };

it("hashes and verifies, with a salt of its own each time", async () => {
  const [one, other] = await Promise.all([1, 2].map(() => hashInThread("a secret", parameters)));
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=4,p=1\$/);
  expect(one).not.toBe(other);
  expect(await verifyInThread(one ?? "", "a secret")).toBe(true);
  expect(await verifyInThread(one ?? "", "A secret")).toBe(false);
  expect(await verifyInThread(one ?? "", "")).toBe(false);
});

it("answers what is no hash with an error that repeats nothing, and goes on", async () => {
  const failed = await verifyInThread("not a hash", "a secret").catch((error: Error) => error);
  expect(failed).toBeInstanceOf(Error);
  expect(String(failed)).not.toContain("a secret");
  expect(await verifyInThread(await hashInThread("x", parameters), "x")).toBe(true);
});

it("leaves the threads alone that read files, and refuses what nobody can wait for", async () => {
  const done: string[] = [];
  const hashes = Array.from({ length: 1100 }, (_, index) =>
    hashInThread(
      "p",
      index < 12 ? { ...parameters, memoryCost: 65_536 } : { ...parameters, memoryCost: 64 },
    ).then(
      () => done.push("hash"),
      (error: { status?: number }) => done.push(`refused ${error.status}`),
    ),
  );
  await readFile(fileURLToPath(import.meta.url));
  done.push("file");
  await Promise.all(hashes);
  expect(done.filter((one) => one !== "refused 429")[0]).toBe("file");
  expect(done.filter((one) => one === "refused 429").length).toBeGreaterThan(90);
  expect(done.filter((one) => one === "hash").length).toBeGreaterThanOrEqual(1000);
});
