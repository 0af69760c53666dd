import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  ComponentClient,
  registerComponent,
  type TaskSocket,
} from "../../server/src/testing/component-client.ts";

/** Components that show sessions by pages of their own, as those made elsewhere do: they know the contract alone. */
export interface PageComponents {
  /** Port at which their pages are, each below `/<type>/`, as behind one proxy. */
  readonly port: number;
  /** Ids of the sessions they reported, in order. */
  readonly sessions: readonly string[];
  /** What they were answered when they asked for the secrets of tokens, in order. */
  readonly secrets: readonly SecretAnswer[];
  /** Waits for the next task of a component, carries it out, and answers its name. */
  obey(type: PageType): Promise<string>;
  /** Whether pages speak the frame protocol from now on. */
  speak(does: boolean): void;
  close(): Promise<void>;
}

/** An answer to a component that asked for the secret of a token. */
export interface SecretAnswer {
  readonly status: number;
  readonly account?: { readonly username: string; readonly secret: string };
  readonly asset?: string;
  readonly options?: Readonly<Record<string, unknown>>;
}

/** A type of component with a page. */
export type PageType = "chen" | "kael" | "lion";

/** Where and as what components register. */
export interface PageComponentsOptions {
  /** Address of the product. */
  readonly url: string;
  readonly bootstrapToken: string;
  readonly types: readonly PageType[];
}

/** What the page of the component does; `base` is its folder. A nested page of another origin lies to the one above. */
const script = (base: string, liar: string): string => `
const say = (name, id) => parent.postMessage({ name, id }, "*");
const show = (text) => { document.querySelector("output").textContent = text; };
addEventListener("message", ({ source, data }) => {
  if (source !== parent) return;
  if (data.name === "PING") { say("PONG", "another"); say("PONG", data.id); }
  if (data.name === "FOCUS") document.querySelector("input").focus();
});
addEventListener("click", () => say("CLICK"));
const query = new URLSearchParams(location.search);
const opened = await (await fetch("${base}open", { method: "POST", body: query.get("token") })).json();
if (opened.session === undefined) {
  show("Refused: " + opened.status);
  say("CLOSE");
} else {
  show("Signed in to " + opened.asset + " as " + opened.username);
  say("CONNECTED");
  const frame = document.createElement("iframe");
  frame.src = "${liar}";
  document.body.append(frame);
  await fetch("${base}ended?session=" + opened.session);
  show("Ended");
  say("CLOSE");
  say("CONNECTED");
}`;

const page = (isSpeaking: boolean, base: string, liar: string): string =>
  `<!doctype html><title>Component</title><style>body{font:16px sans-serif;padding:24px;background:#fff}</style>
<output>Opening</output><p><input aria-label="Console of the component"></p>
${isSpeaking ? `<script type="module">${script(base, liar)}</script>` : ""}`;

/** How often components say that they are there, in milliseconds. */
const beatEvery = 30_000;

/** Says to the page at the top, whose frame it is not, that the session is over. */
const lie = `<!doctype html><title>Liar</title><script>
for (const name of ["CLOSE", "CLICK"]) top.postMessage({ name }, "*");
document.title = "Said";
</script>`;

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}

async function register({ url, bootstrapToken }: PageComponentsOptions, type: PageType) {
  const { body } = await registerComponent(url, { name: `${type}-${randomUUID()}`, type }, bootstrapToken);
  const client = new ComponentClient(url, body.service_account.access_key);
  await client.call("POST", "terminal/status/", {});
  return client;
}

/** Registers components with a running product, and serves their pages on this machine. */
export async function startPageComponents(options: PageComponentsOptions): Promise<PageComponents> {
  const clients = new Map<string, ComponentClient>();
  for (const type of options.types) clients.set(type, await register(options, type));
  const clientOf = (type: string): ComponentClient => {
    const client = clients.get(type);
    if (client === undefined) throw new Error(`no component of type ${type} was registered`);
    return client;
  };
  const sessions: string[] = [];
  const secrets: SecretAnswer[] = [];
  const endings = new Map<string, () => void>();
  const state = { isSpeaking: true };

  const open = async (client: ComponentClient, token: string): Promise<object> => {
    const { status, body } = await client.call("POST", "authentication/super-connection-token/secret/", {
      id: token,
    });
    if (status !== 200) {
      secrets.push({ status });
      return { status };
    }
    const { account, asset, user, connect_options, org_id, protocol } = body;
    secrets.push({
      status,
      account: { username: account.username, secret: account.secret },
      asset: asset.name,
      options: connect_options,
    });
    const session = randomUUID();
    await client.call("POST", "terminal/sessions/", {
      id: session,
      user: `${user.name}(${user.username})`,
      user_id: user.id,
      asset: `${asset.name}(${asset.address})`,
      asset_id: asset.id,
      account: `${account.name}(${account.username})`,
      account_id: account.id,
      protocol,
      org_id,
      login_from: "WT",
      date_start: new Date().toISOString(),
    });
    sessions.push(session);
    await client.call("POST", "terminal/status/", { sessions: [session] });
    return { session, asset: asset.name, username: account.username };
  };

  const html = (response: ServerResponse, text: string) =>
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(text);
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://component");
    const [, type = "", path] = pathname.split("/");
    const base = `/${type}/`;
    const { port } = server.address() as AddressInfo;
    switch (clients.has(type) ? path : undefined) {
      case "connect":
        return void html(response, page(state.isSpeaking, base, `http://localhost:${port}${base}lie`));
      case "lie":
        return void html(response, lie);
      case "open":
        return void response.end(JSON.stringify(await open(clientOf(type), await bodyOf(request))));
      case "ended":
        return void endings.set(searchParams.get("session") ?? "", () => response.end("{}"));
      default:
        response.writeHead(404).end();
    }
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const beating = setInterval(() => {
    for (const client of clients.values())
      void client.call("POST", "terminal/status/", { sessions }).catch(() => {});
  }, beatEvery);
  const sockets = new Map<string, TaskSocket>();
  return {
    port: (server.address() as AddressInfo).port,
    sessions,
    secrets,
    async obey(type) {
      const client = clientOf(type);
      const tasks = sockets.get(type) ?? (await client.connect());
      sockets.set(type, tasks);
      for (;;) {
        const [task] = await tasks.next();
        if (task === undefined) continue;
        endings.get(task.args)?.();
        await client.call("PATCH", `terminal/tasks/${task.id}/`, { is_finished: true });
        await client.call("PATCH", `terminal/sessions/${task.args}/`, {
          is_finished: true,
          date_end: new Date().toISOString(),
        });
        return task.name;
      }
    },
    speak(does) {
      state.isSpeaking = does;
    },
    async close() {
      clearInterval(beating);
      await Promise.all([...sockets.values()].map((tasks) => tasks.close()));
      for (const end of endings.values()) end();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
