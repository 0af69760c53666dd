import { contentSecurityNonce } from "../../kit/theme.ts";

/**
 * Runs something that makes style elements without knowing of the page's content security policy, and gives them the
 * page's nonce. The terminal library makes all of its style elements while it is opened, so the document is changed
 * only for that moment.
 */
export function withStyleNonce(work: () => void): void {
  const nonce = contentSecurityNonce();
  if (nonce === undefined) {
    work();
    return;
  }
  const create = document.createElement;
  document.createElement = (name: string, options?: ElementCreationOptions) => {
    const element = create.call(document, name, options);
    if (element instanceof HTMLStyleElement) element.nonce = nonce;
    return element;
  };
  try {
    work();
  } finally {
    document.createElement = create;
  }
}
