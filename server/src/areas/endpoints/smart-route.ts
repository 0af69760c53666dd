import { isIP } from "node:net";
import { signedIn } from "../../engine/access/index.ts";
import { caller, type RouteDeclaration, type SiteServices, siteOrigin } from "../../engine/http/index.ts";
import { translate } from "../../engine/i18n/index.ts";
import { presentRows, rowsByKey } from "../../engine/resource/index.ts";
import { askedTarget } from "./asked-target.ts";
import { hostOfRequest } from "./browser-sources.ts";
import { chooseEndpoint } from "./choose-endpoint.ts";
import { endpoints, endpointsResource } from "./endpoints-resource.ts";
import { text } from "./texts.ts";

/** The host of the site, without brackets. */
export async function siteHost(services: SiteServices): Promise<string> {
  return new URL(await siteOrigin(services)).hostname.replace(/^\[|\]$/g, "");
}

/** The endpoint for a target. Contract: docs/contract/endpoints.md, section 3. */
export const smartRoute: RouteDeclaration = {
  methods: ["GET"],
  path: "/api/v1/terminal/endpoints/smart/",
  access: signedIn("the endpoint of what the caller may use"),
  connectionToken: true,
  title: "Smart",
  fields: { GET: endpointsResource.fields },
  handle: async (context, { headers }) => {
    const known = caller(context);
    const { services, db, language, query } = known;
    const protocol = query.get("protocol") ?? "";
    if (protocol === "") {
      return { status: 404, body: { error: translate(text.protocolNeeded, language) } };
    }
    const asked = await askedTarget(known);
    // An address alone is looked up for nobody: only administrators make the server ask for names.
    const target =
      asked.target !== null && (asked.assetId !== null || isIP(asked.target) !== 0) ? asked.target : null;
    const choice = await chooseEndpoint(services, db, { ...asked, protocol, target });
    const rows = await rowsByKey(endpoints, known, [choice.id], endpoints.fields);
    const [shown] = await presentRows(rows, endpoints.fields, known);
    const host = choice.host || (hostOfRequest(headers.host)?.host ?? (await siteHost(services)));
    return { body: { ...shown, host, oracle_port: protocol === "oracle" ? choice.port : 0 } };
  },
};
