import { runTool } from "./run-tool.mjs";

/** Files, exports and dependencies that nothing uses, and dependencies used without being declared. */
export default {
  name: "dead code",
  run: () => runTool("knip", "bin/knip.js", ["--no-progress", "--no-config-hints"]),
};
