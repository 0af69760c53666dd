import { runTool } from "./run-tool.mjs";

/** Formatting, import order and lint rules of biome.json. */
export default {
  name: "format and lint",
  run: () =>
    runTool("@biomejs/biome", "bin/biome", [
      "ci",
      "--colors=off",
      "--diagnostic-level=warn",
      "--error-on-warnings",
      "--max-diagnostics=50",
      ".",
    ]),
};
