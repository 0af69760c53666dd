import { createHash } from "node:crypto";
import { sql } from "kysely";
import { log } from "../../engine/log.ts";
import type { Services } from "../../engine/services.ts";
import {
  certificateSkew,
  isCertifiable,
  isCertificateType,
  newSerial,
  objectToCertificate,
  plainKeyId,
  readCertificate,
  signUserCertificate,
} from "../../transport/ssh/index.ts";
import {
  type AuthorityKeeper,
  authorityKey,
  authorityKeysTable,
  isPeopleAuthority,
} from "../ssh-authority/index.ts";
import { parsePublicKey, userCredentialsTable } from "../users/index.ts";
import { certificateHours } from "./certificate-settings.ts";
import "./tables.ts";

/** A key as `ssh-keygen -l` shows it. */
export const fingerprintOf = (blob: Buffer): string =>
  `SHA256:${createHash("sha256").update(blob).digest("base64").replace(/=+$/, "")}`;

/** The key of a line of OpenSSH; null for what is none, or is too weak to be signed. */
export function readCertifiableKey(line: string): Buffer | null {
  const key = parsePublicKey(line);
  return key !== null && isCertifiable(key.blob) ? key.blob : null;
}

/** A key that is signed for somebody. */
interface SigningRequest {
  readonly user: { readonly id: string; readonly username: string };
  /** As SSH writes it. */
  readonly key: Buffer;
  /** Name of the second factor with which its owner asked for it. */
  readonly factor: string;
  readonly remoteAddress: string;
  /** What the SSH client calls itself; empty for the profile page. */
  readonly client: string;
  /** The request at the SSH server by which they came in; absent for the profile page. */
  readonly requestId?: string;
}

/** What signing takes. */
type SigningServices = AuthorityKeeper & Pick<Services, "settings">;

/**
 * Signs a key for the hours of the setting and keeps the certificate.
 *
 * @returns its id; null where keys are not signed
 */
export async function certifyKey(
  services: SigningServices,
  { user, key, factor, remoteAddress, client, requestId }: SigningRequest,
): Promise<string | null> {
  const hours = await certificateHours(services);
  if (hours === 0) return null;
  const { privateKey, fingerprint: authority } = await authorityKey(services, "people");
  const serial = newSerial();
  const now = Date.now();
  const validBefore = new Date(now + hours * 3_600_000);
  const from = requestId === undefined ? "profile" : requestId;
  const certificate = signUserCertificate(
    {
      publicKey: key,
      serial,
      keyId: plainKeyId(`sallyport user=${encodeURIComponent(user.username)} request=${from}`),
      principal: user.username,
      validAfter: new Date(now - certificateSkew * 1000),
      validBefore,
      extensions: ["permit-port-forwarding", "permit-pty"],
    },
    privateKey,
  );
  const type = certificate.toString("latin1", 4, 4 + certificate.readUInt32BE());
  const { rows } = await sql<{ id: string }>`
    insert into user_certificates
      (user_id, fingerprint, serial, certificate, factor, remote_address, client, date_password, date_expired, authority)
    select u.id, ${fingerprintOf(key)}, ${String(serial)}, ${`${type} ${certificate.toString("base64")}`}, ${factor},
      ${remoteAddress}, ${client.slice(0, 200)}, u.date_password_last_updated, ${validBefore},
      k.fingerprint
    from ${userCredentialsTable} u cross join ${authorityKeysTable} k
    where u.id = ${user.id}::uuid and k.fingerprint = ${authority} and k.date_retired is null
    for share of k
    returning id
  `.execute(services.db);
  return rows[0]?.id ?? null;
}

/** A certificate that lets its owner in. */
export interface HoldingCertificate {
  readonly id: string;
  /** The second factor with which it was made. */
  readonly factor: string;
}

/** Whether a certificate `c` of a user `u` holds now. */
export const holds = sql<boolean>`c.date_expired > now() and c.date_password is not distinct from u.date_password_last_updated`;

/** Who shows a key or a certificate, and from where. */
interface ShownBy {
  readonly username: string;
  readonly remoteAddress: string;
}

/**
 * The certificate by which a key opens the gateway for a user: the one that is shown, or one that is kept for the key that is
 * shown. Null: there is none that holds.
 *
 * @param line the key or the certificate as OpenSSH writes it; whether the client has its other half is another question
 */
export async function findCertificate(
  services: Pick<Services, "db" | "settings">,
  line: string,
  { username, remoteAddress }: ShownBy,
): Promise<HoldingCertificate | null> {
  if ((await certificateHours(services)) === 0) return null;
  const [type = "", encoded = ""] = line.split(" ");
  const isShown = isCertificateType(type);
  const certificate = isShown ? readCertificate(Buffer.from(encoded, "base64")) : null;
  if (isShown) {
    if (certificate === null) return null;
    const isOurs = await isPeopleAuthority(services, certificate.authority);
    const objection = objectToCertificate(certificate, {
      isTrusted: () => isOurs,
      principal: username,
      remoteAddress,
      now: new Date(),
    });
    if (objection !== null) {
      // Agents show what they have: only what says it is ours tells an operator something.
      log[isOurs ? "info" : "debug"](
        { username, remoteAddress, objection },
        "an SSH certificate was refused",
      );
      return null;
    }
  }
  const key = certificate?.publicKey ?? parsePublicKey(line)?.blob;
  if (key === undefined) return null;
  const same =
    certificate === null
      ? sql<boolean>`true`
      : sql<boolean>`c.serial = ${String(certificate.serial)} and c.certificate = ${line}`;
  const { rows } = await sql<HoldingCertificate>`
    select c.id, c.factor from user_certificates c join ${userCredentialsTable} u on u.id = c.user_id
    where u.username = ${username} and c.fingerprint = ${fingerprintOf(key)} and ${holds} and ${same}
    order by c.date_expired desc limit 1
  `.execute(services.db);
  return rows[0] ?? null;
}

/** Notes that somebody came in by a certificate. */
export async function recordUse({ db }: Pick<Services, "db">, id: string): Promise<void> {
  await sql`update user_certificates set date_last_used = now() where id = ${id}::uuid`.execute(db);
}

/** Certificates of a key of the authority that hold, and when the last of them ends. */
export interface SignedCertificates {
  readonly count: number;
  readonly lastEnds: Date | null;
}

/** What each key of the authority has signed for people and still opens the gateway: by its fingerprint. */
export async function countCertificates({
  db,
}: Pick<Services, "db">): Promise<ReadonlyMap<string, SignedCertificates>> {
  const { rows } = await sql<SignedCertificates & { authority: string }>`
    select c.authority, count(*)::int as count, max(c.date_expired) as "lastEnds"
    from user_certificates c join ${userCredentialsTable} u on u.id = c.user_id where ${holds} group by c.authority
  `.execute(db);
  return new Map(rows.map(({ authority, count, lastEnds }) => [authority, { count, lastEnds }]));
}

/** Ends every certificate of a key of the authority. Answers how many there were. */
export async function endCertificatesOf({ db }: Pick<Services, "db">, fingerprint: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("user_certificates")
    .where("authority", "=", fingerprint)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Removes certificates that ended. */
export async function pruneCertificates({ db }: Pick<Services, "db">): Promise<void> {
  await sql`delete from user_certificates where date_expired < now()`.execute(db);
}
