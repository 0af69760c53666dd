import dns from "node:dns";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

/** What the name server of somebody else answers, one after the other. */
const answers: string[][] = [];
const asked = vi.fn();

vi.mock("node:dns/promises", () => ({
  lookup: async (host: string) => {
    asked(host);
    return (answers.shift() ?? ["127.0.0.1"]).map((address) => ({ address, family: 4 }));
  },
}));

const { post, resolveTarget, TargetRefused } = await import("./index.ts");

let allowedServer: Server;
let secretServer: Server;
let port = 0;
let reached: string[] = [];

const listen = (name: string, host: string, at: number): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer((_request, response) => {
      reached.push(name);
      response.end(name);
    });
    server.once("error", reject);
    server.listen(at, host, () => resolve(server));
  });

beforeEach(async () => {
  reached = [];
  answers.length = 0;
  asked.mockClear();
  allowedServer = await listen("allowed", "127.0.0.2", 0);
  port = (allowedServer.address() as AddressInfo).port;
  secretServer = await listen("secret", "127.0.0.1", port);
  // Who asks again while connecting is told of this machine.
  vi.spyOn(dns, "lookup").mockImplementation(((_host: string, options: unknown, done: unknown) => {
    const callback = (typeof options === "function" ? options : done) as (...said: unknown[]) => void;
    const all = (options as { all?: boolean } | null)?.all === true;
    if (all) callback(null, [{ address: "127.0.0.1", family: 4 }]);
    else callback(null, "127.0.0.1", 4);
  }) as never);
});
afterEach(() => {
  vi.restoreAllMocks();
  allowedServer.close();
  secretServer.close();
});

const send = () =>
  post(
    { address: `http://rebind.example:${port}/`, headers: {}, body: "{}" },
    { allowed: ["127.0.0.2"], signal: AbortSignal.timeout(10_000) },
  );

it("a name that means this machine a moment later does not lead there", async () => {
  answers.push(["127.0.0.2"], ["127.0.0.1"]);
  expect(await send()).toMatchObject({ answer: "allowed" });
  expect(asked).toHaveBeenCalledTimes(1);
  await expect(send()).rejects.toBeInstanceOf(TargetRefused);
  expect(reached).toEqual(["allowed"]);
});

it("of a name with several addresses only one that may be reached is", async () => {
  answers.push(["127.0.0.1", "127.0.0.2"]);
  expect(await send()).toMatchObject({ answer: "allowed" });
  expect(reached).toEqual(["allowed"]);
});

it.each(["127.0.0.1", "::1", "::ffff:127.0.0.1", "[::ffff:7f00:1]", "0.0.0.0", "169.254.169.254", "fe80::1"])(
  "%s is this machine or its link, however it is written",
  async (address) => {
    await expect(resolveTarget(address, ["127.0.0.2"])).rejects.toBeInstanceOf(TargetRefused);
  },
);
