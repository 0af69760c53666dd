/**
 * Waits for an answer of a target, but no longer than it is given: one that signs somebody in may never speak again.
 *
 * @param milliseconds longest wait
 * @param late what it fails with then
 */
export async function withTimeout<T>(
  milliseconds: number,
  answer: Promise<T>,
  late: () => Error,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late()), milliseconds);
  });
  try {
    return await Promise.race([answer, expired]);
  } finally {
    clearTimeout(timer);
  }
}
