/**
 * Whether a page is the first one of a work area, from which nothing leads back: a path that ends in `dashboard`, or
 * the workbench's `home` (docs/contract/console.md, "The frame").
 */
export function isStartPage(path: string): boolean {
  return /\/(dashboard|home)$/.test(path);
}
