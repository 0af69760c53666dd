import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { zipSync } from "fflate";
import { ApiClient } from "../../e2e/support/api.ts";
import { adminPassword, type Product } from "../../e2e/support/product.ts";
import { withDatabase } from "../fixtures/database.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import type { Sizes } from "../sizes.ts";
import { below, judged, type Row } from "../table.ts";

/** What one transfer took. */
interface Transfer {
  readonly rowsPerSecond: number;
  /** Milliseconds of the longest wait for a request that does nothing, made while the transfer ran. */
  readonly longestWait: number;
  /** Bytes the process that served it grew by, at its largest. */
  readonly growth: number;
}

/**
 * Hosts, and an account on each, imported as one JSON array, and hosts exported as CSV and XLSX, over HTTP with a signed-in session. The export is
 * measured at two sizes: memory must not grow with the number of rows.
 */
export async function measureTabular(fixtures: Fixtures): Promise<Row[]> {
  // Of its own: what the others measure must not grow by these hosts.
  const product = await fixtures.startInstalled();
  try {
    return await measureIn(product, fixtures.sizes);
  } finally {
    await product.dispose();
  }
}

async function measureIn(product: Product, sizes: Sizes): Promise<Row[]> {
  const admin = await ApiClient.signIn(product.url, "admin", adminPassword);
  const [few, many] = sizes.exported;
  const imported = await measured(product, sizes.imported, () => importHosts(admin, sizes.imported));
  const hostIds = await idsOfHosts(admin);
  const withAccounts = await measured(product, hostIds.length, () => importAccounts(admin, hostIds));
  const bomb = hostileWorkbook();
  const hostile = await measured(product, 0, () => expectRefusal(admin, bomb));
  const name = `hostile workbook of ${Math.round(bomb.length / 1024)} KiB`;
  const growth = hostile.growth / 1_048_576;
  const rows: Row[] = [
    below(`${name}: longest block`, hostile.longestWait, 100),
    judged(`${name}: memory`, `${growth.toFixed(0)} MiB`, "< 200 MiB", growth < 200),
    atLeast(`import of ${sizes.imported.toLocaleString("en")} hosts`, imported, 500),
    atLeast(`import of ${hostIds.length.toLocaleString("en")} accounts`, withAccounts, 500),
  ];
  await fill(product, few);
  const small = await exportEach(product, admin, few);
  await fill(product, many);
  const large = await exportEach(product, admin, many);
  const targets = { csv: 20_000, xlsx: 10_000 };
  for (const format of ["csv", "xlsx"] as const) {
    const name = `${format.toUpperCase()} of ${many.toLocaleString("en")} hosts`;
    const transfer = large[format];
    const extra = (transfer.growth - small[format].growth) / 1_048_576;
    rows.push(
      atLeast(name, transfer, targets[format]),
      below(`${name}: longest block`, transfer.longestWait, 100),
      judged(
        `${name}: memory beyond that of ${few.toLocaleString("en")}`,
        `${extra.toFixed(0)} MiB`,
        "< 64 MiB",
        extra < 64,
      ),
    );
  }
  return rows;
}

function atLeast(name: string, { rowsPerSecond }: Transfer, target: number): Row {
  const measured = `${Math.round(rowsPerSecond).toLocaleString("en")} rows/s`;
  return judged(name, measured, `>= ${target.toLocaleString("en")} rows/s`, rowsPerSecond >= target);
}

async function importHosts(admin: ApiClient, count: number): Promise<void> {
  const hosts = Array.from({ length: count }, (_, index) => ({
    name: `listed-${index}`,
    address: `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`,
    platform: 1,
    protocols: [{ name: "ssh", port: 22 }],
    comment: "from a file",
  }));
  const made = await admin.post("/api/v1/assets/hosts/", hosts);
  if (made.length !== count) throw new Error(`${made.length} of ${count} hosts were imported`);
}

