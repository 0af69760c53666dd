import type { Area } from "../../engine/area.ts";
import { defineJob } from "../../engine/jobs/index.ts";
import { log } from "../../engine/log.ts";
import { advanceChain } from "./chain/checkpoints.ts";
import { ChainRolledBack, copyCheckpoints } from "./chain/copies.ts";
import { signingKeyColumn } from "./chain/signing-key.ts";
import { stateRoutes } from "./state-routes.ts";
import "./tables.ts";
import { verifyTask } from "./verify-task.ts";

/** What happened, so that nobody can change it unnoticed. docs/evidence.md. */
export const evidenceArea: Area = {
  name: "evidence",
  routes: [...stateRoutes],
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
  ],
};
