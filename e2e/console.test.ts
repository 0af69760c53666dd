import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { describeArrival } from "./console/arrival.ts";
import { describeGuards } from "./console/guards.ts";
import { describePersonal } from "./console/personal.ts";
import { describeStartUp } from "./console/start-up.ts";
import { describeSwitching } from "./console/switching.ts";
import { describeTabs } from "./console/tabs.ts";
import { describeTrouble } from "./console/trouble.ts";
import { browserMissing } from "./support/browser.ts";
import { extensionPaths, extensionProtocols } from "./support/contract-proxy.ts";
import { useStage } from "./support/use-stage.ts";

const missing = browserMissing();

// Everything is played in front of the proxy: what works without our extensions works with them, and the story tells
// that the product with them works too.
describe.skipIf(missing !== null)("the console on a server that has the contract only", () => {
  const stage = useStage({ onlyContract: true });

  it("has none of the extensions that the product has, and these are documented", async () => {
    const text = readFileSync(join(import.meta.dirname, "../docs/contract/console.md"), "utf8");
    for (const extension of [...extensionPaths, ...extensionProtocols]) expect(text).toContain(extension);
    const path = "/api/v1/sallyport/host-keys/";
    expect((await stage().admin.raw("GET", path)).status).toBe(200);
    expect((await fetch(stage().url + path)).status).toBe(404);
    expect((await fetch(`${stage().url}/api/health/`)).status).toBe(200);
  });

  describeStartUp(stage);
  describeGuards(stage);
  describeSwitching(stage);
  describeTabs(stage);
  describeTrouble(stage);
  describeArrival(stage);
  describePersonal(stage);
});
