import { expect, test } from "vitest";
import { problemsOf } from "./audit.mjs";

const advisories = [{ package: "axios", from: "1.0.0", below: "1.8.2", id: "GHSA-x", title: "A hole" }];
const locked = (packages) => ({
  packages: Object.fromEntries(Object.entries(packages).map(([path, version]) => [path, { version }])),
});

test("a locked package with a known hole is named, wherever it lies", () => {
  const lock = locked({
    "": "0.1.0",
    "node_modules/axios": "1.8.1",
    "node_modules/a/node_modules/axios": "1.7.10",
    "node_modules/b/node_modules/axios": "1.8.2",
    "node_modules/c/node_modules/axios": "0.27.0",
    "node_modules/not-axios": "1.0.0",
  });
  expect(problemsOf(lock, advisories)).toEqual([
    expect.stringContaining("node_modules/axios: 1.8.1 has GHSA-x"),
    expect.stringContaining("node_modules/a/node_modules/axios: 1.7.10"),
  ]);
});
