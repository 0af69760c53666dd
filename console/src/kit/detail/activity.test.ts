import { describe, expect, test } from "vitest";
import { type Activity, activityDetail } from "./activity.ts";

const entry = (changes: Partial<Activity>): Activity => ({
  id: "1",
  timestamp: "2026-01-02 03:04:05",
  content: "something happened",
  ...changes,
});
const exists = (path: string) => path === "/audit/audits/login-logs/7";

describe("what an activity links to", () => {
  test("an operate log opens its changes", () => {
    const url = "/api/v1/audits/operate-logs/1/?type=action_detail";
    expect(activityDetail(entry({ r_type: "O", detail_url: url }), exists)).toEqual({
      kind: "difference",
      url,
    });
  });

  test.each(["/ui/audit/audits/login-logs/7", "/ui/#/audit/audits/login-logs/7"])(
    "%s is a screen of the console",
    (detail_url) => {
      expect(activityDetail(entry({ r_type: "L", detail_url }), exists)).toEqual({
        kind: "screen",
        path: "/audit/audits/login-logs/7",
      });
    },
  );

  test("a screen that does not exist gets no link", () => {
    expect(activityDetail(entry({ r_type: "L", detail_url: "/ui/audit/none/7" }), exists)).toBeUndefined();
  });

  test("a task log opens in a window", () => {
    const url = "/core/ops/celery/task/1/log/";
    expect(activityDetail(entry({ r_type: "T", detail_url: url }), exists)).toEqual({ kind: "window", url });
  });

  test.each([
    "",
    undefined,
    "https://elsewhere.example/",
    "//elsewhere.example/",
    "/\\elsewhere.example/",
    "x",
  ])("%j gets no link", (detail_url) => {
    for (const r_type of ["O", "L", "S", "T"]) {
      const changes = detail_url === undefined ? { r_type } : { r_type, detail_url };
      expect(activityDetail(entry(changes), exists)).toBeUndefined();
    }
  });
});
