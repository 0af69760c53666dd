import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { ApiClient } from "../../e2e/support/api.ts";
import { adminPassword, type Product } from "../../e2e/support/product.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import { hostsFile } from "../fixtures/hosts-file.ts";
import { below, judged, median, noted, type Row } from "../table.ts";

const hosts = "/api/v1/assets/hosts/";

/**
 * A file of hosts, each with a path of nodes, labels and an account, through the way an import goes: the file is read by
 * `render-to-json/` and what that answers is created. Then all of them are changed by one call and deleted by another.
 * Meanwhile somebody else keeps asking for a page of the list.
 */
export async function measureAssetImport(fixtures: Fixtures): Promise<Row[]> {
  // Of its own: what the others measure must not grow by these hosts.
  const product = await fixtures.startInstalled();
  try {
    return await measureIn(product, fixtures.sizes.imported);
  } finally {
    await product.dispose();
  }
}

async function measureIn(product: Product, count: number): Promise<Row[]> {
  const admin = await ApiClient.signIn(product.url, "admin", adminPassword);
  const reader = await ApiClient.signIn(product.url, "admin", adminPassword);
  await admin.post(hosts, { name: "first", address: "10.0.0.1", platform: 1 });
  const many = count.toLocaleString("en");
  const watched = (work: () => Promise<unknown>) => watch(product, reader, work);
  let rows: readonly Record<string, unknown>[] = [];
  const read = await watched(async () => {
    const file = new Blob([hostsFile(count)], { type: "text/csv" });
    rows = (await admin.post(`${hosts}render-to-json/`, file)).data;
  });
  if (rows.length !== count) throw new Error(`the file has ${rows.length} rows, not ${count}`);
  let ids: readonly string[] = [];
  const created = await watched(async () => {
    ids = (await admin.post(hosts, rows)).map(({ id }: { readonly id: string }) => id);
  });
  await expectTotals(admin, count);
  const changed = await watched(() =>
    admin.patch(
      hosts,
      ids.map((id) => ({ id, comment: "changed" })),
    ),
  );
  const deleted = await watched(() => admin.delete(`${hosts}?search=imported-`));
  if ((await admin.get(`${hosts}?search=imported-&limit=1`)).count !== 0) throw new Error("hosts are left");
  return [
    atLeast(`import of ${many} hosts with nodes, labels and accounts`, count, created.seconds, 200),
    noted("import: reading the file", `${read.seconds.toFixed(1)} s`),
    ...around("import", created),
    atLeast(`change of ${many} hosts by one call`, count, changed.seconds, 500),
    ...around("change", changed),
    atLeast(`delete of ${many} hosts by one call`, count, deleted.seconds, 500),
    ...around("delete", deleted),
  ];
}

/** What a piece of work took, and what it was like for somebody else. */
interface Watched {
  readonly seconds: number;
  /** Milliseconds of the pages of the list that were asked for meanwhile. */
  readonly pages: readonly number[];
  /** Bytes the process that served it grew by, at its largest. */
  readonly growth: number;
}

const around = (name: string, { pages, growth }: Watched): Row[] => [
  below(`${name}: a page of the list meanwhile`, median(pages), 200),
  judged(`${name}: memory`, `${(growth / 1_048_576).toFixed(0)} MiB`, "< 512 MiB", growth < 512 * 1_048_576),
];

function atLeast(name: string, rows: number, seconds: number, target: number): Row {
  const perSecond = rows / seconds;
  const measured = `${Math.round(perSecond).toLocaleString("en")} rows/s`;
  return judged(name, measured, `>= ${target.toLocaleString("en")} rows/s`, perSecond >= target);
}

async function expectTotals(admin: ApiClient, count: number): Promise<void> {
  const amount = async (path: string): Promise<number> => (await admin.get(`${path}&limit=1`)).count;
  const totals = {
    hosts: await amount(`${hosts}?search=imported-`),
    accounts: await amount("/api/v1/accounts/accounts/?username=root"),
    labelled: await amount(`${hosts}?labels=env:prod`),
  };
  const expected = { hosts: count, accounts: count, labelled: Math.ceil(count / 2) };
  if (JSON.stringify(totals) !== JSON.stringify(expected)) {
    throw new Error(`imported ${JSON.stringify(totals)}, not ${JSON.stringify(expected)}`);
  }
}

const residentBytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) * 1024;

async function watch(product: Product, reader: ApiClient, work: () => Promise<unknown>): Promise<Watched> {
  const pid = product.pid("web");
  const before = residentBytes(pid);
  const pages: number[] = [];
  let largest = before;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const asked = performance.now();
      await reader.get(`${hosts}?limit=15&offset=0`);
      pages.push(performance.now() - asked);
      largest = Math.max(largest, residentBytes(pid));
      await sleep(25);
    }
  })();
  const started = performance.now();
  await work();
  const seconds = (performance.now() - started) / 1000;
  isOver = true;
  await watching;
  return { seconds, pages, growth: largest - before };
}
