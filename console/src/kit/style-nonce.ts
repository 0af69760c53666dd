import { contentSecurityNonce } from "./theme.ts";

/**
 * Gives every style element made by scripts the page's nonce. The component library passes it to its own style
 * sheets, but not to the small ones by which dialogs stop the page from scrolling; without it the browser refuses
 * them. Call once, before the first render.
 */
export function setStyleNonce(): void {
  const nonce = contentSecurityNonce();
  if (nonce === undefined) return;
  const createElement = document.createElement.bind(document);
  document.createElement = ((name: string, options?: ElementCreationOptions) => {
    const element = createElement(name, options);
    if (element instanceof HTMLStyleElement) element.nonce = nonce;
    return element;
  }) as typeof document.createElement;
}
