import { setTimeout as sleep } from "node:timers/promises";
import { type OpenSshServer, startOpenSsh } from "../../server/src/engine/testing/openssh.ts";
import {
  TerminalClient,
  type TerminalClientOptions,
} from "../../server/src/engine/testing/terminal-client.ts";
import { ApiClient } from "./api.ts";
import { adminPassword, type Product } from "./product.ts";

/** A session of the headless terminal. */
export type TerminalSession = Awaited<ReturnType<typeof TerminalClient.session>>;

/** A machine, an account on it, and somebody who may use both: what most tests of sessions begin with. */
export interface World {
  readonly product: Product;
  readonly sshd: OpenSshServer;
  readonly admin: ApiClient;
  /** The person who may connect, signed in as a browser is. */
  readonly user: ApiClient;
  readonly username: string;
  readonly password: string;
  readonly hostId: string;
  /** Opens a terminal session of the user on the machine. */
  connect(options?: Partial<TerminalClientOptions>): Promise<TerminalSession>;
  /** The session as the administrator sees it. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  session(id: string): Promise<any>;
  /** What a replay shows: all output of the asciicast, joined. */
  replay(id: string): Promise<string>;
  close(): Promise<void>;
}

/** Id of the built-in platform "Linux". */
export const linuxPlatform = 1;

/** The account of a real SSH server, as a host is created with it. */
export const accountOn = ({ username, password, privateKey }: OpenSshServer) => ({
  name: username,
  username,
  ...(password === ""
    ? { secret_type: "ssh_key", secret: privateKey }
    : { secret_type: "password", secret: password }),
  push_now: false,
});

/** Sets the world up through the API of a running product. */
export async function buildWorld(product: Product): Promise<World> {
  const sshd = await startOpenSsh();
  const admin = await ApiClient.signIn(product.url, "admin", adminPassword);
  const suffix = Math.random().toString(36).slice(2, 8);
  const host = await admin.post(`/api/v1/assets/hosts/?platform=${linuxPlatform}`, {
    name: `web-${suffix}`,
    address: "127.0.0.1",
    platform: { pk: linuxPlatform },
    protocols: [{ name: "ssh", port: sshd.port }],
    accounts: [accountOn(sshd)],
  });
  const username = `ada-${suffix}`;
  const password = "Quiet-Meadow-77";
  const person = await admin.post("/api/v1/users/users/", {
    name: "Ada",
    username,
    email: `${username}@example.com`,
    password_strategy: "custom",
    password,
  });
  await admin.post("/api/v1/perms/asset-permissions/", {
    name: `grant-${suffix}`,
    users: [{ pk: person.id }],
    assets: [{ pk: host.id }],
    accounts: ["@ALL"],
    actions: ["connect"],
  });
  const user = await (await ApiClient.signIn(product.url, username, password)).acceptTerms();
  return {
    product,
    sshd,
    admin,
    user,
    username,
    password,
    hostId: host.id,
    async connect(options = {}) {
      const token = await user.post("/api/v1/authentication/connection-token/", {
        asset: host.id,
        account: sshd.username,
        protocol: "ssh",
        connect_method: "web_cli",
      });
      return TerminalClient.session({
        url: product.url,
        token: token.id,
        headers: { cookie: user.cookies, origin: product.url },
        ...options,
      });
    },
    session: (id) => admin.get(`/api/v1/terminal/sessions/${id}/`),
    replay: (id) => replayOf(admin, id),
    close: () => sshd.stop(),
  };
}

/** Fetches a replay as the player does: asks until it is ready, then reads the cast. */
export async function replayOf(api: ApiClient, id: string): Promise<string> {
  const source = await until(
    "a replay that is ready",
    async () => {
      const { status, body } = await api.raw("GET", `/api/v1/terminal/sessions/${id}/replay/?refresh=1`);
      if (status !== 200) throw new Error(`the replay answers ${status}: ${JSON.stringify(body)}`);
      return body.src as unknown;
    },
    (src) => typeof src === "string",
  );
  const path = new URL(String(source), api.url);
  return outputOf(String((await api.raw("GET", path.pathname + path.search)).body));
}

/** All output in an asciicast v2. */
function outputOf(cast: string): string {
  const lines = cast.split("\n").filter((line) => line !== "");
  const events = lines.slice(1).map((line) => JSON.parse(line) as [number, string, string]);
  return events
    .filter(([, kind]) => kind === "o")
    .map(([, , text]) => text)
    .join("");
}

/** Asks again and again until the answer is wanted. */
export async function until<T, Wanted extends T>(
  what: string,
  look: () => Promise<T> | T,
  isWanted: (answer: T) => answer is Wanted,
  seconds?: number,
): Promise<Wanted>;
export async function until<T>(
  what: string,
  look: () => Promise<T> | T,
  isWanted: (answer: T) => boolean,
  seconds?: number,
): Promise<T>;
export async function until<T>(
  what: string,
  look: () => Promise<T> | T,
  isWanted: (answer: T) => boolean,
  seconds = 30,
): Promise<T> {
  const late = performance.now() + seconds * 1000;
  for (;;) {
    const answer = await look();
    if (isWanted(answer)) return answer;
    if (performance.now() > late)
      throw new Error(`waited ${seconds} s for ${what}: ${JSON.stringify(answer)}`);
    await sleep(200);
  }
}
