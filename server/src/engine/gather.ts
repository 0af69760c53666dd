/**
 * Makes questions that are asked at the same time one: all that come before the current turn ends are answered by one call.
 *
 * @param ask answers many; a key that is not in its answer has none
 */
export function gather<K, V>(
  ask: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>,
): (key: K) => Promise<V | undefined> {
  let waiting: { readonly keys: Set<K>; readonly answers: Promise<ReadonlyMap<K, V>> } | null = null;
  const begin = () => {
    const keys = new Set<K>();
    const answers = Promise.resolve().then(() => {
      waiting = null;
      return ask([...keys]);
    });
    return { keys, answers };
  };
  return async (key) => {
    waiting ??= begin();
    waiting.keys.add(key);
    return (await waiting.answers).get(key);
  };
}
