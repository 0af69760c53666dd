import type { SealedColumn } from "./secrets/sealed-values.ts";

/**
 * What areas contribute, by point: `resources`, `jobs`, and what an area asks those above it for. Anyone who uses a
 * point declares it beside the code that does, by module augmentation: `declare module "../../engine/extensions.ts"
 * { interface ExtensionPoints { organizationCounts: OrganizationCount } }`.
 */
export interface ExtensionPoints {
  /** Columns that hold sealed values. */
  sealed: SealedColumn;
}

/** What one area contributes; every point is optional. */
export type Contributions = {
  readonly [Point in keyof ExtensionPoints]?: readonly ExtensionPoints[Point][];
};

/** What the areas of one product contribute, in the order of the areas. */
export interface Extensions {
  /** Everything contributed to a point. Read it where it is used: at start not every area is there yet. */
  of<Point extends keyof ExtensionPoints>(point: Point): readonly ExtensionPoints[Point][];
}

/** Collects what the areas contribute. Each product has its own: nothing is kept in modules. */
export function collectExtensions(areas: () => readonly Contributions[]): Extensions {
  return {
    of: <Point extends keyof ExtensionPoints>(point: Point) =>
      areas().flatMap((area): readonly ExtensionPoints[Point][] => area[point] ?? []),
  };
}
