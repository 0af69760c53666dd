import { type WebSocket, WebSocketServer } from "ws";
import { type CallerContext, permission } from "../../engine/access/index.ts";
import { recordOperation } from "../../engine/audit/index.ts";
import { freshCaller, type OpenPage, OpenPages, type SocketDeclaration } from "../../engine/http/index.ts";
import { type Message, translate } from "../../engine/i18n/index.ts";
import { isObject, type JsonObject } from "../../engine/json.ts";
import { log } from "../../engine/log.ts";
import type { Route } from "../../transport/ssh/index.ts";
import { askedGateway, findUsableGateway, type NamedGateway, openGateway } from "./gateways.ts";
import { runsFromGateways, runTool } from "./run-tool.ts";
import type { ToolLimits } from "./tool-limits.ts";
import { text } from "./tool-texts.ts";
import { beginUse, endUse, longestUse } from "./uses.ts";
import { straight, ToolRefused, through } from "./way.ts";

/** The right to the tools. */
const right = "settings.view_setting";

/** Milliseconds somebody may take to say which tool. */
const longestSilence = 10_000;

/** A page that uses a tool. */
interface Page extends OpenPage {
  context: CallerContext;
  /** The other end of its connection. */
  readonly end: ToolLimits["page"];
  /** The gateway its tool runs from. */
  gateway: NamedGateway | null;
}

/** What the operate log tells of a use: the tool, where it went, and from which gateway. */
const nameOf = (request: JsonObject, gateway: string | null): string => {
  const where = [request.dest_ip ?? request.dest_ips, request.dest_port ?? request.dest_ports].flat();
  const words = [request.tool_type ?? "ping", ...where].filter((one) => one !== undefined && one !== null);
  const from = gateway === null ? "" : ` @ ${gateway.slice(0, 60)}`;
  return `${words
    .map(String)
    .join(" ")
    .slice(0, 200 - from.length)}${from}`;
};

const readRequest = (data: string): JsonObject => {
  try {
    const request: unknown = JSON.parse(data);
    return isObject(request) ? (request as JsonObject) : {};
  } catch {
    return {};
  }
};

/** Resolves when the page has taken it: a reader that is slow slows the tool. */
const say = (socket: WebSocket, line: string): Promise<void> =>
  new Promise((resolve) => {
    socket.send(JSON.stringify({ msg: `${line}\r\n` }), () => resolve());
  });

async function serve(page: Page, socket: WebSocket, request: JsonObject, use: string): Promise<void> {
  const { context, gateway } = page;
  const { services, language } = context;
  const closed = new AbortController();
  socket.once("close", () => closed.abort());
  const time = AbortSignal.timeout(longestUse);
  const signal = AbortSignal.any([closed.signal, time]);
  const told = (line: Message | string): string =>
    typeof line === "string" ? line : translate(line, language);
  let route: Route | null = null;
  try {
    const allowed = services.config.localTargets;
    if (askedGateway(request) !== null) {
      if (!runsFromGateways(request)) throw new ToolRefused(text.notThroughGateway);
      if (gateway === null) throw new ToolRefused(text.noGateway);
      route = await openGateway(context, gateway, { use, signal });
    }
    const way = route === null ? straight(allowed) : through(route, gateway?.name ?? "");
    const limits = { way, allowed, signal, page: page.end };
    for await (const line of runTool(request, limits)) await say(socket, told(line));
    if (time.aborted) await say(socket, told(text.timeUp));
  } catch (error) {
    if (closed.signal.aborted) return;
    if (time.aborted) await say(socket, told(text.timeUp));
    else if (error instanceof ToolRefused) await say(socket, `Exception: ${told(error.text)}`);
    else throw error;
  } finally {
    route?.close();
  }
  await say(socket, "");
}

async function start(page: Page, socket: WebSocket, data: string): Promise<void> {
  const { context } = page;
  const { db } = context.services;
  const use = await beginUse(db, context.principal.id);
  if (use === null) {
    await say(socket, `Exception: ${translate(text.busy, context.language)}`);
    return;
  }
  try {
    const request = readRequest(data);
    const asked = askedGateway(request);
    page.gateway = asked === null ? null : await findUsableGateway(context, asked);
    // Before it runs: what is not written down is not done.
    await recordOperation(context, {
      action: "view",
      type: text.tools,
      name: nameOf(request, page.gateway?.name ?? asked),
      id: use,
      ...(page.gateway === null ? {} : { organizationId: page.gateway.organizationId }),
    });
    await serve(page, socket, request, use);
  } finally {
    await endUse(db, use);
  }
}

/** Those who may still use what they use; their pages know them as they are now. */
async function entitled(open: ReadonlyMap<WebSocket, Page>): Promise<ReadonlySet<WebSocket>> {
  const found = new Set<WebSocket>();
  for (const [socket, page] of open) {
    const fresh = await freshCaller(page.context);
    if (fresh === null || !fresh.permissions.has(right)) continue;
    if (page.gateway !== null && (await findUsableGateway(fresh, page.gateway.id)) === null) continue;
    page.context = fresh;
    found.add(socket);
  }
  return found;
}

/**
 * `/ws/setting/tools/`: one tool a connection. Contract: docs/contract/settings.md, "Tools".
 * @param checkSeconds between looks whether those who use tools still may
 */
export function toolSocket(checkSeconds = 10): SocketDeclaration {
  const server = new WebSocketServer({ noServer: true, maxPayload: 65_536, perMessageDeflate: false });
  const pages = new OpenPages<Page>({ checkSeconds, signedIn: entitled });
  return {
    path: "/ws/setting/tools/",
    access: permission(right),
    connect: (context, { request, socket: raw, head }) => {
      server.handleUpgrade(request, raw, head, (socket) => {
        const { remoteAddress: address, remotePort: port } = request.socket;
        const end = address === undefined || port === undefined ? null : { address, port };
        const page: Page = { userId: context.principal.id, context, end, gateway: null };
        pages.add(socket, page);
        const silence = setTimeout(() => socket.close(), longestSilence);
        socket.once("close", () => clearTimeout(silence));
        socket.once("message", (data) => {
          clearTimeout(silence);
          start(page, socket, String(data))
            .catch((error: unknown) => log.error({ err: error }, "a tool failed"))
            .finally(() => socket.close());
        });
      });
    },
  };
}
