/**
 * Remembers what has the focus as a question appears. The answer gives it back, for when the question is gone; it
 * does nothing where the person went on elsewhere while that was still fading out, so that no key lands in the wrong
 * place.
 *
 * @param within selector of what takes the focus meanwhile
 */
export function rememberFocus(within: string): () => void {
  const before = document.activeElement;
  return () => {
    const { activeElement: now, body } = document;
    const isElsewhere = now !== null && now !== body && now.closest(within) === null;
    if (!isElsewhere && before instanceof HTMLElement) before.focus({ preventScroll: true });
  };
}
