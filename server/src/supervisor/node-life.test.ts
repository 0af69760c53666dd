import { expect, test } from "vitest";
import { nodeWarning } from "./node-life.ts";
import { startMessage } from "./start-message.ts";

test("a Node without security fixes is told of at the start, one with them is not", () => {
  const now = new Date("2026-11-22T00:00:00Z");
  expect(nodeWarning("20.20.2", now)).toContain("since 2026-04-30");
  expect(nodeWarning("20.19.0", new Date("2026-01-01"))).toBeNull();
  expect([nodeWarning("22.12.0", now), nodeWarning("24.1.0", now), nodeWarning("26.0.0", now)]).toEqual([
    null,
    null,
    null,
  ]);
  expect(nodeWarning("23.4.0", now)).toContain("no long-lived version");
  const facts = {
    siteUrl: "http://127.0.0.1:8080",
    sshPort: 2222,
    dataFolder: "data",
    logFolder: null,
    databaseFolder: null,
    isExposed: false,
    firstSignIn: null,
  };
  expect(startMessage({ ...facts, nodeWarning: "Node 20 is old" })).toContain("Node 20 is old");
  expect(startMessage({ ...facts, nodeWarning: null })).not.toContain("Warning");
});
