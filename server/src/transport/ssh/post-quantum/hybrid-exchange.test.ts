import { connect, createServer, type Server, type Socket } from "node:net";
import ssh2, { type KexAlgorithm } from "ssh2";
import { afterEach, describe, expect, it } from "vitest";
import { makeHostKey } from "../host-key-pair.ts";
import { hybridOffer, offerAfterTrial } from "./availability.ts";
import { offerHybridExchange } from "./hybrid-exchange.ts";
import { hybridMethod } from "./hybrid-secret.ts";
import { type MlKem768, portableMlKem768 } from "./ml-kem.ts";

const kem = await portableMlKem768();
const hostKey = await makeHostKey("ed25519");
const plainMethods: KexAlgorithm[] = ["curve25519-sha256", "diffie-hellman-group16-sha512"];

/** How one side takes part; `kem: null` leaves the hybrid method out. */
interface Side {
  readonly kem: MlKem768 | null;
  readonly kex?: KexAlgorithm[];
}

interface Meeting {
  /** The methods both sides agreed on, one for each exchange; or why there was none. */
  readonly client: readonly string[] | string;
  readonly server: readonly string[] | string;
}

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

const listen = (take: (socket: Socket) => void): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer(take).listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
    open.push(server);
  });

/** Changes what passes on the way, in either direction. */
type Meddler = (data: Buffer, from: "client" | "server") => Buffer;

/** Lets a server and a client of ssh2 shake hands, renew their keys `renewals` times, and say so to each other. */
async function meet(client: Side, server: Side, renewals = 0, meddler?: Meddler): Promise<Meeting> {
  const seen = { client: [] as string[], server: [] as string[] };
  let serverError: string | null = null;
  let left = renewals;
  const protocol = new ssh2.Server(
    { hostKeys: [hostKey], algorithms: { kex: server.kex ?? plainMethods } },
    (connection) => {
      if (server.kem !== null) offerHybridExchange(connection, server.kem);
      connection.on("error", (error) => {
        serverError ??= error.message;
      });
      connection.on("handshake", ({ kex }) => seen.server.push(kex));
      connection.on("authentication", (attempt) => attempt.accept());
      connection.on("session", (accept) =>
        accept().on("exec", (start) => {
          const channel = start();
          const renew = () => {
            if (left === 0) channel.end("all is well");
            else connection.rekey(renew);
            left -= 1;
          };
          renew();
        }),
      );
    },
  );
  const inner = await listen((socket) => protocol.injectSocket(socket));
  const port = meddler === undefined ? inner : await listen((socket) => pass(socket, inner, meddler));
  const peer = new ssh2.Client();
  const said = await new Promise<string>((resolve) => {
    peer.on("error", (error) => resolve(error.message));
    peer.on("close", () => resolve("closed"));
    peer.on("handshake", ({ kex }) => seen.client.push(kex));
    peer.on("ready", () =>
      peer.exec("anything", (error, channel) => {
        if (error) resolve(error.message);
        else channel.on("data", (data: Buffer) => resolve(data.toString()));
      }),
    );
    peer.connect({
      host: "127.0.0.1",
      port,
      username: "somebody",
      algorithms: { kex: client.kex ?? plainMethods },
    });
    if (client.kem !== null) offerHybridExchange(peer, client.kem);
  });
  peer.end();
  await new Promise((resolve) => setTimeout(resolve, 50));
  return {
    client: said === "all is well" ? seen.client : said,
    server: serverError ?? seen.server,
  };
}

function pass(socket: Socket, port: number, meddler: Meddler): void {
  const further = connect(port, "127.0.0.1");
  for (const [from, to, name] of [
    [socket, further, "client"],
    [further, socket, "server"],
  ] as const) {
    from.on("data", (data: Buffer) => to.write(meddler(data, name)));
    from.on("error", () => to.destroy());
    from.on("close", () => to.destroy());
  }
}

const changing = (change: Partial<MlKem768>): MlKem768 => ({ ...kem, ...change });

