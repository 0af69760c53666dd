import type { KeyObject } from "node:crypto";
import type { Area } from "../../engine/area.ts";
import type { Config } from "../../engine/config/index.ts";
import { defineJob } from "../../engine/jobs/index.ts";
import { type IssuerHome, installationIssuer } from "./issuer.ts";
import { readPublicKey } from "./license-file.ts";
import { type LicenseState, rememberTime } from "./license-state.ts";
import { licenseRoutes } from "./routes.ts";
import "./tables.ts";

export { installationIssuer, issueLicense, saveIssuer } from "./issuer.ts";
export {
  createLicenseState,
  type LicenseState,
  withLicense,
} from "./license-state.ts";

/** The keys licenses may be signed with: the installation's own, and the configured ones. */
export function trustedLicenseKeys(config: IssuerHome & Pick<Config, "licenseKeys">): KeyObject[] {
  return [installationIssuer(config).publicKey, ...config.licenseKeys.map(readPublicKey)];
}

/** The license: what it says, and taking another. Contract: docs/contract/license.md. */
export function createLicenseArea(license: LicenseState): Area {
  return {
    name: "license",
    routes: licenseRoutes(license),
    bootstrap: () => license.refresh(),
    jobs: [
      defineJob({
        name: "license.remember-time",
        schedule: { everySeconds: 3_600 },
        run: ({ db }) => rememberTime(db),
      }),
    ],
  };
}
