import { join } from "node:path";
import { findStaleCoverage } from "./coverage/find-stale-coverage.mjs";
import { readRoutes } from "./coverage/routes.mjs";
import { readText, repositoryFiles } from "./repository-files.mjs";
import { repository } from "./run-tool.mjs";

const page = "docs/contract/coverage.md";

/** What docs/contract/coverage.md names as proof is there: tests by their titles, pages of the console. */
export default {
  name: "coverage",
  async run() {
    const tests = new Map(
      repositoryFiles(/(\.test\.tsx?|^e2e\/.*\.ts)$/).map((path) => [path, () => readText(path)]),
    );
    const routes = await readRoutes(
      repositoryFiles(/^console\/src\/areas\/[a-z-]+\/area\.ts$/).map((path) => join(repository, path)),
    );
    return findStaleCoverage(readText(page), { tests, routes }).map((problem) => `${page}: ${problem}`);
  },
};
