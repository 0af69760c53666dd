/**
 * Does `work` for each item, at most `most` at once, and answers the results in order. The first failure is thrown
 * when what was begun has ended; nothing more is begun after it.
 */
export async function mapConcurrent<T, R>(
  items: readonly T[],
  most: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  let failure: { readonly error: unknown } | null = null;
  const lane = async (): Promise<void> => {
    while (failure === null && next < items.length) {
      const index = next;
      next += 1;
      try {
        results[index] = await work(items[index] as T);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, lane));
  if (failure !== null) throw (failure as { readonly error: unknown }).error;
  return results;
}
