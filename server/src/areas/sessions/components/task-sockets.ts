import { type WebSocket, WebSocketServer } from "ws";
import { component } from "../../../engine/access/index.ts";
import { ValidationError } from "../../../engine/errors.ts";
import type { EventBus } from "../../../engine/events/index.ts";
import {
  OpenPages,
  type SignedInPage,
  type SocketDeclaration,
  signedInPage,
  stillSignedIn,
} from "../../../engine/http/index.ts";
import { isObject, type Json } from "../../../engine/json.ts";
import { log } from "../../../engine/log.ts";
import { isUuid } from "../../../engine/resource/index.ts";
import type { Services } from "../../../engine/services.ts";
import { taskChannel } from "../session-tasks.ts";
import { noteLater, readHeartbeat } from "./heartbeats.ts";
import { terminalOf } from "./own-terminal.ts";
import { pendingTasks } from "./status-routes.ts";

/** Largest frame of a component, in bytes. */
const largestFrame = 512 * 1024;

/** What a component that does not read may leave waiting, in bytes. */
const highWaterMark = 1_048_576;

/** Close code: the account belongs to no component. */
const noComponent = 4403;

interface Connection extends SignedInPage {
  readonly terminalId: string;
}

/** What connected components are told and heard by. */
type TaskSocketServices = Pick<Services, "db" | "events" | "principals" | "sessions">;

/** Tells connected components what is asked of them, and hears their heartbeats. */
interface TaskSockets {
  connect: SocketDeclaration["connect"];
}

/**
 * The connected components of one process. What is asked of a component, by any process, is told to it; one whose rights
 * ended is closed within `checkSeconds`. Contract: docs/contract/components.md, section 4.
 */
function createTaskSockets(services: TaskSocketServices, checkSeconds = 10): TaskSockets {
  const server = new WebSocketServer({ noServer: true, maxPayload: largestFrame, perMessageDeflate: false });
  const connections = new OpenPages<Connection>({
    checkSeconds,
    signedIn: (pages) => stillSignedIn(services, pages),
  });

  services.events.subscribe(
    taskChannel,
    (payload: Json) => tell(typeof payload === "string" && isUuid(payload) ? payload : null),
    () => tell(null),
  );

  function tell(taskId: string | null, only?: WebSocket): void {
    const concerned = [...connections.all].filter(([socket]) => only === undefined || socket === only);
    if (concerned.length === 0) return;
    const ids = [...new Set(concerned.map(([, { terminalId }]) => terminalId))];
    pendingTasks(services.db, ids, taskId)
      .then((tasks) => {
        for (const [socket, { terminalId }] of concerned) {
          const own = tasks.get(terminalId);
          // On connecting there is always an answer, also that nothing waits.
          if (own !== undefined || only !== undefined) push(socket, own ?? []);
        }
      })
      .catch((error: unknown) => log.warn({ err: error }, "components could not be told their tasks"));
  }

  function push(socket: WebSocket, tasks: readonly Json[]): void {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > highWaterMark) socket.terminate();
    // The contract's frames are binary.
    else socket.send(Buffer.from(JSON.stringify(tasks)));
  }

  function hear(terminalId: string, frame: string): void {
    try {
      const message: unknown = JSON.parse(frame);
      if (!isObject(message) || message.type !== "status") return;
      noteLater(services.db, terminalId, readHeartbeat(message.payload));
    } catch (error) {
      if (error instanceof ValidationError || error instanceof SyntaxError) {
        log.warn({ terminal: terminalId }, "a component told what cannot be; its heartbeat does not count");
        return;
      }
      throw error;
    }
  }

  return {
    connect(context, { request, socket, head }) {
      terminalOf(services.db, context.principal.id)
        .then((terminal) => {
          server.handleUpgrade(request, socket, head, (open) => {
            if (terminal === undefined) {
              open.close(noComponent, "no component");
              return;
            }
            connections.add(open, { ...signedInPage(context), terminalId: terminal.id });
            open.on("message", (data) => hear(terminal.id, String(data)));
            tell(null, open);
          });
        })
        .catch((error: unknown) => {
          log.error({ err: error }, "a component could not be connected");
          socket.destroy();
        });
    },
  };
}

/** One set for each installation this process serves. */
const installations = new WeakMap<EventBus, TaskSockets>();

/** Where components are told their tasks. Contract: docs/contract/components.md, section 4. */
export const taskSocket: SocketDeclaration = {
  path: "/ws/terminal-task/",
  access: component("terminal.add_status"),
  connect: (context, connection) => {
    const { services } = context;
    const sockets = installations.get(services.events) ?? createTaskSockets(services);
    installations.set(services.events, sockets);
    sockets.connect(context, connection);
  },
};
