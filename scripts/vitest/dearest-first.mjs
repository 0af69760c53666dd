import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { BaseSequencer } from "vitest/node";
import { root } from "../lib/paths.mjs";

const budget = JSON.parse(readFileSync(join(root, "scripts/test-budget.json"), "utf8"));
const secondsOf = new Map(budget.map(({ file, seconds }) => [file, seconds]));

/**
 * Vitest's order of files, with those that may cost more than others in front. Vitest goes by the time of earlier runs,
 * of which a fresh checkout has none, and then by size: the short file with the long story would be the last, and the
 * other core would wait for it.
 */
export default class DearestFirst extends BaseSequencer {
  async sort(files) {
    const sorted = await super.sort(files);
    const projects = new Set(sorted.map(({ project }) => project));
    const costOf = ({ moduleId }) => secondsOf.get(relative(root, moduleId)) ?? 0;
    return [...projects].flatMap((project) =>
      sorted.filter((file) => file.project === project).sort((a, b) => costOf(b) - costOf(a)),
    );
  }
}
