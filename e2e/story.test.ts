import { afterEach, describe, it } from "vitest";
import { opensshMissing } from "../server/src/engine/testing/openssh.ts";
import { browserMissing } from "./support/browser.ts";
import { type ExternalPostgresql, postgresqlMissing, startPostgresql } from "./support/postgresql.ts";
import { type Product, startProduct } from "./support/product.ts";
import { tellStory } from "./support/story.ts";

const missing = browserMissing() ?? opensshMissing();

describe.skipIf(missing !== null)("from nothing to a replayed session, in a browser", () => {
  let product: Product | undefined;
  let database: ExternalPostgresql | undefined;
  afterEach(async () => {
    await product?.dispose();
    await database?.stop();
    product = undefined;
    database = undefined;
  });

  it("on the database that comes along", async () => {
    product = await startProduct();
    await tellStory(product);
  });

  it.skipIf(postgresqlMissing() !== null)("on the operator's own PostgreSQL", async () => {
    database = await startPostgresql();
    product = await startProduct({ environment: { SALLYPORT_DATABASE_URL: database.url } });
    await tellStory(product);
  });
});
