import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import DearestFirst from "./scripts/vitest/dearest-first.mjs";

const globalSetup = ["./server/src/engine/testing/global-setup.ts"];
/** Notes what each file costs; for every project. */
const fileCost = "./scripts/vitest/file-cost.mjs";
const longestWait = "./scripts/vitest/longest-wait.mjs";
const exclude = ["**/node_modules/**", "**/dist/**", "**/.cache/**"];
const isolated = "{server,console}/**/*.isolated.test.{ts,tsx}";
const system = "server/**/*.system.test.ts";

/** For tests that start processes, which takes its time on a busy machine. */
const timeouts = { testTimeout: 120_000, hookTimeout: 120_000 };

/** The files of a worker share its modules: loading the product costs more than most files do. */
const shared = { isolate: false } as const;

const limits = {
  // Most tests wait for a database or a peer: a core left to Vitest itself would idle.
  maxWorkers: Math.max(2, availableParallelism()),
  testTimeout: 20_000,
  hookTimeout: 60_000,
  // As long as the waits of longest-wait.mjs.
  expect: { poll: { timeout: 15_000 } },
  env: { SALLYPORT_LOG_LEVEL: process.env.SALLYPORT_LOG_LEVEL ?? "silent" },
};

/**
 * The projects; docs/testing.md says which test belongs to which. `console` and `product` stand beside the code they
 * test and share a worker; `system` are those that work gateways and real clients, `isolated` those that need a process
 * of their own; `bench` is the whole benchmark in small;
 * `e2e` the whole product, two files at a time: each drives processes, ports and
 * data folders of its own, and the browser of its worker.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: DearestFirst },
    projects: [
      {
        test: {
          ...limits,
          ...shared,
          name: "console",
          pool: "threads",
          // A click on a link to save a file would take the page that the files of a worker share to another address.
          environmentOptions: { happyDOM: { settings: { navigation: { disableFallbackToSetURL: true } } } },
          include: ["console/**/*.test.{ts,tsx}"],
          exclude: [...exclude, isolated, system],
          setupFiles: [fileCost, longestWait, "./console/src/testing/clean-page.ts"],
        },
      },
      {
        test: {
          ...limits,
          ...shared,
          name: "product",
          // Processes, not threads: they start thousands of programs, for each of which the kernel copies the page tables
          // of all that share a process.
          pool: "forks",
          // Most tests wait for the database: with a file a core, a quarter of the processor time stayed unused.
          maxWorkers: limits.maxWorkers + 1,
          sequence: { groupOrder: 1 },
          include: ["{contract,server}/**/*.test.ts", "scripts/**/*.test.{ts,mjs}"],
          exclude: [...exclude, isolated, system],
          globalSetup,
          setupFiles: [fileCost, longestWait],
          environment: "./server/src/engine/testing/worker-environment.ts",
        },
      },
      {
        test: {
          ...limits,
          ...timeouts,
          name: "isolated",
          include: [isolated],
          exclude,
          globalSetup,
          setupFiles: [fileCost, longestWait],
          pool: "forks",
        },
      },
      {
        test: {
          ...limits,
          ...shared,
          ...timeouts,
          name: "system",
          include: [system],
          exclude,
          globalSetup,
          setupFiles: [fileCost, longestWait],
          pool: "forks",
          environment: "./server/src/engine/testing/worker-environment.ts",
        },
      },
      {
        test: {
          ...limits,
          name: "bench",
          include: ["bench/**/*.test.ts"],
          exclude,
          globalSetup,
          setupFiles: [fileCost, longestWait],
        },
      },
      {
        test: {
          name: "e2e",
          include: ["e2e/**/*.test.ts"],
          exclude,
          globalSetup: ["./e2e/support/global-setup.ts"],
          setupFiles: [fileCost, longestWait, "./e2e/support/worker-setup.ts"],
          // The files of a worker follow each other in one process and share its browser.
          pool: "forks",
          isolate: false,
          maxWorkers: 2,
          // Two whatever the machine, and never beside the others.
          sequence: { groupOrder: 2 },
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // What a page shows may wait for a password to be hashed, behind the other file's first start.
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
});
