import { isRecord } from "../../kit/api/api-error.ts";
import { api, type Query } from "../../kit/api/client.ts";

/** Where a program of the person's own connects to. */
export interface ClientServer {
  readonly host: string;
  readonly port: number;
}

/** What a program of the person's own connects with. */
export interface ClientLaunch {
  /** The `jms://` link that starts such a program; as secret as the password, which it holds. */
  readonly link: string;
  /** The token's value. */
  readonly password: string;
  /** Null for desktops, whose file says it. */
  readonly server: ClientServer | null;
  /** Name of the database; empty where there is none. */
  readonly database: string;
}

/** The user name under which the SSH server takes a token (docs/contract/ssh.md, "User names"). */
export const sshUsername = (tokenId: string): string => `JMS-${tokenId}`;

/** Reads a `jms://` link: JSON as base64; null when it is no such link. */
export function readLaunch(link: string): ClientLaunch | null {
  try {
    const bytes = Uint8Array.from(atob(link.replace(/^jms:\/\//, "")), (sign) => sign.charCodeAt(0));
    const launch: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (!isRecord(launch) || typeof launch.value !== "string") return null;
    const { value: password, endpoint, asset } = launch;
    const info = isRecord(asset) ? asset.info : undefined;
    return {
      link,
      password,
      server:
        isRecord(endpoint) && typeof endpoint.host === "string"
          ? { host: endpoint.host, port: Number(endpoint.port) || 22 }
          : null,
      database: isRecord(info) && typeof info.db_name === "string" ? info.db_name : "",
    };
  } catch {
    return null;
  }
}

/**
 * Asks what a program is started with for a token of one's own.
 *
 * @param query how a desktop is to be shown (docs/contract/sessions.md, "Client programs")
 */
export async function fetchClientLaunch(tokenId: string, query: Query = {}): Promise<ClientLaunch | null> {
  const path = `/api/v1/authentication/connection-token/${encodeURIComponent(tokenId)}/client-url/`;
  const { url } = await api<{ url: string }>(path, { query });
  return readLaunch(url);
}

/** The link, with the command its program is to run; what cannot be read stays as it is. */
export function withCommand(link: string, command: string): string {
  try {
    const bytes = Uint8Array.from(atob(link.replace(/^jms:\/\//, "")), (sign) => sign.charCodeAt(0));
    const launch = JSON.parse(new TextDecoder().decode(bytes)) as object;
    const text = new TextEncoder().encode(JSON.stringify({ ...launch, command }));
    return `jms://${btoa(String.fromCharCode(...text))}`;
  } catch {
    return link;
  }
}

/** The command that connects as a user name of the SSH server: a shell, or files. */
export function clientCommand(
  program: "ssh" | "sftp",
  { host, port }: ClientServer,
  username: string,
): string {
  const name = shellWord(username);
  const option = program === "ssh" ? "-p" : "-P";
  return `${program} ${port === 22 ? "" : `${option} ${port} `}${name}@${hostOfUrl(host)}`;
}

/** A text as one word of a command. */
export const shellWord = (text: string): string =>
  /^[\w.@#:/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** A host as it stands in an address: one of IPv6 in brackets. */
export const hostOfUrl = (host: string): string => (host.includes(":") ? `[${host}]` : host);

/** Where the SSH server is, and as whom to sign in there. */
interface ServerName extends ClientServer {
  readonly username: string;
}

/** Name of an asset in the SSH configuration of a person: one word. */
export function hostAlias(asset: string): string {
  const word = asset.toLowerCase().replace(/[^a-z0-9._-]+/g, "-");
  return `sallyport-${word.replace(/^-+|-+$/g, "") || "asset"}`;
}

/** The lines of an SSH configuration (`ssh_config(5)`) that name a connection, as editors read them. */
export function configEntry(alias: string, { host, port, username }: ServerName): string {
  const quoted = `"${username.replace(/[\\"]/g, "\\$&")}"`;
  return [`Host ${alias}`, `  HostName ${host}`, `  Port ${port}`, `  User ${quoted}`].join("\n");
}

/** The address of a person's files, as file programs take it. */
export function filesAddress({ host, port, username }: ServerName): string {
  return `sftp://${encodeURIComponent(username)}@${hostOfUrl(host)}:${port}/`;
}

/** How long a program may take to be started before its frame is taken away, in milliseconds. */
const START = 2000;

/**
 * Hands a link to the program the browser knows for it. In a frame of its own, so that this page is not left; the link
 * is never part of the page.
 *
 * @returns whether something came to the front, as a program or the browser's question does
 */
export function openLink(link: string): Promise<boolean> {
  const frame = document.createElement("iframe");
  frame.className = "luna-launch";
  frame.title = "";
  document.body.append(frame);
  return new Promise((resolve) => {
    const settle = (left: boolean) => {
      clearTimeout(timer);
      window.removeEventListener("blur", leave);
      frame.remove();
      resolve(left);
    };
    const leave = () => settle(true);
    const timer = setTimeout(() => settle(false), START);
    window.addEventListener("blur", leave);
    frame.contentWindow?.location.replace(link);
  });
}

const PROGRAM_KEY = "SallyportClientProgram";

/** Whether the person has said that this computer has a program for `jms://` links. */
export const hasClientProgram = (): boolean => localStorage.getItem(PROGRAM_KEY) === "1";

/** Remembers whether this computer has a program for `jms://` links. */
export function noteClientProgram(has: boolean): void {
  if (has) localStorage.setItem(PROGRAM_KEY, "1");
  else localStorage.removeItem(PROGRAM_KEY);
}
