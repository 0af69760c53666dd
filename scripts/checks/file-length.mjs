import { readText, repositoryFiles } from "./repository-files.mjs";

const longest = 400;
const code = /\.(ts|tsx|mjs|cjs|css)$/;

/** A file that does not fit in a head is split. */
export default {
  name: "file length",
  run() {
    return repositoryFiles(code).flatMap((path) => {
      const lines = readText(path).split("\n").length - 1;
      return lines > longest
        ? [`${path}: ${lines} lines, ${longest} at most. Split it by what it does.`]
        : [];
    });
  },
};
