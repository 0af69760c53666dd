import { type RefObject, useEffect } from "react";

/**
 * Keeps a page as high as what can be seen of it: some browsers let the keyboard on the screen cover the page instead of
 * making it smaller.
 */
export function useVisibleHeight(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const follow = () => {
      // Somebody who enlarges the page wants to see a part of it.
      const isCovered = viewport.scale === 1 && window.innerHeight - viewport.height > 1;
      if (page.current !== null) page.current.style.height = isCovered ? `${viewport.height}px` : "";
    };
    viewport.addEventListener("resize", follow);
    return () => viewport.removeEventListener("resize", follow);
  }, [page]);
}