/** A workbook of 160 KiB that unpacks to 128 MiB: three million cells. */
function hostileWorkbook(): Buffer {
  const relation = (type: string, target: string) =>
    Buffer.from(`<Relationships><Relationship Id="r1" Type="x/${type}" Target="${target}"/></Relationships>`);
  const cells = `<row>${"<c><v>1</v></c>".repeat(30)}</row>`.repeat(99_000);
  return Buffer.from(
    zipSync({
      "_rels/.rels": relation("officeDocument", "xl/workbook.xml"),
      "xl/workbook.xml": Buffer.from('<workbook><sheets><sheet name="a" r:id="r1"/></sheets></workbook>'),
      "xl/_rels/workbook.xml.rels": relation("worksheet", "s.xml"),
      "xl/s.xml": Buffer.from(
        `<worksheet><sheetData><row><c t="str"><v>name</v></c></row>${cells}</sheetData></worksheet>`,
      ),
    }),
  );
}

async function expectRefusal(admin: ApiClient, file: Buffer): Promise<void> {
  const body = new Blob([new Uint8Array(file)], { type: "application/xlsx" });
  const { status } = await admin.raw("POST", "/api/v1/assets/hosts/render-to-json/", body);
  if (status !== 400) throw new Error(`a hostile workbook was answered with ${status}`);
}

const idsOfHosts = async (admin: ApiClient): Promise<readonly string[]> =>
  (await admin.get("/api/v1/assets/hosts/?fields=id")).map(({ id }: { readonly id: string }) => id);

/** One account with a password on each host. */
async function importAccounts(admin: ApiClient, hostIds: readonly string[]): Promise<void> {
  const accounts = hostIds.map((asset) => ({
    asset,
    username: "deploy",
    secret: `harbour ${asset}`,
    privileged: true,
  }));
  const made = await admin.post("/api/v1/accounts/accounts/", accounts);
  if (made.length !== accounts.length)
    throw new Error(`${made.length} of ${accounts.length} accounts were imported`);
}

async function exportEach(
  product: Product,
  admin: ApiClient,
  count: number,
): Promise<Record<"csv" | "xlsx", Transfer>> {
  const export_ = async (format: string): Promise<void> => {
    const response = await fetch(`${product.url}/api/v1/assets/hosts/?format=${format}`, {
      headers: { cookie: admin.cookies },
    });
    if (response.status !== 200 || response.body === null) throw new Error(`${format}: ${response.status}`);
    for await (const _piece of response.body) {
      // Taken as fast as it comes, and kept nowhere.
    }
  };
  return {
    csv: await measured(product, count, () => export_("csv")),
    xlsx: await measured(product, count, () => export_("xlsx")),
  };
}

const residentBytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) * 1024;

async function measured(product: Product, rows: number, work: () => Promise<void>): Promise<Transfer> {
  const pid = product.pid("web");
  const before = residentBytes(pid);
  let largest = before;
  let longestWait = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const asked = performance.now();
      await (await fetch(`${product.url}/api/health/`)).arrayBuffer();
      longestWait = Math.max(longestWait, performance.now() - asked);
      largest = Math.max(largest, residentBytes(pid));
      await sleep(5);
    }
  })();
  const started = performance.now();
  await work();
  const seconds = (performance.now() - started) / 1000;
  isOver = true;
  await watching;
  return { rowsPerSecond: rows / seconds, longestWait, growth: largest - before };
}

/** Copies one host until there are `count`, each below the root node. */
function fill(product: Product, count: number): Promise<void> {
  return withDatabase(product, async (database) => {
    const { rows } = await database.query<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_name = 'assets' and is_generated = 'NEVER' and column_name not in ('id', 'name', 'address')`,
    );
    const copied = rows.map(({ name }) => `"${name}"`).join(", ");
    await database.query(
      `with made as (
         insert into assets (name, address, ${copied})
         select 'copy-' || n, '10.200.' || (n / 256 % 256) || '.' || (n % 256), ${copied}
         from (select * from assets where name = 'listed-0') as one,
           generate_series((select count(*) from assets where org_id = one.org_id) + 1, $1::int) as n
         returning id, org_id)
       insert into asset_nodes (asset_id, node_id)
       select made.id, n.id from made join nodes n on n.org_id = made.org_id and n.parent_id is null`,
      [count],
    );
    await database.query("vacuum analyze");
  });
}
