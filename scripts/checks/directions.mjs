import { runTool } from "./run-tool.mjs";

/** Import directions and cycles, as .dependency-cruiser.cjs has them. */
export default {
  name: "dependency directions",
  run: () =>
    runTool("dependency-cruiser", "bin/dependency-cruise.mjs", [
      "--config",
      ".dependency-cruiser.cjs",
      "--output-type",
      "err",
      "contract/src",
      "server/src",
      "console/src",
      "e2e",
      "bench",
    ]),
};
