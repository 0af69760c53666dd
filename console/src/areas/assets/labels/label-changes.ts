import { type LabelChoice, parseLabel, readLabels } from "../../../kit/field-kinds/labels.tsx";
import type { Row } from "../../../kit/metadata/types.ts";

/** Labels to put on assets, and the texts (`name:value`) of those to take off. */
export interface LabelChanges {
  readonly add: readonly LabelChoice[];
  readonly remove: ReadonlySet<string>;
}

/** What a label is written as: its key where it exists, else its name and value. */
function wireLabel({ id, value }: LabelChoice): unknown {
  return id === undefined ? parseLabel(value) : { pk: id };
}

/** The labels these assets carry, each once, by their text. */
export function labelsAmong(assets: readonly Row[]): LabelChoice[] {
  const byText = new Map(
    assets.flatMap((asset) => readLabels(asset.labels)).map((label) => [label.value, label]),
  );
  return [...byText.values()].sort((a, b) => a.value.localeCompare(b.value));
}

/** What to write so that these assets carry the labels they are to; assets that change nothing are left out. */
export function labelWrites(
  assets: readonly Row[],
  { add, remove }: LabelChanges,
): { readonly id: unknown; readonly labels: readonly unknown[] }[] {
  return assets.flatMap((asset) => {
    const carried = readLabels(asset.labels);
    const texts = new Set(carried.map(({ value }) => value));
    const kept = carried.filter(({ value }) => !remove.has(value));
    const added = add.filter(({ value }) => !texts.has(value) && !remove.has(value));
    if (added.length === 0 && kept.length === carried.length) return [];
    return [{ id: asset.id, labels: [...kept, ...added].map(wireLabel) }];
  });
}
