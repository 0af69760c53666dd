import type { InterfaceSettings } from "../kit/session.ts";

/** A path or address an image may be loaded from; anything else is not used. */
export function safeImageUrl(url: string | undefined): string | undefined {
  return url !== undefined && /^(\/(?!\/)|https?:\/\/)/.test(url) ? url : undefined;
}

/** The product's name for titles. */
export function productTitle(look: InterfaceSettings | undefined): string {
  return look?.login_title === undefined || look.login_title === "" ? "Sallyport" : look.login_title;
}

/** Sets the favicon of the installation. */
export function setFavicon(look: InterfaceSettings | undefined): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const url = safeImageUrl(look?.favicon);
  if (icon !== null && url !== undefined) icon.href = url;
}
