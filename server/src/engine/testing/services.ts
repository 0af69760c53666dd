import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import type { Organization, Permissions, Principal } from "../access/context.ts";
import { createRefusalLog } from "../audit/refusal-log.ts";
import { loadConfig } from "../config/config.ts";
import { openEventBus } from "../events/events.ts";
import { collectExtensions } from "../extensions.ts";
import { createHttpSessionStore } from "../http/http-sessions.ts";
import { createFieldCipher } from "../secrets/field-cipher.ts";
import { openKeyRing } from "../secrets/key-ring.ts";
import { createSecretBox } from "../secrets/secret-box.ts";
import { createVault } from "../secrets/vault/vault.ts";
import type { Services } from "../services.ts";
import { createTestDatabase, type TestDatabase } from "./database.ts";

/** A person of an engine test: their bearer token is `username`. */
export interface TestPerson extends Principal {
  /** Codes by organization id; `*` for a superuser. */
  readonly codes: Readonly<Record<string, readonly string[]>> | "*";
}

/** The organizations of an engine test. */
export const testOrganizations = ["default", "other", "root"].map(
  (name, index): Organization => ({
    id: `00000000-0000-0000-0000-00000000000${name === "root" ? 0 : index + 2}`,
    name,
    isRoot: name === "root",
    isDefault: name === "default",
    isSystem: false,
    comment: "",
  }),
);

/**
 * The engine without any area: its ports answered from memory, everything else real. For tests of the engine
 * alone; tests of areas use the whole product.
 */
export async function createEngineServices(
  people: readonly TestPerson[],
): Promise<{ services: Services; database: TestDatabase; close(): Promise<void> }> {
  const database = await createTestDatabase();
  const config = loadConfig({ SALLYPORT_DATA: mkdtempSync(join(tmpdir(), "sallyport-engine-")) });
  const secrets = createSecretBox(openKeyRing(config));
  const events = openEventBus({ ...database, close: async () => undefined });
  const organization = (id: string): Organization =>
    testOrganizations.find((one) => one.id === id || one.name === id) ??
    (testOrganizations[0] as Organization);
  const services: Services = {
    config,
    db: database.db,
    pool: database.pool,
    events,
    sessions: createHttpSessionStore(database.db, async () => 86_400),
    secrets,
    vault: createVault({ get: async () => "" as never }),
    fieldCipher: createFieldCipher(database.db, secrets),
    refusals: createRefusalLog(database.db),
    principals: {
      load: async (id) => people.find((person) => person.id === id) ?? null,
      authenticate: async ({ authorization }) => {
        const principal = people.find(({ username }) => authorization === `Bearer ${username}`);
        const { rows } = await sql<{ version: number }>`select version from access_version`.execute(
          database.db,
        );
        return principal === undefined
          ? null
          : {
              principal,
              credential: "bearer" as const,
              credentialKey: Buffer.from(principal.id),
              stillHolds: async () => true,
              signedInAt: null,
              version: Number(rows[0]?.version),
            };
      },
      ofConnectionToken: async () => null,
      filePassword: async () => null,
    },
    permissions: {
      permissions: async (principal, { id }): Promise<Permissions> => {
        const codes = people.find((person) => person.id === principal.id)?.codes ?? {};
        const held = codes === "*" ? [] : (codes[id] ?? []);
        return {
          isSuperuser: codes === "*",
          isOrganizationAdmin: codes === "*",
          has: (code) => codes === "*" || code.split("|").some((one) => held.includes(one.trim())),
          list: () => held,
        };
      },
    },
    organizations: {
      resolve: async (selector) => organization(selector ?? "default"),
      name: async (id) => organization(id).name,
    },
    settings: {
      get: async (key) => {
        throw new Error(`the engine read the setting ${key}`);
      },
      catchUp: async () => undefined,
    },
    extensions: collectExtensions(() => []),
  };
  return {
    services,
    database,
    close: async () => {
      await events.close();
      await database.drop();
    },
  };
}
