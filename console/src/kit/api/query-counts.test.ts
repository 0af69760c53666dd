import { expect, test, vi } from "vitest";
import { followQueryCounts, queryCounts, recordQueryCount } from "./query-counts.ts";

test("the last ten addresses are kept, each once, without what every request takes", () => {
  const heard = vi.fn();
  const stop = followQueryCounts(heard);
  for (const [url, header] of [
    ["/api/v1/none/", null],
    ["/api/v1/few/", "4"],
    ["/api/v1/odd/", "many"],
  ] as const)
    recordQueryCount(url, header);
  expect(queryCounts()).toEqual([]);
  expect(heard).not.toHaveBeenCalled();
  for (let at = 1; at <= 12; at += 1) recordQueryCount(`/api/v1/list-${at}/?limit=${at}`, String(at + 4));
  recordQueryCount("/api/v1/list-9/?limit=1", "20");
  expect(queryCounts()[0]).toEqual({ address: "/api/v1/list-9/", count: 18 });
  expect(queryCounts().map(({ address }) => address)).toEqual(
    [9, 12, 11, 10, 8, 7, 6, 5, 4, 3].map((at) => `/api/v1/list-${at}/`),
  );
  expect(heard).toHaveBeenCalledTimes(13);
  stop();
  recordQueryCount("/api/v1/later/", "9");
  expect(heard).toHaveBeenCalledTimes(13);
});
