import { setTimeout as sleep } from "node:timers/promises";
import { ApiClient } from "../../e2e/support/api.ts";
import { newDataFolder, removeDataFolder } from "../../e2e/support/data-folder.ts";
import { adminPassword, startProduct } from "../../e2e/support/product.ts";
import { shareOfCore } from "../costs.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import { judged, median, noted, type Row } from "../table.ts";

/** Seconds for which the processor time of the idle product is counted, at the least. */
const counted = 2;

/** From the command to a product that answers, on a data folder that exists; and what the idle product takes. */
export async function measureStarting({ sizes }: Fixtures): Promise<Row[]> {
  const { starts, idleSeconds } = sizes;
  const dataFolder = newDataFolder();
  try {
    const first = await startProduct({ dataFolder });
    await first.stop();
    const milliseconds: number[] = [];
    let memory = 0;
    let processes = 0;
    let busy = 0;
    for (let start = 0; start < starts; start += 1) {
      const product = await startProduct({ dataFolder });
      try {
        milliseconds.push(product.startMilliseconds);
        if (start < starts - 1) continue;
        const admin = await ApiClient.signIn(product.url, "admin", adminPassword);
        await admin.get("/api/v1/users/profile/");
        await sleep(idleSeconds * 1000);
        const each = product.memory();
        memory = [...each.values()].reduce((sum, bytes) => sum + bytes, 0);
        processes = each.size;
        busy = await shareOfCore([...each.keys()], () => sleep(Math.max(counted, idleSeconds) * 1000));
      } finally {
        await product.stop();
      }
    }
    const seconds = median(milliseconds) / 1000;
    const megabytes = memory / 1_048_576;
    return [
      noted("first start", `${(first.startMilliseconds / 1000).toFixed(1)} s`),
      judged("warm start", `${seconds.toFixed(1)} s`, "< 10 s", seconds < 10),
      judged(
        `idle memory, PSS of ${processes} processes`,
        `${megabytes.toFixed(0)} MB`,
        "<= 250 MB",
        megabytes <= 250,
      ),
      judged("idle processor time", `${(busy * 100).toFixed(1)} % of a core`, "< 3 %", busy < 0.03),
    ];
  } finally {
    removeDataFolder(dataFolder);
  }
}
