import { permission } from "../../../../engine/access/index.ts";
import { caller, type RouteDeclaration } from "../../../../engine/http/index.ts";
import { type Language, translate } from "../../../../engine/i18n/index.ts";
import { boolean, text as line } from "../../../../engine/resource/index.ts";
import { playbookRunText, playbookText as text } from "../playbook-texts.ts";
import { problemText } from "../run/playbook/ansible.ts";
import { type NodeSupport, nodeSupports } from "./node-support.ts";

/** Tells whether playbooks can run, by what the gateways say. Contract: docs/contract/job-centre.md, "Playbooks". */
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
  handle: async (context) => {
    const { services, language } = caller(context);
    const nodes = await nodeSupports(services.db);
    const able = nodes.filter(({ problem }) => problem === "");
    return {
      body: {
        is_available: able.length > 0,
        version: [...new Set(able.map(({ version }) => version))].join(", "),
        reason:
          nodes.length === 0 ? translate(playbookRunText.noGateway, language) : reasons(nodes, language),
      },
    };
  },
};

/** What is missing, once where it is the same everywhere; by name where only some lack it. */
function reasons(nodes: readonly NodeSupport[], language: Language): string {
  const told = nodes.flatMap(({ node, version, problem }) =>
    problem === "" ? [] : [{ node, reason: translate(problemText(problem, version), language) }],
  );
  const different = new Set(told.map(({ reason }) => reason));
  if (told.length === nodes.length && different.size === 1) return told[0]?.reason ?? "";
  return told.map(({ node, reason }) => `${node}: ${reason}`).join("\n");
}
