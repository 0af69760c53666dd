import { startProduct } from "../e2e/support/product.ts";
import { buildWorld } from "../e2e/support/world.ts";
import { opensshMissing } from "../server/src/engine/testing/openssh.ts";
import { measureFirstLoad } from "./rows/first-load.ts";
import { measureLists } from "./rows/lists.ts";
import { measureStarting } from "./rows/starting.ts";
import { measureTerminal } from "./rows/terminal.ts";
import { full, quick, type Sizes } from "./sizes.ts";
import { formatTable, type Row } from "./table.ts";

/**
 * `npm run bench [--quick] [--json] [name …]`: measures the built product on this machine, side by side with what
 * it is compared to, and prints a table. Names are `starting`, `lists`, `terminal`, `console`; default all.
 */
const parts: Readonly<Record<string, (sizes: Sizes) => Promise<Row[]>>> = {
  starting: measureStarting,
  lists: (sizes) => inWorld((world) => measureLists(world, sizes)),
  terminal: (sizes) => inWorld((world) => measureTerminal(world, sizes)),
  console: () => inProduct(measureFirstLoad),
};

async function inProduct<T>(
  measure: (product: Awaited<ReturnType<typeof startProduct>>) => Promise<T>,
): Promise<T> {
  const product = await startProduct();
  try {
    return await measure(product);
  } finally {
    await product.dispose();
  }
}

async function inWorld(
  measure: (world: Awaited<ReturnType<typeof buildWorld>>) => Promise<Row[]>,
): Promise<Row[]> {
  const missing = opensshMissing();
  if (missing !== null) return [{ name: "lists and terminal", value: missing, target: "", met: null }];
  return inProduct(async (product) => {
    const world = await buildWorld(product);
    try {
      return await measure(world);
    } finally {
      await world.close();
    }
  });
}

const given = process.argv.slice(2);
const names = given.filter((argument) => !argument.startsWith("--"));
const unknown = names.filter((name) => !(name in parts));
if (unknown.length > 0)
  throw new Error(
    `There is no ${unknown.join(", ")} to measure. There are: ${Object.keys(parts).join(", ")}`,
  );
const rows: Row[] = [];
for (const [name, measure] of Object.entries(parts)) {
  if (names.length > 0 && !names.includes(name)) continue;
  process.stderr.write(`measuring ${name}…\n`);
  rows.push(...(await measure(given.includes("--quick") ? quick : full)));
}
process.stdout.write(given.includes("--json") ? `${JSON.stringify(rows)}\n` : `\n${formatTable(rows)}\n`);
