import { readText, repositoryFiles } from "./repository-files.mjs";
import { findWideServices } from "./services/find-wide-services.mjs";

/** Tests, and what only they use, put together whatever they need. */
const testing = /\.(test|fixture)\.ts$|\/testing\//;

/** Functions take the services they use, not all there are; see docs/architecture.md, "Directions". */
export default {
  name: "services",
  run: () =>
    findWideServices(
      repositoryFiles(/^server\/src\/.*\.ts$/)
        .filter((path) => !testing.test(path))
        .map((path) => ({ path, text: readText(path) })),
    ),
};
