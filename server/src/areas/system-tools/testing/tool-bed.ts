import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { permissionByCode } from "@sallyport/contract/permissions";
import { vi } from "vitest";
import { WebSocket } from "ws";
import type { HttpApp } from "../../../engine/http/http-server.ts";
import { acceptUpgrades } from "../../../engine/http/upgrades.ts";
import { localChannel } from "../../../engine/process/channel.ts";
import { createHttpApp } from "../../../http-app.ts";
import { createTestProduct, type TestCaller, type TestProduct } from "../../../testing/product.ts";
import { toolSocket } from "../tool-sockets.ts";

/** A tool at work. */
export interface ToolRun {
  readonly socket: WebSocket;
  /** Resolves when what was said so far matches. */
  said(pattern: RegExp): Promise<void>;
  /** All that was said, and the code the connection was closed with. */
  readonly over: Promise<{ readonly said: string; readonly code: number }>;
}

/** A product whose tools are used over sockets, by two web processes as it were. */
export interface ToolBed {
  readonly product: TestProduct;
  /** A machine that says `SSH-2.0-…` and hangs up. */
  readonly port: number;
  /** Begins a tool. */
  begin(asked: unknown, caller?: TestCaller, process?: number): ToolRun;
  /** All that a tool says until it is over. */
  use(asked: unknown, caller?: TestCaller, process?: number): Promise<string>;
  /** Why somebody may not connect; `open` when they may. */
  refusal(caller: TestCaller | null): Promise<string>;
  /** Somebody new, with a role of the system and one of the default organization that have these codes. */
  person(name: string, system: readonly string[], organization?: readonly string[]): Promise<TestPerson>;
  close(): Promise<void>;
}

/** Somebody with roles of their own: `<name> system` and `<name> org`. */
export interface TestPerson {
  readonly id: string;
  readonly caller: TestCaller;
}

/** A machine of this host: what it does with who connects. */
export async function listen(serve: (socket: Socket) => void): Promise<{ server: Server; port: number }> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    serve(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

/** @param checkSeconds between looks whether those who use tools still may */
export async function startToolBed(checkSeconds?: number): Promise<ToolBed> {
  const { server: target, port } = await listen((socket) => socket.end("SSH-2.0-\u001b[2Jtarget\r\n"));
  const product = await createTestProduct({ SALLYPORT_LOCAL_TARGETS: "127.0.0.1" });
  const { services, areas } = product.product;
  const apps: HttpApp[] = [];
  for (let process = 0; process < 2; process++) {
    const app = await createHttpApp(services, areas);
    acceptUpgrades(
      app.fastify,
      services,
      [toolSocket(checkSeconds)],
      localChannel(() => undefined),
    );
    await app.fastify.listen({ port: 0, host: "127.0.0.1" });
    apps.push(app);
  }
  const open = (caller: TestCaller | null, process = 0): WebSocket => {
    const { port: at } = (apps[process] as HttpApp).fastify.server.address() as AddressInfo;
    const cookie = Object.entries(caller?.cookies ?? {})
      .map(([name, value]) => `${name}=${value}`)
      .join("; ");
    return new WebSocket(`ws://127.0.0.1:${at}/ws/setting/tools/`, { headers: { cookie } });
  };
  const begin: ToolBed["begin"] = (asked, caller = product.administrator, process = 0) => {
    let said = "";
    const waiting = new Set<() => void>();
    const socket = open(caller, process);
    socket.on("open", () => socket.send(typeof asked === "string" ? asked : JSON.stringify(asked)));
    socket.on("message", (data) => {
      said += (JSON.parse(String(data)) as { msg: string }).msg;
      for (const look of waiting) look();
    });
    const over = new Promise<{ said: string; code: number }>((resolve, reject) => {
      socket.on("error", reject);
      socket.on("close", (code) => resolve({ said, code }));
    });
    return {
      socket,
      over,
      said: (pattern) =>
        new Promise((resolve, reject) => {
          const look = (): void => {
            if (!pattern.test(said)) return;
            waiting.delete(look);
            resolve();
          };
          waiting.add(look);
          look();
          over.then(() => reject(new Error(`it said ${said}`)), reject);
        }),
    };
  };
  return {
    product,
    port,
    begin,
    use: async (asked, caller, process) => (await begin(asked, caller, process).over).said,
    refusal: (caller) =>
      new Promise((resolve) => {
        const socket = open(caller);
        socket.on("error", (error) => resolve(error.message));
        socket.on("open", () => resolve("open"));
      }),
    person: (name, system, organization = []) => makePerson(product, name, { system, org: organization }),
    close: async () => {
      for (const app of apps) await app.fastify.close();
      await product.close();
      target.close();
    },
  };
}

async function makePerson(
  { administrator, createUser, signIn }: TestProduct,
  name: string,
  codes: Readonly<Record<"system" | "org", readonly string[]>>,
): Promise<TestPerson> {
  const role = async (scope: "system" | "org"): Promise<string> => {
    const { status, body, text } = await administrator.call("POST", `rbac/${scope}-roles/`, {
      name: `${name} ${scope}`,
      scope,
      permissions: codes[scope].map((code) => permissionByCode.get(code)?.id ?? -1),
    });
    if (status !== 201) throw new Error(text);
    return body.id;
  };
  const { id } = await createUser({
    username: name,
    name,
    system_roles: [await role("system")],
    org_roles: [await role("org")],
  });
  return { id, caller: await signIn(id) };
}

/** Has programs looked for in an empty folder alone, while something is done. */
export async function withPrograms(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-programs-"));
  vi.stubEnv("PATH", folder);
  try {
    await work(folder);
  } finally {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  }
}
