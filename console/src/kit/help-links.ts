import type { PublicSettings } from "./session.ts";

/** An entry of the help menu that leads to another page. */
export interface HelpLink {
  readonly key: "documentation" | "support";
  readonly url: string;
}

/** The help pages the installation names; only web addresses count. */
export function helpLinks(settings: PublicSettings): HelpLink[] {
  const named = [
    { key: "documentation", url: settings.HELP_DOCUMENT_URL },
    { key: "support", url: settings.HELP_SUPPORT_URL },
  ] as const;
  return named.flatMap(({ key, url }) =>
    typeof url === "string" && /^https?:\/\//i.test(url) ? [{ key, url }] : [],
  );
}
