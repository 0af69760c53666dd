import type { X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import type { Duplex } from "node:stream";
import { type ConnectionOptions, connect, type TLSSocket } from "node:tls";
import { fingerprintOf, verifyHostKey } from "../../transport/ssh/host-key.ts";
import type { TargetFailure } from "../../transport/targets/failure.ts";
import type { TargetConnection } from "../target-connection.ts";
import { text } from "../texts.ts";

/** The certificates of a database asset, as Node's TLS takes them. */
export interface TlsCertificates {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly rejectUnauthorized: boolean;
}

/**
 * How the target's TLS is to be checked; null when the asset does not use it. Contract: docs/contract/assets.md,
 * "Collections".
 */
export function tlsOf(target: TargetConnection): TlsCertificates | null {
  const { use_ssl, ca_cert, client_cert, client_key, allow_invalid_cert } = target.spec.target.specification;
  if (use_ssl !== true) return null;
  const given = (value: unknown): value is string => typeof value === "string" && value !== "";
  return {
    ...(given(ca_cert) ? { ca: ca_cert } : {}),
    ...(given(client_cert) ? { cert: client_cert } : {}),
    ...(given(client_key) ? { key: client_key } : {}),
    rejectUnauthorized: allow_invalid_cert !== true,
  };
}

/**
 * Speaks TLS over a stream and checks the certificate by its issuer and name.
 *
 * @throws TargetFailure `certificate_invalid`, `tls_failed` or `timeout`
 */
export function secured(
  target: TargetConnection,
  stream: Duplex,
  certificates: TlsCertificates,
): Promise<TLSSocket> {
  return shakeHands(target, stream, certificates);
}

/**
 * Speaks TLS over a stream to a target that mostly has a certificate nobody issued. One that is valid is taken;
 * of any other the key is pinned, as host keys are: the first one shown, and never another.
 *
 * @throws TargetFailure `host_key_changed`, `tls_failed` or `timeout`
 */
export async function securedByPin(
  target: TargetConnection,
  stream: Duplex,
  options: { readonly address: string; readonly port: number } & Pick<ConnectionOptions, "minVersion">,
): Promise<TLSSocket> {
  const { address, port, ...tls } = options;
  const socket = await shakeHands(target, stream, { ...tls, rejectUnauthorized: false }, address);
  if (socket.authorized) return socket;
  const certificate = certificateOf(socket);
  if (certificate === undefined) {
    socket.destroy();
    throw target.failure("tls_failed", text.tlsFailed);
  }
  const publicKey = certificate.publicKey.export({ type: "spki", format: "der" });
  const endpoint = { assetId: target.spec.target.id, host: address, port };
  const key = {
    algorithm: `x509-${certificate.publicKey.asymmetricKeyType ?? "key"}`,
    publicKey: publicKey.toString("base64"),
    fingerprint: fingerprintOf(publicKey),
  };
  try {
    await verifyHostKey(target.hostKeys, endpoint, key);
  } catch (error) {
    socket.destroy();
    throw error;
  }
  return socket;
}

// Node hands the certificate of a server out once.
const certificates = new WeakMap<Duplex, X509Certificate>();

/** The certificate that was shown on a connection opened here; undefined: none, or it is not one of TLS. */
export const certificateOf = (stream: Duplex): X509Certificate | undefined => certificates.get(stream);

function shakeHands(
  target: TargetConnection,
  stream: Duplex,
  options: ConnectionOptions,
  address: string = target.endpoint.address,
): Promise<TLSSocket> {
  const opened = new Promise<TLSSocket>((resolve, reject) => {
    let socket: TLSSocket;
    try {
      const name = isIP(address) === 0 ? { servername: address } : {};
      // `host` is what the certificate is compared with where there is no name to ask for.
      socket = connect({ ...options, socket: stream, host: address, ...name });
    } catch {
      // A certificate or key of the asset that cannot be read.
      reject(target.failure("certificate_invalid", text.certificatesUnreadable));
      return;
    }
    target.onClose(() => socket.destroy());
    // Stays for good: an error later on must not end the process.
    socket.on("error", (error) => reject(tlsFailure(target, error)));
    socket.once("close", () => reject(target.failure("tls_failed", text.tlsFailed)));
    socket.once("secureConnect", () => {
      const certificate = socket.getPeerX509Certificate();
      if (certificate !== undefined) certificates.set(socket, certificate);
      resolve(socket);
    });
  });
  return target.within(opened, target.connectTimeout);
}

/** What an error of TLS says about the target. Drivers replace the code; the words stay. */
export function tlsFailure(target: TargetConnection, error: Error): TargetFailure {
  return /certificate|altname|CERT_/i.test(`${error.message} ${(error as NodeJS.ErrnoException).code ?? ""}`)
    ? target.failure("certificate_invalid", text.certificateInvalid, { reason: target.quote(error.message) })
    : target.failure("tls_failed", text.tlsFailed);
}
