import { createRequire } from "node:module";
import { Duplex } from "node:stream";
import ssh2, { type Client, type Connection } from "ssh2";
import { log } from "../../../engine/log.ts";
import { makeHostKey } from "../host-key-pair.ts";
import { offerHybridExchange } from "./hybrid-exchange.ts";
import { hybridMethod } from "./hybrid-secret.ts";
import { type MlKem768, nativeMlKem768, portableMlKem768 } from "./ml-kem.ts";

/** Releases of ssh2 whose inside was read; another one is not trusted with the hybrid method before it is. */
const knownReleases: readonly string[] = ["1.17.0"];

/** Longest wait for the trial, in milliseconds. */
const trialTimeout = 10_000;

/** Adds the hybrid method to what a connection offers, in time for its first key exchange. */
export type OfferHybrid = (peer: Client | Connection) => void;

const noOffer: OfferHybrid = () => undefined;

let offered: Promise<OfferHybrid> | null = null;

/** How connections of this process offer the post-quantum key exchange. */
export function hybridOffer(): Promise<OfferHybrid> {
  offered ??= offerAfterTrial(installedRelease());
  return offered;
}

/**
 * The offer, after it was tried out between a server and a client in memory. Where that fails, or ssh2's inside is
 * unknown, the method is left out and the log says why.
 *
 * @param release of ssh2
 * @param makeKem where ML-KEM comes from; Node's own before the portable one by default
 */
export async function offerAfterTrial(
  release: string,
  makeKem: () => Promise<MlKem768> = bestMlKem768,
): Promise<OfferHybrid> {
  try {
    if (!knownReleases.includes(release)) throw new Error(`ssh2 ${release} is not known`);
    const kem = await makeKem();
    await tryOut(kem);
    return (peer) => offerHybridExchange(peer, kem);
  } catch (error) {
    log.error({ err: error }, `${hybridMethod} is not offered: it failed its trial`);
    return noOffer;
  }
}

const bestMlKem768 = async (): Promise<MlKem768> => nativeMlKem768() ?? (await portableMlKem768());

function installedRelease(): string {
  const { version } = createRequire(import.meta.url)("ssh2/package.json") as { version: string };
  return version;
}

/**
 * Shakes hands and renews the keys over one connection in memory, with the hybrid method on both sides.
 *
 * @throws Error when the sides do not come to the same keys by it
 */
async function tryOut(kem: MlKem768): Promise<void> {
  const hostKey = await makeHostKey("ed25519");
  const [near, far] = streamPair();
  const client = new ssh2.Client();
  try {
    await new Promise<void>((resolve, reject) => {
      const methods: string[] = [];
      for (const stream of [near, far]) stream.on("error", reject);
      client.on("error", reject);
      client.on("close", () => reject(new Error("the trial ended early")));
      client.on("handshake", ({ kex }) => {
        if (methods.push(kex) < 2) return;
        if (methods.every((method) => method === hybridMethod)) resolve();
        else reject(new Error(`agreed on ${methods.join(" and ")}`));
      });
      const server = new ssh2.Server({ hostKeys: [hostKey], algorithms }, (connection) => {
        connection.on("error", reject);
        connection.on("authentication", (attempt) => attempt.accept());
        connection.once("ready", () => connection.rekey());
        offerHybridExchange(connection, kem);
      });
      server.injectSocket(far as Parameters<typeof server.injectSocket>[0]);
      client.connect({ sock: near, username: "trial", readyTimeout: trialTimeout, algorithms });
      offerHybridExchange(client, kem);
    });
  } finally {
    near.destroy();
    far.destroy();
  }
}

const algorithms = { kex: ["curve25519-sha256"] } satisfies ssh2.Algorithms;

/** Two ends in memory; what is written arrives later, as on a network. Node's own pair hands it over at once. */
function streamPair(): readonly [Duplex, Duplex] {
  const end = (other: () => Duplex): Duplex =>
    new Duplex({
      read: () => undefined,
      write: (chunk, _encoding, written) => {
        setImmediate(() => {
          other().push(chunk);
          written();
        });
      },
    });
  const near: Duplex = end(() => far);
  const far: Duplex = end(() => near);
  return [near, far];
}
