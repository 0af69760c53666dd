import { connect as connectPlain, isIP, type Socket } from "node:net";
import { type ConnectionOptions, connect as connectSecure } from "node:tls";
import { Client, type Entry, FilterParser, type SearchOptions } from "ldapts";
import { explainFailure, LdapFailure } from "./ldap-failure.ts";

/** Which directory, and how it is reached. */
export interface LdapServer {
  /** `ldap://host:port` or `ldaps://host:port`. */
  readonly uri: string;
  /** Whether a plain connection is encrypted before anything else is said. */
  readonly startTls: boolean;
  /** Certificates, in PEM, that are trusted instead of the system's; empty: the system's. */
  readonly authorities: string;
  /** Milliseconds the server may take for one answer. */
  readonly timeout: number;
}

/** An entry of a directory: attributes by name in small letters, each with all its values. */
export interface LdapEntry {
  readonly dn: string;
  readonly attributes: ReadonlyMap<string, readonly string[]>;
  /** The server's own, lasting id of the entry, in small letters; null where it tells none. */
  readonly id: string | null;
}

/** What is looked for below a name. */
export interface LdapSearch {
  readonly base: string;
  readonly filter: string;
  readonly attributes: readonly string[];
}

/** One connection to a directory. Every failure is an `LdapFailure`. */
export interface LdapConnection {
  /** Proves a name and its password. An empty password proves nothing, whatever the server says of it. */
  bind(dn: string, password: string): Promise<void>;
  /** At most `limit` entries. */
  search(search: LdapSearch, limit: number): Promise<readonly LdapEntry[]>;
  /** Every entry, a page at a time: no more than a page is held. */
  pages(search: LdapSearch, pageSize: number): AsyncGenerator<readonly LdapEntry[]>;
  close(): void;
}

/**
 * Connects, and encrypts where that is asked for. Nothing is sent before the certificate is checked; a connection that
 * breaks is never made again behind its user's back, because the next one would be neither encrypted nor signed in.
 *
 * @param deadline milliseconds after which the whole connection ends, whatever it is at. Default: each answer has its own limit.
 * @throws LdapFailure
 */
export async function openLdap(server: LdapServer, deadline?: number): Promise<LdapConnection> {
  const sockets: Socket[] = [];
  const { hostname, protocol } = new URL(server.uri);
  const host = hostname.replace(/^\[|\]$/g, "");
  const tls: ConnectionOptions = {
    host,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    minVersion: "TLSv1.2",
    ...(server.authorities === "" ? {} : { ca: server.authorities }),
  };
  const once = (socket: Socket): Socket => {
    if (sockets.length > 0) {
      socket.destroy();
      throw new LdapFailure("protocol", "The connection was lost.");
    }
    sockets.push(socket);
    return socket;
  };
  const client = new Client({
    url: server.uri,
    timeout: server.timeout,
    connectTimeout: server.timeout,
    strictDN: false,
    createConnection: ((port: number, address: string) =>
      once(connectPlain(port, address))) as typeof connectPlain,
    // Also what encrypts a connection that is there: then it is called with the options alone.
    createSecureConnection: ((first: number | ConnectionOptions) => {
      if (typeof first !== "number") return connectSecure(first);
      return once(connectSecure({ ...tls, port: first }));
    }) as typeof connectSecure,
    ...(protocol === "ldaps:" ? { tlsOptions: tls } : {}),
  });
  let late = false;
  const destroy = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const after = (milliseconds: number): NodeJS.Timeout =>
    setTimeout(() => {
      late = true;
      destroy();
    }, milliseconds);
  const timer = deadline === undefined ? undefined : after(deadline);
  const close = (): void => {
    clearTimeout(timer);
    // Says goodbye where somebody listens, and hangs up in any case.
    void client.unbind().catch(() => undefined);
    for (const socket of sockets) socket.end();
  };
  const attempt = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw late ? new LdapFailure("timeout", "The server did not answer in time.") : explainFailure(error);
    }
  };
  try {
    await attempt(async () => {
      if (!server.startTls || protocol === "ldaps:") return;
      // The library waits for a handshake as long as it takes.
      const handshake = after(server.timeout);
      try {
        await client.startTLS(tls);
      } finally {
        clearTimeout(handshake);
      }
    });
  } catch (error) {
    clearTimeout(timer);
    destroy();
    throw error;
  }
  return {
    bind: (dn, password) =>
      attempt(async () => {
        // A server takes a name without a password for nobody in particular, and says yes (RFC 4513, 5.1.2).
        if (password === "" && dn !== "") throw new LdapFailure("credentials", "The password is empty.");
        // The library takes some words for mechanisms; they are names of nobody.
        if (dn !== "" && !/[=@\\]/.test(dn))
          throw new LdapFailure("credentials", "This is no name to sign in with.");
        await client.bind(dn, password);
      }),
    search: (search, limit) =>
      attempt(async () => {
        const { searchEntries } = await client.search(search.base, {
          ...optionsOf(search),
          sizeLimit: limit,
        });
        return searchEntries.map(readEntry);
      }),
    async *pages(search, pageSize) {
      try {
        const options = { ...optionsOf(search), paged: { pageSize } };
        for await (const { searchEntries } of client.searchPaginated(search.base, options)) {
          yield searchEntries.map(readEntry);
        }
      } catch (error) {
        throw late ? new LdapFailure("timeout", "The server did not answer in time.") : explainFailure(error);
      }
    },
    close,
  };
}

/** @throws LdapFailure for what is no filter. */
function optionsOf({ filter, attributes }: LdapSearch): SearchOptions {
  try {
    return {
      scope: "sub",
      derefAliases: "never",
      filter: FilterParser.parseString(filter),
      attributes: [...attributes, ...Object.keys(ids)],
      explicitBufferAttributes: ["objectGUID"],
    };
  } catch {
    throw new LdapFailure("filter", filter);
  }
}

/** Where servers keep the lasting id of an entry: RFC 4530 as a text, Active Directory as bytes. */
const ids: Readonly<Record<string, "utf8" | "hex">> = { entryUUID: "utf8", objectGUID: "hex" };

function readEntry({ dn, ...attributes }: Entry): LdapEntry {
  const named = new Map<string, readonly string[]>();
  let id: string | null = null;
  for (const [name, given] of Object.entries(attributes)) {
    const values = [given].flat();
    const encoding = ids[name];
    if (encoding === undefined) named.set(name.toLowerCase(), values.map(String));
    else if (values[0] !== undefined) id = Buffer.from(values[0]).toString(encoding).toLowerCase();
  }
  return { dn, attributes: named, id };
}
