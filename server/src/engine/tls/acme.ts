import { X509Certificate } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { log } from "../log.ts";
import type { CertificateFiles } from "./certificate-files.ts";
import type { CertificateSource } from "./tls-options.ts";

type AcmeSource = Extract<CertificateSource, { kind: "acme" }>;

/** Milliseconds until a failed order is tried again: the first pause, and the longest. */
const firstPause = 60_000;
const longestPause = 6 * 3_600_000;
/** Milliseconds between two looks at how long the certificate is still valid. */
const lookEvery = 3_600_000;

/** Where the certificate of an authority is kept. */
export const acmeFiles = ({ folder }: AcmeSource): CertificateFiles => ({
  certificateFile: join(folder, "certificate.pem"),
  keyFile: join(folder, "key.pem"),
});

/**
 * Keeps a certificate of an authority (ACME, RFC 8555, challenge `http-01`): orders one when there is none for these
 * names, and another when a third of its life is left. A failure is logged and tried again with growing pauses.
 *
 * @param challenges where the answers to challenges stand while the authority asks for them
 */
export function keepAcmeCertificate(source: AcmeSource, challenges: Map<string, string>): { stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let pause = firstPause;
  const look = async (): Promise<void> => {
    let next = lookEvery;
    try {
      if (isDue(source, new Date())) {
        await orderCertificate(source, challenges);
        log.info({ hosts: source.hosts, directory: source.directory }, "the certificate was issued");
      }
      pause = firstPause;
    } catch (error) {
      log.error({ err: error, hosts: source.hosts, seconds: pause / 1_000 }, "no certificate was issued");
      next = pause;
      pause = Math.min(pause * 2, longestPause);
    }
    if (!stopped) timer = setTimeout(() => void look(), next).unref();
  };
  void look();
  return {
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/** Whether a certificate has to be ordered: none for these names is there, or two thirds of its life are over. */
export function isDue(source: AcmeSource, now: Date): boolean {
  const { certificateFile, keyFile } = acmeFiles(source);
  if (!existsSync(certificateFile) || !existsSync(keyFile)) return true;
  try {
    const certificate = new X509Certificate(readFileSync(certificateFile));
    if (source.hosts.some((host) => certificate.checkHost(host) === undefined)) return true;
    const from = Date.parse(certificate.validFrom);
    const to = Date.parse(certificate.validTo);
    return now.getTime() >= to - (to - from) / 3;
  } catch {
    return true;
  }
}

/** Orders a certificate and puts it in its place. @throws Error with what the authority said */
async function orderCertificate(source: AcmeSource, challenges: Map<string, string>): Promise<void> {
  // Most installations bring their own certificate, or none: they never load this.
  const acme = await import("acme-client");
  mkdirSync(source.folder, { recursive: true, mode: 0o700 });
  const accountFile = join(source.folder, "account.pem");
  if (!existsSync(accountFile)) writePrivate(accountFile, await acme.crypto.createPrivateEcdsaKey());
  const client = new acme.Client({ directoryUrl: source.directory, accountKey: readFileSync(accountFile) });
  const [commonName = "", ...others] = source.hosts;
  const [key, csr] = await acme.crypto.createCsr(
    { commonName, altNames: [commonName, ...others] },
    await acme.crypto.createPrivateEcdsaKey(),
  );
  const certificate = await client.auto({
    csr,
    termsOfServiceAgreed: true,
    ...(source.email === null ? {} : { email: source.email }),
    challengePriority: ["http-01"],
    // The authority asks from outside; whether this machine reaches itself by that name says nothing.
    skipChallengeVerification: true,
    challengeCreateFn: async (_authorization, challenge, answer) =>
      void challenges.set(challenge.token, answer),
    challengeRemoveFn: async (_authorization, challenge) => void challenges.delete(challenge.token),
  });
  const files = acmeFiles(source);
  // The key first: a certificate without its key is noticed at the next look, and ordered again.
  writePrivate(files.keyFile, key);
  writePrivate(files.certificateFile, certificate);
}

function writePrivate(path: string, content: Buffer | string): void {
  const unfinished = `${path}.unfinished`;
  writeFileSync(unfinished, content, { mode: 0o600 });
  renameSync(unfinished, path);
}
