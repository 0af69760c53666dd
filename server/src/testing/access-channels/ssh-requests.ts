import ssh2, { type AcceptConnection, type Connection, type Session } from "ssh2";

/** What an SSH server listened to on connections and sessions of its clients, by the names of ssh2's events. */
export interface HeardRequests {
  readonly connection: ReadonlySet<string>;
  readonly session: ReadonlySet<string>;
  /** Reads what is listened to now, and leaves the servers alone again. */
  stop(): void;
}

const namesOf = ({ eventNames }: Pick<Connection, "eventNames">, of: object): string[] =>
  eventNames.call(of).filter((name): name is string => typeof name === "string");

/**
 * Watches what every SSH server of this process comes to listen to: what nobody listens to is refused by ssh2, so this is
 * all that can be asked for, wherever it is written.
 */
export function hearRequests(): HeardRequests {
  const connections = new Set<Connection>();
  const sessions = new Set<Session>();
  const heard = { connection: new Set<string>(), session: new Set<string>() };
  const { prototype } = ssh2.Server;
  const emit = prototype.emit;
  prototype.emit = function (this: ssh2.Server, event: string | symbol, ...given: unknown[]) {
    if (event === "connection") watch(given[0] as Connection);
    return Reflect.apply(emit, this, [event, ...given]) as boolean;
  };
  function watch(connection: Connection): void {
    connections.add(connection);
    const emitOf = connection.emit.bind(connection);
    connection.emit = (event: string | symbol, ...given: unknown[]) => {
      if (event !== "session") return emitOf(event, ...given);
      const [accept, ...rest] = given as [AcceptConnection<Session>];
      return emitOf(
        event,
        () => {
          const session = accept();
          sessions.add(session);
          return session;
        },
        ...rest,
      );
    };
  }
  return {
    ...heard,
    stop() {
      prototype.emit = emit;
      for (const connection of connections)
        for (const name of namesOf(connection, connection)) heard.connection.add(name);
      for (const session of sessions) for (const name of namesOf(session, session)) heard.session.add(name);
    },
  };
}
