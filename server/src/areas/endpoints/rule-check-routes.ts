import { permission } from "../../engine/access/index.ts";
import { ValidationError } from "../../engine/errors.ts";
import { caller, type RouteDeclaration } from "../../engine/http/index.ts";
import { text as common } from "../../engine/i18n/index.ts";
import type { Json } from "../../engine/json.ts";
import { computed, list, nestedList, text as textField, uuid } from "../../engine/resource/index.ts";
import { highestFirst } from "../acls/index.ts";
import { chooseEndpoint } from "./choose-endpoint.ts";
import { readHost } from "./endpoint-host.ts";
import { ruleReach } from "./rule-reach.ts";
import { siteHost } from "./smart-route.ts";
import { text } from "./texts.ts";

const word = textField({ label: text.state });

/** Looking into the rules. Contract: docs/contract/endpoints.md, section 4. */
export const ruleCheckRoutes: readonly RouteDeclaration[] = [
  {
    methods: ["GET"],
    path: "/api/v1/sallyport/endpoint-rules/reach/",
    access: permission("terminal.view_endpointrule"),
    title: "Endpoint Rule Reach",
    fields: {
      GET: {
        rules: nestedList({
          label: text.rule,
          children: {
            id: uuid({ label: common.id }),
            name: textField({ label: common.name }),
            state: word,
            causes: list({ label: text.causes, child: word }),
          },
        }),
      },
    },
    handle: async ({ services, db }) => {
      const isHighestFirst = await highestFirst(services);
      return {
        body: { rules: await ruleReach(db, { isHighestFirst, gatewayPort: services.config.sshPort }) },
      };
    },
  },
  {
    methods: ["GET"],
    path: "/api/v1/sallyport/endpoint-rules/choice/",
    access: permission("terminal.view_endpointrule", "terminal.view_endpoint"),
    title: "Endpoint Choice",
    fields: {
      GET: {
        endpoint: computed({ label: text.endpoint, present: () => null }),
        host: textField({ label: text.host }),
        port: computed({ label: text.port, type: "integer", present: () => 0 }),
        address: textField({ label: text.address }),
        chosen_by: textField({ label: text.chosenBy }),
        rule: computed({ label: text.rule, present: () => null }),
      },
    },
    handle: async (context) => {
      const { services, db, query } = caller(context);
      const target = readHost((query.get("address") ?? "").trim());
      if (target === null || target === "") throw new ValidationError({ address: [text.addressNeeded] });
      const protocol = query.get("protocol") ?? "";
      if (protocol === "") throw new ValidationError({ protocol: [common.required] });
      const choice = await chooseEndpoint(services, db, { protocol, assetId: null, target });
      const { id, name, host, port, by, rule, address } = choice;
      const body: Json = {
        endpoint: { id, name },
        host: host || (await siteHost(services)),
        port,
        address,
        chosen_by: by,
        rule: rule === null ? null : { ...rule },
      };
      return { body };
    },
  },
];
