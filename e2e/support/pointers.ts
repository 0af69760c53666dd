/** Where a page keeps what the pointer did last. */
interface Noted {
  pointersNoted?: string[];
}

/**
 * Runs in each page before its own code: notes what the pointer pressed, released and clicked last, and whether that is
 * still in the page. A click that did nothing is then told from one that went elsewhere.
 */
export function notePointers(): void {
  const noted: string[] = [];
  (window as unknown as Noted).pointersNoted = noted;
  const nameOf = (target: EventTarget | null): string => {
    if (!(target instanceof Element)) return String(target);
    const { left, top } = target.getBoundingClientRect();
    const text = (target.getAttribute("aria-label") ?? target.textContent ?? "").slice(0, 30);
    return `${target.tagName.toLowerCase()}.${target.className} "${text}" at ${Math.round(left)},${Math.round(top)}`;
  };
  for (const type of ["pointerdown", "pointerup", "click"]) {
    const note = (event: Event) => {
      const { clientX, clientY } = event as MouseEvent;
      noted.push(`${Math.round(event.timeStamp)} ms ${type} (${clientX},${clientY}) ${nameOf(event.target)}`);
      if (noted.length > 12) noted.shift();
    };
    addEventListener(type, note, { capture: true });
  }
}

/** What the pointer did last in a page, a line each. */
export function pointersNoted(): string {
  return ((window as unknown as Noted).pointersNoted ?? []).join("\n");
}
