import { api } from "../../kit/api/client.ts";

/** Where an SSH client connects, and as whom (docs/contract/ssh.md, "User names"). */
export interface SshLaunch {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  /** The token's value. */
  readonly password: string;
}

/** What client programs are started with, as far as SSH needs it. */
interface Launch {
  readonly value?: unknown;
  readonly endpoint?: { readonly host?: unknown; readonly port?: unknown };
}

/** Reads a `jms://` link: JSON as base64; null when it is no such link. */
export function readLaunch(tokenId: string, link: string): SshLaunch | null {
  try {
    const bytes = Uint8Array.from(atob(link.replace(/^jms:\/\//, "")), (sign) => sign.charCodeAt(0));
    const { value, endpoint } = JSON.parse(new TextDecoder().decode(bytes)) as Launch;
    if (typeof value !== "string" || typeof endpoint?.host !== "string") return null;
    const port = Number(endpoint.port) || 22;
    return { host: endpoint.host, port, username: `JMS-${tokenId}`, password: value };
  } catch {
    return null;
  }
}

/** Asks what an SSH client is started with for a token of one's own. */
export async function fetchSshLaunch(tokenId: string): Promise<SshLaunch | null> {
  const path = `/api/v1/authentication/connection-token/${encodeURIComponent(tokenId)}/client-url/`;
  const { url } = await api<{ url: string }>(path);
  return readLaunch(tokenId, url);
}

/** The command that connects as a user name of the SSH server. */
export function sshCommand({ host, port }: Pick<SshLaunch, "host" | "port">, username: string): string {
  const name = /^[\w.@#-]+$/.test(username) ? username : `'${username.replaceAll("'", "'\\''")}'`;
  return `ssh ${port === 22 ? "" : `-p ${port} `}${name}@${host.includes(":") ? `[${host}]` : host}`;
}
