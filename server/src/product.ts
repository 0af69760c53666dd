import { fileURLToPath } from "node:url";
import { createAccountAutomationsArea } from "./areas/account-automations/index.ts";
import { accountsArea, createInlineAccounts } from "./areas/accounts/index.ts";
import { aclsArea } from "./areas/acls/index.ts";
import { approvalsArea } from "./areas/approvals/index.ts";
import { createAssetsArea, readDeclaredMethods } from "./areas/assets/index.ts";
import { auditsArea } from "./areas/audits/index.ts";
import { createAutomationArea } from "./areas/automation/index.ts";
import { createPrincipalPort, credentialsArea } from "./areas/credentials/index.ts";
import { dashboardsArea } from "./areas/dashboards/index.ts";
import { endpointsArea } from "./areas/endpoints/index.ts";
import { eventDeliveryArea } from "./areas/event-delivery/index.ts";
import { evidenceArea } from "./areas/evidence/index.ts";
import { factorsArea, requireStrongest } from "./areas/factors/index.ts";
import { createJobsArea } from "./areas/jobs/index.ts";
import {
  createLicenseArea,
  createLicenseState,
  type LicenseState,
  trustedLicenseKeys,
  withLicense,
} from "./areas/license/index.ts";
import { createNotificationsArea } from "./areas/notifications/index.ts";
import { createOrganizationPort, organizationsArea } from "./areas/organizations/index.ts";
import { pagesArea } from "./areas/pages/index.ts";
import { permissionsArea } from "./areas/permissions/index.ts";
import { providersArea } from "./areas/providers/index.ts";
import { createPermissionPort, rolesArea, userRoles } from "./areas/roles/index.ts";
import { connectionTokenOwner, sessionsArea } from "./areas/sessions/index.ts";
import { createSettingsPort, settingsArea } from "./areas/settings/index.ts";
import { signInArea, userNotices } from "./areas/sign-in/index.ts";
import { smsArea } from "./areas/sms/index.ts";

import { sshAuthorityArea } from "./areas/ssh-authority/index.ts";
import { systemToolsArea } from "./areas/system-tools/index.ts";
import { ticketsArea } from "./areas/tickets/index.ts";
import { userCertificatesArea } from "./areas/user-certificates/index.ts";
import { bootstrapAdministrator, createUsersArea, type FirstAdministrator } from "./areas/users/index.ts";
import type { Area } from "./engine/area.ts";
import { createRefusalLog } from "./engine/audit/index.ts";
import type { Config } from "./engine/config/config.ts";
import type { DatabaseHandle } from "./engine/database/database.ts";
import type { EventBus } from "./engine/events/events.ts";
import { collectExtensions } from "./engine/extensions.ts";
import { createHttpSessionStore } from "./engine/http/http-sessions.ts";
import { createFieldCipher } from "./engine/secrets/field-cipher.ts";
import { openKeyRing } from "./engine/secrets/key-ring.ts";
import { createSecretBox } from "./engine/secrets/secret-box.ts";
import { createVault } from "./engine/secrets/vault/vault.ts";
import type { Services } from "./engine/services.ts";
import type { UnattendedRunner } from "./transport/connections/index.ts";
import { builtRunnerProgram } from "./transport/runner-control/index.ts";

const builtConsole = fileURLToPath(new URL("../../console/dist", import.meta.url));

/** What the product is built on. */
export interface Foundation {
  readonly config: Config;
  readonly database: Pick<DatabaseHandle, "db" | "pool">;
  readonly events: EventBus;
  /** The program of the runners in which targets are reached; default the one that is built beside this. */
  readonly runnerProgram?: string;
  /** Areas above all others; tests add what they watch. Default none. */
  readonly moreAreas?: readonly Area[];
}

/** The product: what the engine is given, and every area in the order in which they build on each other. */
export interface Product {
  readonly services: Services;
  readonly areas: readonly Area[];
  readonly license: LicenseState;
  /** Has the commands of jobs carried by the gateway of this process. */
  carryCommands(runner: UnattendedRunner): void;
}

/** Puts the product together; nothing else knows every area. */
export function createProduct({
  config,
  database,
  events,
  runnerProgram = builtRunnerProgram,
  moreAreas = [],
}: Foundation): Product {
  const { db, pool } = database;
  const secrets = createSecretBox(openKeyRing(config));
  const license = createLicenseState({ db, events, trusted: trustedLicenseKeys(config) });
  const settings = withLicense(createSettingsPort({ db, events, secrets, config }), license);
  const services: Services = {
    config,
    db,
    pool,
    events,
    sessions: createHttpSessionStore(db, () => settings.get<number>("SESSION_COOKIE_AGE")),
    secrets,
    vault: createVault(settings),
    fieldCipher: createFieldCipher(db, secrets),
    principals: createPrincipalPort({
      config,
      db,
      secrets,
      settings,
      connectionTokenOwner: (tokenId) => connectionTokenOwner(db, tokenId),
    }),
    permissions: createPermissionPort(db),
    organizations: createOrganizationPort({ db, settings }),
    settings,
    refusals: createRefusalLog(db),
    extensions: collectExtensions(() => areas),
  };
  let commands: UnattendedRunner | null = null;
  const areas: readonly Area[] = [
    settingsArea,
    organizationsArea,
    createUsersArea({ roles: userRoles, notices: userNotices, requireProof: requireStrongest }),
    rolesArea,
    createNotificationsArea(),
    smsArea,
    createLicenseArea(license),
    createAssetsArea({
      accounts: createInlineAccounts(),
      methods: readDeclaredMethods(config.dataFolder),
    }),
    sshAuthorityArea,
    accountsArea,
    permissionsArea,
    ticketsArea,
    aclsArea,
    endpointsArea,
    pagesArea,
    approvalsArea,
    credentialsArea,
    factorsArea,
    signInArea,
    providersArea,
    userCertificatesArea,
    sessionsArea,
    systemToolsArea,
    createAutomationArea({ runnerProgram }),
    createAccountAutomationsArea({ runnerProgram }),
    auditsArea,
    evidenceArea,
    eventDeliveryArea,
    createJobsArea({
      tasks: () => services.extensions.of("tasks"),
      consoleFolder: builtConsole,
      commands: () => {
        if (commands === null) throw new Error("jobs run where a gateway is");
        return commands;
      },
    }),
    dashboardsArea,
    ...moreAreas,
  ];
  return {
    ...{ services, areas, license },
    carryCommands: (runner) => {
      commands = runner;
    },
  };
}

/**
 * Brings the built-in rows of every area up to this build, and makes the first administrator. Safe to repeat, and
 * when several nodes start at once.
 */
export async function bootstrapProduct({ services, areas }: Product): Promise<FirstAdministrator | null> {
  for (const area of areas) await area.bootstrap?.(services);
  return bootstrapAdministrator(services, userRoles);
}
