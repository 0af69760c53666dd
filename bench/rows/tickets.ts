import { createTickets } from "../dataset/tickets.ts";
import { withDatabase } from "../fixtures/database.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import { below, median, type Row } from "../table.ts";

const limit = 50;

/** The tickets of an approver who was asked about all there are: the badge in the header, and the pages of the list. */
export async function measureTickets(fixtures: Fixtures): Promise<Row[]> {
  const { product, dataset, admin } = await fixtures.shared();
  const { rounds, requests, tickets } = fixtures.sizes;
  await withDatabase(product, (database) => createTickets(database, dataset.large.id, tickets));
  const { id } = await admin.get("/api/v1/users/profile/");
  const assigned = `/api/v1/tickets/tickets/?assignees__id=${id}`;
  const all = tickets.toLocaleString("en");
  const questions = [
    { name: `badge of tickets, ${all} there`, path: `${assigned}&status=open&offset=0&limit=15` },
    { name: `15 of ${all} tickets, pending`, path: `${assigned}&state=pending&offset=0&limit=15` },
    { name: `15 of ${all} tickets`, path: `${assigned}&offset=0&limit=15` },
  ];
  const rows: Row[] = [];
  for (const { name, path } of questions) {
    await admin.get(path);
    const times: number[] = [];
    for (let request = 0; request < Math.max(3, (rounds * requests) / 10); request += 1) {
      const started = performance.now();
      await admin.get(path);
      times.push(performance.now() - started);
    }
    rows.push(below(name, median(times), limit));
  }
  return rows;
}
