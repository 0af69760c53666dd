import { X509Certificate } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { createSecureContext } from "node:tls";

/** A key and the certificate made for it, ready to be served. */
export interface LoadedCertificate {
  /** PEM. */
  readonly cert: Buffer;
  readonly key: Buffer;
  /** The first certificate of the file: that of this installation. */
  readonly leaf: X509Certificate;
}

/** The two PEM files of a certificate. */
export interface CertificateFiles {
  readonly certificateFile: string;
  readonly keyFile: string;
}

/**
 * Reads a certificate and its key.
 * @throws Error that names the file and what is wrong with it, never what the key file holds.
 */
export function readCertificate({ certificateFile, keyFile }: CertificateFiles): LoadedCertificate {
  const cert = read(certificateFile);
  const key = read(keyFile);
  let leaf: X509Certificate;
  try {
    leaf = new X509Certificate(cert);
  } catch {
    throw new Error(`${certificateFile} holds no certificate in PEM.`);
  }
  try {
    createSecureContext({ cert, key });
    return { cert, key, leaf };
  } catch {
    throw new Error(
      `${keyFile} holds no key, without a passphrase, of the certificate in ${certificateFile}.`,
    );
  }
}

function read(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new Error(`${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? "unknown"}).`);
  }
}

/** Milliseconds between two looks at the files. */
const lookEvery = 2_000;

/**
 * Calls `changed` whenever one of the files is another than before. Looks at them again and again: they may be links
 * into folders that are exchanged as a whole, which no notice of the file system tells.
 */
export function watchCertificate(
  { certificateFile, keyFile }: CertificateFiles,
  changed: () => void,
): { stop(): void } {
  const state = (): string => [certificateFile, keyFile].map(stateOf).join();
  let known = state();
  const timer = setInterval(() => {
    const now = state();
    if (now === known) return;
    known = now;
    changed();
  }, lookEvery);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

function stateOf(path: string): string {
  if (!existsSync(path)) return "none";
  const { mtimeMs, size, ino } = statSync(path);
  return `${ino} ${size} ${mtimeMs}`;
}
