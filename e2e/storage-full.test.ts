import { statfsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { opensshMissing } from "../server/src/engine/testing/openssh.ts";
import { type SmallDisk, smallDisk } from "../server/src/engine/testing/small-disk.ts";
import { type Product, startProduct } from "./support/product.ts";
import { buildWorld, until, type World } from "./support/world.ts";

const room = opensshMissing() === null ? smallDisk("700m") : null;

describe.skipIf(room === null)("the disk of the whole product, its database's too, that is full", () => {
  const disk = room as SmallDisk;
  let product: Product;
  let world: World;
  beforeAll(async () => {
    product = await startProduct({ dataFolder: path.join(disk.folder, "data") });
    world = await buildWorld(product);
  });
  afterAll(async () => {
    await world?.close();
    await product?.dispose();
    disk.remove();
  });

  it("loses nothing that was acknowledged, lets nobody in unrecorded, and is over when there is room", async () => {
    const open = await world.connect();
    open.type("echo be''fore\r");
    await open.see("before\r\n");
    const acknowledged: string[] = [];
    const create = async (name: string) => {
      const host = {
        name,
        address: "10.9.8.7",
        platform: { pk: 1 },
        protocols: [{ name: "ssh", port: 22 }],
        // Random, so that it takes the room it says.
        comment: Array.from({ length: 400 }, () => Math.random().toString(36).slice(2)).join(""),
      };
      const answer = await world.admin
        .raw("POST", "/api/v1/assets/hosts/?platform=1", host)
        .catch(() => null);
      if (answer?.status === 201) acknowledged.push(String(answer.body.id));
      return answer?.status ?? 0;
    };
    expect(await create("kept-first")).toBe(201);

    const filler = path.join(disk.folder, "filler");
    const fill = async () => {
      const { bavail, bsize } = statfsSync(disk.folder);
      await writeFile(filler, Buffer.alloc(Math.max(0, bavail * bsize)), { flag: "a" }).catch(
        () => undefined,
      );
    };
    await fill();
    // What the database had set aside is used up as well.
    let refused = 0;
    for (let at = 0; at < 4000 && refused < 3; at += 1) {
      if ((await create(`kept-${at}`)) !== 201) refused += 1;
      if (at % 50 === 0) await fill();
    }
    expect(refused).toBeGreaterThan(0);
    await expect(world.connect()).rejects.toThrow();
    open.type("head -c 20000000 /dev/urandom | base64\r");
    await open.closed;

    await rm(filler);
    await until(
      "a product that works again",
      async () => {
        const status = await create(`again-${Date.now()}`);
        return status === 201;
      },
      (works) => works,
      90,
    );
    const kept = new Set<string>(
      (await world.admin.get("/api/v1/assets/hosts/?fields_size=mini")).map(({ id }: { id: string }) => id),
    );
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
    const ended = await until(
      "the end of the session",
      () => world.session(open.sessionId),
      ({ is_finished }) => is_finished,
      90,
    );
    expect(ended.has_replay).toBe(true);
    expect(await world.replay(open.sessionId)).toContain("before\r\n");
    const again = await world.connect();
    again.type("echo he''re\r");
    await again.see("here\r\n");
    await again.close();
    await until(
      "the end of every session",
      () => world.admin.get("/api/v1/terminal/sessions/?is_finished=false"),
      (online) => online.length === 0,
      90,
    );
  }, 400_000);
});
