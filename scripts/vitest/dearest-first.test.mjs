import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../lib/paths.mjs";
import DearestFirst from "./dearest-first.mjs";

const budget = JSON.parse(readFileSync(join(root, "scripts/test-budget.json"), "utf8"));

test("files with a budget run first, the dearest of all before the others; projects stay together", async () => {
  const byName = (name, groupOrder) => ({ name, config: { isolate: true, sequence: { groupOrder } } });
  const [later, earlier] = [byName("a", 1), byName("b", 0)];
  const ofProject = (project, ...files) => files.map((file) => ({ project, moduleId: join(root, file) }));
  const bySeconds = new Map(budget.map(({ file, seconds }) => [seconds, file]));
  const dear = [...bySeconds].sort(([a], [b]) => b - a).map(([, file]) => file);
  // Sizes in the opposite order: what Vitest itself would go by.
  const sizes = new Map(["large.test.ts", ...dear.toReversed()].map((file, at) => [file, 1000 - at]));
  const sequencer = new DearestFirst({
    config: { root },
    cache: {
      getFileTestResults: () => undefined,
      getFileStats: (key) => ({ size: sizes.get(key.split(":")[1]) ?? 0 }),
    },
  });
  const sorted = await sequencer.sort([
    ...ofProject(later, "large.test.ts", ...dear.toReversed()),
    ...ofProject(earlier, "small.test.ts", "large.test.ts"),
  ]);
  expect(sorted.map(({ project, moduleId }) => `${project.name} ${moduleId.slice(root.length + 1)}`)).toEqual(
    ["b large.test.ts", "b small.test.ts", ...dear.map((file) => `a ${file}`), "a large.test.ts"],
  );
});
