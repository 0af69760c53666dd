import { builtinEnvironments, type Environment } from "vitest/runtime";
import { collectForWorkerEnd } from "./worker-end.ts";

/** Vitest's environment of Node, which also closes what outlives a file; see `onWorkerEnd`. */
export default {
  ...builtinEnvironments.node,
  name: "worker",
  async setup(global, options) {
    const node = await builtinEnvironments.node.setup(global, options);
    const closing = collectForWorkerEnd(global);
    return {
      async teardown(torn) {
        for (const close of closing.toReversed()) await close();
        await node.teardown(torn);
      },
    };
  },
} satisfies Environment;
