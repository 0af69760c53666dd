import { createPrivateKey, createPublicKey, type KeyObject, randomUUID } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../../engine/config/index.ts";
import { createSecretBox, fixedKeyRing } from "../../engine/secrets/index.ts";
import { keyName, type LicenseTerms, writeLicense } from "./license-file.ts";

/** Leads the 32 secret bytes of an Ed25519 key in PKCS#8. */
const pkcs8Prefix = Buffer.from("302e020100300506032b657004220420", "hex");

/** The key pair that issues licenses for one installation. */
export interface LicenseIssuer {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** Where the issuer is found: the installation's keys and its data folder. */
export type IssuerHome = Pick<Config, "secretKeys" | "dataFolder">;

/**
 * The pair of this installation. It follows from the installation key that the first start leaves in the data
 * folder (`secret.key`, mode 600), so every node of a cluster trusts the same one and nothing more is to be kept,
 * until that key is replaced: from then on it is in `license.key` beside it.
 */
export function installationIssuer(home: IssuerHome): LicenseIssuer {
  const der = Buffer.concat([pkcs8Prefix, issuerSeed(home)]);
  const privateKey = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  return { privateKey, publicKey: createPublicKey(privateKey) };
}

/** Keeps the pair of this installation in a file of its own, so that its licenses outlive the installation key. */
export function saveIssuer(home: IssuerHome): void {
  const path = issuerFile(home);
  if (existsSync(path)) return;
  writeFileSync(path, `${issuerSeed(home).toString("base64")}\n`, { mode: 0o600, flag: "wx" });
}

const issuerFile = ({ dataFolder }: IssuerHome): string => join(dataFolder, "license.key");

function issuerSeed(home: IssuerHome): Buffer {
  const path = issuerFile(home);
  if (existsSync(path)) return Buffer.from(readFileSync(path, "utf8").trim(), "base64");
  // While a given key is being replaced, the licenses in force are those of the former one.
  const oldest = home.secretKeys.at(-1);
  if (oldest === undefined) throw new Error("an installation has no key");
  return createSecretBox(fixedKeyRing(oldest)).deriveKey("license issuer");
}

/** What is asked of a new license. */
export interface LicenseRequest {
  readonly corporation: string;
  /** Most assets; null without a limit. */
  readonly assets: number | null;
  /** Days it is valid from today on; 1 ends today. */
  readonly days: number;
  readonly edition?: string;
  readonly remark?: string;
}

/** A license file for what is asked. */
export function issueLicense(issuer: LicenseIssuer, request: LicenseRequest, now: Date): string {
  const day = (offset: number): string =>
    new Date(now.getTime() + offset * 86_400_000).toISOString().slice(0, 10);
  const serial = randomUUID();
  const terms: LicenseTerms = {
    subscription_id: serial.slice(0, 8).toUpperCase(),
    serial_no: `${keyName(issuer.publicKey)}-${serial}`,
    corporation: request.corporation,
    edition: request.edition ?? "Enterprise",
    asset_count: request.assets,
    date_issued: day(0),
    date_expired: day(request.days - 1),
    remark: request.remark ?? "",
  };
  return writeLicense(terms, issuer.privateKey);
}
