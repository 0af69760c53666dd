import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { measures, readMeasures } from "../../../engine/measures/index.ts";
import { createTestProduct, type TestProduct } from "../../../testing/product.ts";
import { noteHeartbeats } from "./heartbeats.ts";
import { registerTerminal } from "./terminals.ts";

const documents = join(import.meta.dirname, "../../../../../docs");
const read = (name: string): string => readFileSync(join(documents, name), "utf8");

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

const known = /\b(?:jumpserver|sallyport|system|session)_[a-z0-9_]+\b/g;
const allOf = (text: string): string[] => [...new Set(text.match(known))].sort();

describe("the metrics", () => {
  let product: TestProduct;
  /** Names of metrics, each with the labels of its values. */
  let told: Map<string, Set<string>>;
  beforeAll(async () => {
    product = await createTestProduct();
    const { db } = product.database;
    const id = await registerTerminal(db, { name: "[Core]-here", type: "core" });
    measures.decided("refused", 0.01);
    measures.answered("GET", 200, 0.01);
    measures.recorder.waits(1);
    measures.recorder.written(1, 0.01);
    const figures = { cpu_load: 1, memory_used: 2, disk_used: 3, sessions: [] };
    await noteHeartbeats(db, new Map([[id, { ...figures, measures: await readMeasures() }]]));
    const { payload } = await product.app.fastify.inject({ url: "/api/v1/prometheus/metrics/" });
    told = new Map([...payload.matchAll(/^# TYPE (\S+) /gm)].map(([, name = ""]) => [name, new Set()]));
    for (const [, name = "", labels = ""] of payload.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
      const metric = told.get(name) ?? told.get(name.replace(/_(bucket|sum|count)$/, ""));
      for (const [, label = ""] of labels.matchAll(/(\w+)="/g)) metric?.add(label);
      expect(metric, name).toBeDefined();
    }
  });
  afterAll(() => product?.close());

  it("are those that are documented, with their labels", () => {
    const rows = read("monitoring.md")
      .split("\n")
      .filter((line) => /^\| `/.test(line))
      .map((line) => line.split("|").slice(1, 3));
    const documented = new Map(
      rows.flatMap(([names = "", labels = ""]) =>
        allOf(names).map(
          (name) => [name, [...labels.matchAll(/`(\w+)`/g)].map(([, label]) => label)] as const,
        ),
      ),
    );
    expect([...documented.keys()].sort()).toEqual([...told.keys()].sort());
    for (const [name, labels] of documented) {
      const own = [...(told.get(name) ?? [])].filter((label) => label !== "le");
      // What a process has counted says which process, as the documentation tells of all of them.
      const isCounted = /_(http|decision|recorder)_/.test(name);
      expect([name, own.sort()]).toEqual([name, [...labels, ...(isCounted ? ["component"] : [])].sort()]);
    }
  });

  it("are all on the dashboard, which asks for no other and no label that is not there", () => {
    const { panels } = JSON.parse(read("monitoring/dashboard.json")) as { panels: readonly Panel[] };
    const shown = new Set<string>();
    for (const { title, targets = [] } of panels) {
      for (const { expr, legendFormat } of targets) {
        const names = allOf(expr).map((name) => name.replace(/_(bucket|sum|count)$/, ""));
        expect(names, title).not.toEqual([]);
        for (const name of names) {
          expect([...told.keys()], title).toContain(name);
          shown.add(name);
          const asked = [
            ...[...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label),
            ...[...expr.matchAll(/\b(\w+)=~?"|!="/g)].flatMap(([, label]) => label ?? []),
            ...[...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = ""]) => list.split(/, */)),
          ];
          for (const label of asked)
            expect([...(told.get(name) ?? [])], `${title}: ${label}`).toContain(label);
        }
      }
    }
    const former = /^(system_|session_active_count$)/;
    expect([...told.keys()].filter((name) => !shown.has(name) && !former.test(name))).toEqual([]);
  });
});
