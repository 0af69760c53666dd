import { afterEach, describe, expect, it } from "vitest";
import { opensshMissing } from "../server/src/engine/testing/openssh.ts";
import { browserMissing } from "./support/browser.ts";
import { type ContractProxy, startContractProxy } from "./support/contract-proxy.ts";
import { type ExternalPostgresql, postgresqlMissing, startPostgresql } from "./support/postgresql.ts";
import { startPrepared } from "./support/prepared.ts";
import { type Product, startProduct } from "./support/product.ts";
import { tellStory } from "./support/story.ts";

const missing = browserMissing() ?? opensshMissing();

describe.skipIf(missing !== null)("from nothing to a replayed session, in a browser", () => {
  let product: Product | undefined;
  let database: ExternalPostgresql | undefined;
  let proxy: ContractProxy | undefined;
  afterEach(async () => {
    await proxy?.close();
    await product?.dispose();
    await database?.stop();
    product = undefined;
    database = undefined;
    proxy = undefined;
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

  it("on a server that has the contract and none of our extensions", async () => {
    product = await startPrepared();
    proxy = await startContractProxy(product);
    await tellStory({ ...product, url: proxy.url });
    expect(proxy.protocols).toEqual(["JMS-KOKO"]);
  });
});
