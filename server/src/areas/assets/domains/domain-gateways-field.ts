import { sql } from "kysely";
import type { RequestContext } from "../../../engine/access/index.ts";
import type { Json } from "../../../engine/json.ts";
import {
  computed,
  type Field,
  prepareResource,
  presentRows,
  type ResourceDeclaration,
  rowsByKey,
  trimmedFields,
} from "../../../engine/resource/index.ts";
import type { InlineAccounts } from "../assets/inline-accounts.ts";
import { readingParameter } from "../reading-parameter.ts";
import { isGateway } from "./gateway-platform.ts";
import { text } from "./texts.ts";

/**
 * Asks for domains as components need them to go through their gateways (`?gateway=1`).
 * Contract: docs/contract/assets.md, "Domains".
 */
export const withGateways = readingParameter("gateway");

/** A gateway by name, with the domain it is in. */
interface DomainGateway {
  readonly domain_id: string;
  readonly id: string;
  readonly name: string;
}

/** The `gateways` of a domain: id and name; for components whole gateways with the account to sign in with. */
export function domainGatewaysField(gateways: ResourceDeclaration, accounts: InlineAccounts): Field {
  const resource = prepareResource(gateways);

  const whole = async (context: RequestContext, ids: readonly string[]): Promise<Map<string, Json>> => {
    // The query is about domains: what it trims is trimmed there.
    const untrimmed = { ...context, query: noQuery };
    const fields = trimmedFields(resource, untrimmed, "list");
    const rows = await rowsByKey(resource, untrimmed, ids, fields);
    const [objects, signIns] = await Promise.all([
      presentRows(rows, fields, untrimmed),
      accounts.forGateways(context, ids),
    ]);
    return new Map(
      rows.map(({ id }, index) => {
        const account = signIns.get(String(id)) ?? null;
        return [String(id), { ...objects[index], account }];
      }),
    );
  };

  return computed({
    label: text.gateways,
    load: async (context, domains) => {
      const { rows } = await sql<DomainGateway>`
        select a.domain_id, a.id, a.name from assets a
        where a.domain_id = any(${domains.map(({ id }) => id)}::uuid[]) and ${isGateway("a")}
        order by a.name, a.id
      `.execute(context.db);
      const objects = withGateways.isSet(context)
        ? await whole(
            context,
            rows.map(({ id }) => id),
          )
        : new Map<string, Json>();
      const byDomain = new Map<unknown, Json[]>();
      for (const { domain_id, id, name } of rows) {
        const gateway = objects.get(id) ?? { id, name };
        byDomain.set(domain_id, [...(byDomain.get(domain_id) ?? []), gateway]);
      }
      return byDomain;
    },
    present: (row, _context, loaded) => (loaded as ReadonlyMap<unknown, Json[]>).get(row.id) ?? [],
  });
}

const noQuery: RequestContext["query"] = {
  get: () => undefined,
  all: () => [],
  has: () => false,
  entries: () => [],
};
