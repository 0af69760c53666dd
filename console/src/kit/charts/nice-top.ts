/** The end of a scale that holds a value: even, so that its half is whole, and quick to read. */
export function niceTop(value: number): number {
  if (value <= 2) return 2;
  const size = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 4, 5, 6, 8, 10].find((one) => one * size >= value) ?? 10;
  const top = step * size;
  return top % 2 === 0 ? top : top + 1;
}
