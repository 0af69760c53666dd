import type { PublicSettings } from "../kit/session.ts";

/** Who the license is issued to, or, without one, whose the product is; undefined when the server does not say. */
export function corporationOf(settings: PublicSettings): string | undefined {
  const info = settings.XPACK_LICENSE_INFO as { corporation?: unknown } | null | undefined;
  return typeof info?.corporation === "string" && info.corporation !== "" ? info.corporation : undefined;
}