describe("the hybrid key exchange", () => {
  it("is what two sides agree on that know it, also when keys are renewed", async () => {
    const methods = Array(4).fill(hybridMethod);
    expect(await meet({ kem }, { kem }, 3)).toEqual({ client: methods, server: methods });
  });

  it("is left out where one side does not know it", async () => {
    const plain = { client: ["curve25519-sha256"], server: ["curve25519-sha256"] };
    expect(await meet({ kem: null }, { kem })).toEqual(plain);
    expect(await meet({ kem }, { kem: null })).toEqual(plain);
  });

  it("stands before its carrier under both of its names", async () => {
    for (const name of ["curve25519-sha256", "curve25519-sha256@libssh.org"] as const) {
      const { client } = await meet({ kem, kex: [name] }, { kem, kex: [name] });
      expect(client).toEqual([hybridMethod]);
      // Each side's carrier is its own business.
      const mixed = await meet({ kem, kex: [name] }, { kem });
      expect(mixed.client).toEqual([hybridMethod]);
    }
  });

  it("leaves other methods alone", async () => {
    const dh: Side = { kem: null, kex: ["diffie-hellman-group16-sha512"] };
    const { client } = await meet(dh, { kem }, 1);
    expect(client).toEqual(Array(2).fill("diffie-hellman-group16-sha512"));
  });

  it("refuses a client whose ML-KEM key is none", async () => {
    const broken = changing({
      generate: () => {
        const pair = kem.generate();
        // A coefficient of 4095 where 3328 is the most there can be.
        pair.publicKey.fill(0xff, 0, 3);
        return pair;
      },
    });
    const { client, server } = await meet({ kem: broken }, { kem });
    expect(server).toContain("modulus");
    expect(client).not.toContain(hybridMethod);
  });

  it("refuses keys of another length", async () => {
    const short = changing({ generate: () => ({ ...kem.generate(), publicKey: Buffer.alloc(1183) }) });
    expect((await meet({ kem: short }, { kem })).server).toContain("1215 bytes where");
    const long = changing({
      encapsulate: (key) => ({ ...kem.encapsulate(key), ciphertext: Buffer.alloc(1089) }),
    });
    expect((await meet({ kem }, { kem: long })).client).toContain("1121 bytes where");
  });

  it("comes to nothing where the two sides hold different secrets", async () => {
    const elsewhere = changing({
      encapsulate: (key) => ({ ...kem.encapsulate(key), secret: Buffer.alloc(32, 1) }),
    });
    expect((await meet({ kem }, { kem: elsewhere })).client).toContain("signature verification failed");
  });

  it("cannot be talked out of by somebody between the two", async () => {
    const hide: Meddler = (data) =>
      Buffer.from(data.toString("latin1").replaceAll(hybridMethod, "mlkem000x25519-sha256"), "latin1");
    expect((await meet({ kem }, { kem }, 0, hide)).client).toContain("signature verification failed");
    // Hidden from one side alone.
    const half: Meddler = (data, from) => (from === "client" ? hide(data, from) : data);
    expect((await meet({ kem }, { kem }, 0, half)).client).not.toContain("curve25519-sha256");
  });

  it("does not begin in the middle of another, or without a carrier", async () => {
    const dh: KexAlgorithm[] = ["diffie-hellman-group16-sha512"];
    const client = new ssh2.Client();
    client.on("error", () => undefined);
    const port = await listen(() => undefined);
    client.connect({ host: "127.0.0.1", port, username: "somebody", algorithms: { kex: dh } });
    expect(() => offerHybridExchange(client, kem)).toThrow("no method carries");
    client.destroy();
  });
});

describe("whether it is offered", () => {
  const peer = {} as ssh2.Client;

  it("is decided by a trial, which the installed parts pass", async () => {
    const offer = await hybridOffer();
    // It goes to work on what it is given.
    expect(() => offer(peer)).toThrow();
  });

  it.each([
    ["an unknown release of ssh2", "1.18.0", undefined],
    [
      "secrets that differ",
      "1.17.0",
      async () => changing({ encapsulate: (key) => ({ ...kem.encapsulate(key), secret: Buffer.alloc(32) }) }),
    ],
    ["no ML-KEM at all", "1.17.0", () => Promise.reject(new Error("cannot be loaded"))],
  ])("is no, with a line in the log, for %s", async (_name, release, makeKem) => {
    const offer = await offerAfterTrial(release, makeKem);
    expect(() => offer(peer)).not.toThrow();
  });
});
