import { permission } from "../../../../engine/access/index.ts";
import type { RouteDeclaration } from "../../../../engine/http/index.ts";
import { translate } from "../../../../engine/i18n/index.ts";
import { boolean, text as line } from "../../../../engine/resource/index.ts";
import { playbookText as text } from "../playbook-texts.ts";
import { findAnsible } from "../run/playbook/ansible.ts";

/** Tells whether playbooks can run on this node. Contract: docs/contract/job-centre.md, "Playbooks". */
export const playbookSupportRoute: RouteDeclaration = {
  methods: ["GET"],
  path: "/api/v1/sallyport/playbook-support/",
  access: permission("ops.view_playbook"),
  title: "Playbook Support",
  fields: {
    GET: {
      is_available: boolean({ label: text.isAvailable, readOnly: true }),
      version: line({ label: text.version, readOnly: true }),
      reason: line({ label: text.reason, readOnly: true }),
    },
  },
  handle: async ({ language }) => {
    const found = await findAnsible();
    return {
      body: found.isAvailable
        ? { is_available: true, version: found.version, reason: "" }
        : { is_available: false, version: "", reason: translate(found.reason, language) },
    };
  },
};
