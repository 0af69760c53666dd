import { findProblems } from "./owned-data/find-problems.mjs";
import { readOwnership, tablesOfMigrations } from "./owned-data/ownership.mjs";
import { readText, repositoryFiles } from "./repository-files.mjs";

/** Tests and what only they use work on all of the data. */
const outside = /\.(test|fixture)\.ts$|\/testing\//;

const read = (path) => ({ path, text: readText(path) });

/**
 * Each table belongs to one room of the server, which names it in its `owned-tables.json` or declares the resource. Only the owner writes it;
 * others call the owner's functions, or read it through a `readableTable` of the owner, the columns it promises. Looks at
 * SQL as text, at built queries and at declarations, in what the server is made of: not in tests, benchmarks and migrations.
 */
export default {
  name: "owned data",
  run() {
    const migrations = repositoryFiles(/^server\/migrations\/.*\.sql$/).map(readText);
    const declarations = repositoryFiles(/^server\/src\/.*owned-tables\.json$/).map(read);
    const sources = repositoryFiles(/^server\/src\/.*\.ts$/)
      .filter((path) => !outside.test(path))
      .map(read);
    const ownership = readOwnership(declarations, tablesOfMigrations(migrations), sources);
    return [...ownership.problems, ...findProblems(sources, ownership)];
  },
};
