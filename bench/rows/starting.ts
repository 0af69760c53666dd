import { setTimeout as sleep } from "node:timers/promises";
import { ApiClient } from "../../e2e/support/api.ts";
import { adminPassword, newDataFolder, removeDataFolder, startProduct } from "../../e2e/support/product.ts";
import type { Sizes } from "../sizes.ts";
import { median, type Row } from "../table.ts";

/** From the command to a product that answers, on a data folder that exists; and the memory of the idle product. */
export async function measureStarting({ starts, idleSeconds }: Sizes): Promise<Row[]> {
  const dataFolder = newDataFolder();
  try {
    const first = await startProduct({ dataFolder });
    await first.stop();
    const milliseconds: number[] = [];
    let memory = 0;
    let processes = 0;
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
      } finally {
        await product.stop();
      }
    }
    const seconds = median(milliseconds) / 1000;
    const megabytes = memory / 1_048_576;
    return [
      {
        name: "first start",
        value: `${(first.startMilliseconds / 1000).toFixed(1)} s`,
        target: "",
        met: true,
      },
      { name: "warm start", value: `${seconds.toFixed(1)} s`, target: "< 10 s", met: seconds < 10 },
      {
        name: `idle memory, PSS of ${processes} processes`,
        value: `${megabytes.toFixed(0)} MB`,
        target: "<= 250 MB",
        met: megabytes <= 250,
      },
    ];
  } finally {
    removeDataFolder(dataFolder);
  }
}
