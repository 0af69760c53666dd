import type { Kysely } from "kysely";
import type { Pool } from "pg";
import type { AccessVersion } from "./access/access-version.ts";
import type { HeaderCredential, Organization, Permissions, Principal } from "./access/principal.ts";
import type { RefusalLog } from "./audit/refusal-log.ts";
import type { Config } from "./config/config.ts";
import type { SettingsPort } from "./config/settings-port.ts";
import type { Database } from "./database/database.ts";
import type { EventBus } from "./events/events.ts";
import type { Extensions } from "./extensions.ts";
import type { HttpSessionStore } from "./http/http-sessions.ts";
import type { FieldCipher } from "./secrets/field-cipher.ts";
import type { SecretBox } from "./secrets/secret-box.ts";
import type { VaultPort } from "./secrets/vault/vault.ts";

export type { AccessVersion } from "./access/access-version.ts";
export type { SettingsPort } from "./config/settings-port.ts";

/** Who a presented credential belongs to; the areas answer it. */
export interface PrincipalPort {
  /** The valid (active, unexpired) user of that id, or null. `version` keys the cache. */
  load(userId: string, version: AccessVersion): Promise<Principal | null>;
  /** The user of an `Authorization` header, or null when none of the schemes matches it. */
  authenticate(request: CredentialRequest): Promise<AuthenticatedCaller | null>;
  /** The password a user's protected exports are encrypted with; null when there is none. */
  filePassword(userId: string): Promise<string | null>;
  /** The owner of a connection token that can still be used, for the few reads a connector makes with it. */
  ofConnectionToken(tokenId: string, version: AccessVersion): Promise<Principal | null>;
}

/** The parts of a request that can carry a credential other than the session cookie. */
export interface CredentialRequest {
  readonly method: string;
  /** What was asked for, as it stood in the request: path with query. */
  readonly target: string;
  readonly authorization: string;
  /** Names and values of the header, in turn, as they arrived. */
  readonly rawHeaders: readonly string[];
  readonly remoteAddress: string;
}

/** A caller proven by a header. */
export interface AuthenticatedCaller {
  readonly principal: Principal;
  readonly credential: HeaderCredential;
  /** SHA-256 that stands for the very credential; confirmations are remembered by it. */
  readonly credentialKey: Buffer;
  /** When its owner last signed in to get it. */
  readonly signedInAt: Date | null;
  readonly version: AccessVersion;
  /** Asks again, later, whether the credential still opens anything: for connections that outlive their request. */
  readonly stillHolds: () => Promise<boolean>;
  /** Set where the credential vouches for the body too. */
  readonly checkBody?: BodyCheck;
}

/**
 * Looks at the SHA-256 of a body once it is here in full, before anything is done with it.
 * @throws NotAuthenticated
 */
export type BodyCheck = (sha256: Buffer) => Promise<void>;

/** What a caller may do; the roles area answers it. */
export interface PermissionPort {
  permissions(principal: Principal, organization: Organization, version: AccessVersion): Promise<Permissions>;
}

/** Which organization a request names; the organizations area answers it. */
export interface OrganizationPort {
  /** By id, name, or the aliases `default` and `root`; unknown or absent resolves to the default one. */
  resolve(selector: string | undefined, version: AccessVersion): Promise<Organization>;
  /** Names of organizations by id, for presenting rows. */
  name(id: string, version: AccessVersion): Promise<string>;
}

/**
 * What the engine is given at start: infrastructure it owns and the ports the areas fill. All of it belongs to the
 * code that assembles the product and hands it on: the composition root, `createHttpApp`, the `bootstrap` of areas,
 * the `run` of jobs and tasks, the context of a request. A function takes what it uses: a type that names what it is
 * for, such as `SiteServices`, or `Pick<Services, "db">` where nothing beside it takes the same. `npm run check --
 * services` holds it.
 */
export interface Services {
  readonly config: Config;
  readonly db: Kysely<Database>;
  readonly pool: Pool;
  readonly events: EventBus;
  readonly sessions: HttpSessionStore;
  readonly secrets: SecretBox;
  /** Where secrets lie that are not in the database. */
  readonly vault: VaultPort;
  readonly fieldCipher: FieldCipher;
  readonly principals: PrincipalPort;
  readonly permissions: PermissionPort;
  readonly organizations: OrganizationPort;
  readonly settings: SettingsPort;
  /** Takes down what people and programs were refused. */
  readonly refusals: RefusalLog;
  /** What the areas contribute to each other. */
  readonly extensions: Extensions;
}
