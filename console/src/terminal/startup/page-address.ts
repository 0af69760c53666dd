/** What the address of the page asks for (docs/contract/console.md, "Web terminal"). */
export type PageAddress =
  | { page: "main"; assetId: string | undefined; accountId: string | undefined }
  | { page: "connect"; assetId: string | undefined; accountId: string | undefined }
  | {
      page: "replay";
      sessionId: string;
      /** Moment, in seconds since 1970. */
      timestamp: number | undefined;
      /** Moment, in seconds of the recording. */
      at: number | undefined;
    }
  | { page: "watch"; sessionId: string; ticketId: string | undefined }
  | { page: "share"; shareId: string }
  | { page: "files" }
  | { page: "missing" };

/**
 * Reads path and query.
 *
 * @param path path of the page, with or without a slash at its end
 * @param search query text, with its question mark
 */
export function parseAddress(path: string, search: string): PageAddress {
  const query = new URLSearchParams(search);
  const parts = path.split("/").filter((part) => part !== "");
  if (parts[0] !== "luna") return { page: "missing" };
  const target = {
    assetId: query.get("login_to") || query.get("asset") || undefined,
    accountId: query.get("login_account") || undefined,
  };
  if (parts.length === 1) return { page: "main", ...target };
  if (parts.length === 2 && parts[1] === "connect") return { page: "connect", ...target };
  if (parts.length === 2 && parts[1] === "sftp") return { page: "files" };
  const session = parts[2];
  if (parts.length === 3 && parts[1] === "replay" && session !== undefined) {
    const timestamp = Number(query.get("timestamp") || Number.NaN);
    return {
      page: "replay",
      sessionId: session,
      timestamp: Number.isFinite(timestamp) ? timestamp : undefined,
      at: parseMoment(query.get("at") ?? ""),
    };
  }
  if (parts.length === 3 && parts[1] === "monitor" && session !== undefined) {
    return { page: "watch", sessionId: session, ticketId: query.get("ticket_id") || undefined };
  }
  if (parts.length === 3 && parts[1] === "share" && session !== undefined) {
    return { page: "share", shareId: session };
  }
  return { page: "missing" };
}

/** Pages that show somebody's session, and need no organization to connect in. */
export const isOfSession = ({ page }: PageAddress): boolean =>
  page === "replay" || page === "watch" || page === "share";

/** A moment of a recording: seconds, `m:ss` or `h:mm:ss`; undefined for anything else. */
function parseMoment(text: string): number | undefined {
  if (!/^(?:\d{1,4}:){0,2}\d{1,7}(?:\.\d{1,6})?$/.test(text)) return undefined;
  return text.split(":").reduce((seconds, part) => seconds * 60 + Number(part), 0);
}

/** The address of a window with one connection to an asset. */
export function connectAddress(assetId: string, organizationId: string | undefined): string {
  const query = new URLSearchParams({ login_to: assetId, type: "asset" });
  if (organizationId !== undefined) query.set("oid", organizationId);
  return `/luna/connect?${query}`;
}
