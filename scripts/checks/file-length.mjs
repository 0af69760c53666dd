import { readText, repositoryFiles } from "./repository-files.mjs";

const longest = 400;
// A test file is read as a list of cases over one set-up.
const longestTest = 500;
// Has to stand alone, so it cannot be split.
const longer = { "server/static/evidence/verify.mjs": 450 };
const code = /\.(ts|tsx|mjs|cjs|css)$/;

/** A file that does not fit in a head is split. */
export default {
  name: "file length",
  run() {
    return repositoryFiles(code).flatMap((path) => {
      const lines = readText(path).split("\n").length - 1;
      const limit = longer[path] ?? (/\.test\.tsx?$/.test(path) ? longestTest : longest);
      return lines > limit ? [`${path}: ${lines} lines, ${limit} at most. Split it by what it does.`] : [];
    });
  },
};
