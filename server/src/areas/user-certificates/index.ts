import type { Area } from "../../engine/area.ts";
import { defineJob } from "../../engine/jobs/index.ts";
import { allowedInBrowser, certifiedKey } from "./certificate-backends.ts";
import { certificateKind } from "./certificate-kind.ts";
import { pruneCertificates } from "./certificate-store.ts";
import { ownCertificateRoutes } from "./own-routes.ts";
import { requestRoute } from "./requests/request-route.ts";
import { pruneRequests } from "./requests/request-store.ts";
import "./tables.ts";

export { countCertificates, endCertificatesOf, findCertificate } from "./certificate-store.ts";
export { openBrowserSignIn } from "./requests/open-browser-sign-in.ts";

/**
 * People's SSH keys that the authority signs for the gateway, and SSH clients that are allowed in the browser.
 * Contract: docs/contract/ssh.md, "Sign-in in the browser".
 */
export const userCertificatesArea: Area = {
  name: "user-certificates",
  routes: [requestRoute, ...ownCertificateRoutes],
  signInBackends: [certifiedKey, allowedInBrowser],
  credentialKinds: [certificateKind],
  jobs: [
    defineJob({
      name: "user-certificates.prune-certificates",
      schedule: { everySeconds: 3_600 },
      run: pruneCertificates,
    }),
    defineJob({
      name: "user-certificates.prune-requests",
      schedule: { everySeconds: 3_600 },
      run: pruneRequests,
    }),
  ],
};
