import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { opensshMissing } from "../server/src/engine/testing/openssh.ts";
import { type ExternalPostgresql, postgresqlMissing, startPostgresql } from "./support/postgresql.ts";
import { type Product, startProduct } from "./support/product.ts";
import { buildWorld, until, type World } from "./support/world.ts";

describe.skipIf(postgresqlMissing() !== null || opensshMissing() !== null)(
  "on the operator's own PostgreSQL",
  () => {
    let database: ExternalPostgresql;
    let product: Product;
    let world: World;
    beforeAll(async () => {
      database = await startPostgresql();
      product = await startProduct({ environment: { SALLYPORT_DATABASE_URL: database.url } });
      world = await buildWorld(product);
    });
    afterAll(async () => {
      await world?.close();
      await product?.dispose();
      await database?.stop();
    });

    it("starts no database of its own, and records a session", async () => {
      expect(product.processes().filter(({ role }) => role === "database")).toEqual([]);
      const terminal = await world.connect();
      terminal.type("echo he''re\r");
      await terminal.see("here\r\n");
      terminal.type("exit\r");
      await terminal.closed;
      await until(
        "the replay",
        () => world.session(terminal.sessionId),
        ({ has_replay }) => has_replay,
      );
      expect(await world.replay(terminal.sessionId)).toContain("here\r\n");
    });

    it("keeps everything over a restart", async () => {
      const { dataFolder, httpPort } = product;
      await product.stop();
      product = await startProduct({
        dataFolder,
        httpPort,
        environment: { SALLYPORT_DATABASE_URL: database.url },
      });
      expect((await world.admin.get(`/api/v1/assets/hosts/${world.hostId}/`)).id).toBe(world.hostId);
      const again = await world.connect();
      await again.close();
    });
  },
);
