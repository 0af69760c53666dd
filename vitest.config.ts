import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const globalSetup = ["./server/src/engine/testing/global-setup.ts"];
const exclude = ["**/node_modules/**", "**/dist/**", "**/.cache/**"];

/**
 * Two projects. `unit`: everything beside the code it tests. `e2e`: the whole product, one file after the
 * other because each drives processes, ports and a browser of its own.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["{contract,server,console}/**/*.test.{ts,tsx}", "{scripts,bench}/**/*.test.{ts,mjs}"],
          exclude,
          globalSetup,
          // Most tests wait for a database or a peer: a core left to Vitest itself would idle.
          maxWorkers: Math.max(2, availableParallelism()),
          testTimeout: 20_000,
          hookTimeout: 60_000,
          env: { SALLYPORT_LOG_LEVEL: process.env.SALLYPORT_LOG_LEVEL ?? "silent" },
        },
      },
      {
        test: {
          name: "e2e",
          include: ["e2e/**/*.test.ts"],
          exclude,
          globalSetup,
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
