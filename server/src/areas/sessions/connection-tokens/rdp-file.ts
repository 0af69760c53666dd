import { actionBits } from "../../permissions/index.ts";
import type { ClientEndpoint } from "./endpoint.ts";

/** What a person wants of the desktop's window, as the query of the contract says it. */
export interface DesktopOptions {
  /** In pixels; both, or the client decides. */
  readonly width: number | null;
  readonly height: number | null;
  readonly fullScreen: boolean;
  readonly allMonitors: boolean;
  readonly redirectDrives: boolean;
}

/** The connection a file is made for. */
export interface DesktopConnection {
  readonly endpoint: ClientEndpoint;
  readonly tokenId: string;
  readonly username: string;
  readonly assetName: string;
  /** Action bits of the permission. */
  readonly actions: number;
  /** Whether the platform's protocol asks for the session of its console. */
  readonly isConsole: boolean;
  readonly options: DesktopOptions;
}

/** A file for a remote desktop client. */
export interface ClientFile {
  readonly name: string;
  readonly content: string;
}

const transfer = actionBits.upload | actionBits.download | actionBits.delete;
const clipboard = actionBits.copy | actionBits.paste;
const flag = (is: boolean): number => (is ? 1 : 0);

/** Reads the window a person wants from a query; what is no such value counts as not given. */
export function desktopOptions(query: { get(name: string): string | undefined }): DesktopOptions {
  const isOn = (name: string): boolean => ["1", "true", "yes", "on"].includes(query.get(name) ?? "");
  const pixels = (name: string): number | null => {
    const text = query.get(name) ?? "";
    const value = /^\d{1,5}$/.test(text) ? Number(text) : 0;
    return value >= 200 && value <= 16_384 ? value : null;
  };
  return {
    width: pixels("width"),
    height: pixels("height"),
    fullScreen: isOn("full_screen"),
    allMonitors: isOn("multi_mon"),
    redirectDrives: isOn("drives_redirect"),
  };
}

/** A name that is in file names and titles on every system. */
export const plainName = (name: string): string => name.replace(/[/\\.\p{Cc}]/gu, "_");

/** One line of a file: nothing in it begins another. */
const line = (key: string, type: "s" | "i", value: string | number): string =>
  `${key}:${type}:${String(value).replace(/\p{Cc}/gu, " ")}`;

/** An address as these files write it; IPv6 in brackets. */
const address = ({ host, port }: ClientEndpoint): string =>
  `${host.includes(":") ? `[${host}]` : host}:${port}`;

/**
 * A file that opens a desktop through the gateway. It names the token and no secret; the client asks for the token's
 * value. Contract: docs/contract/sessions.md, section 8, "Client programs".
 */
export function rdpFile(connection: DesktopConnection): ClientFile {
  const { endpoint, tokenId, username, assetName, actions, isConsole, options } = connection;
  const { width, height, fullScreen, allMonitors, redirectDrives } = options;
  const hasSize = width !== null && height !== null;
  const drives = redirectDrives && (actions & transfer) === transfer;
  const lines = [
    line("full address", "s", address(endpoint)),
    line("username", "s", `${username}|${tokenId}`),
    line("prompt for credentials", "i", 1),
    line("authentication level", "i", 2),
    line("screen mode id", "i", fullScreen ? 2 : 1),
    ...(hasSize
      ? [
          line("desktopwidth", "i", width),
          line("desktopheight", "i", height),
          line("dynamic resolution", "i", 0),
        ]
      : [line("dynamic resolution", "i", 1)]),
    line("smart sizing", "i", 1),
    line("use multimon", "i", flag(allMonitors)),
    line("session bpp", "i", 32),
    line("audiomode", "i", 0),
    line("redirectclipboard", "i", flag((actions & clipboard) !== 0)),
    line("drivestoredirect", "s", drives ? "*" : ""),
    line("redirectdrives", "i", flag(drives)),
    line("redirectprinters", "i", 0),
    line("redirectsmartcards", "i", 0),
    line("administrative session", "i", flag(isConsole)),
    line("autoreconnection enabled", "i", 1),
    line("bitmapcachepersistenable", "i", 0),
  ];
  return {
    name: `${plainName(username)}-${plainName(assetName)}-sallyport.rdp`,
    content: `${lines.join("\r\n")}\r\n`,
  };
}
