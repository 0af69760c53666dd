import type { Area } from "../../engine/area.ts";
import { defineJob } from "../../engine/jobs/index.ts";
import { log } from "../../engine/log.ts";
import { advanceChain } from "./chain/checkpoints.ts";
import { ChainRolledBack, copyCheckpoints } from "./chain/copies.ts";
import { type SigningKeeper, signingKey, signingKeyColumn } from "./chain/signing-key.ts";
import { deliverCheckpoints } from "./delivery/deliver.ts";
import { exportRoute } from "./export-route.ts";
import { stateRoutes } from "./state-routes.ts";
import "./tables.ts";
import { verifyTask } from "./verify-task.ts";

export { exportBundle, recordExport } from "./bundle/bundle.ts";
export { rotateSigningKey } from "./chain/handovers.ts";
export { verifyInstallation } from "./verify/installation.ts";

/** The fingerprint of the key that signs checkpoints and bundles. */
export const evidenceFingerprint = async (keeper: SigningKeeper): Promise<string> =>
  (await signingKey(keeper)).fingerprint;

/** What happened, so that nobody can change it unnoticed. docs/evidence.md. */
export const evidenceArea: Area = {
  name: "evidence",
  routes: [...stateRoutes, exportRoute],
  tasks: [verifyTask],
  sealed: [signingKeyColumn],
  jobs: [
    defineJob({
      name: "evidence.advance",
      schedule: { everySeconds: 10 },
      run: async (services, _payload, { signal }) => {
        await advanceChain(services, { signal });
        try {
          await copyCheckpoints(services);
        } catch (error) {
          if (!(error instanceof ChainRolledBack)) throw error;
          log.error({ err: error }, "the evidence was rolled back: verify it");
        }
      },
    }),
    defineJob({
      name: "evidence.deliver",
      schedule: { everySeconds: 10 },
      run: (services, _payload, { signal }) => deliverCheckpoints(services, signal),
    }),
  ],
};
