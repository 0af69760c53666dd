import { permission } from "../../../engine/access/index.ts";
import type { RouteDeclaration } from "../../../engine/http/index.ts";
import type { Json } from "../../../engine/json.ts";
import { mapConcurrent } from "../../../engine/map-concurrent.ts";
import { memberScope } from "../activity/read-members.ts";
import type { FigureScope } from "./figure.ts";
import { additions, groups } from "./groups.ts";
import { readParameters } from "./parameters.ts";
import { totals } from "./totals.ts";

/** Statements of one request that run at the same time: others need connections too. */
const mostStatements = 4;

/**
 * The figures of the start pages: of the current organization, in the root one of all together.
 * Contract: docs/contract/dashboards.md.
 */
export const indexRoute: RouteDeclaration = {
  methods: ["GET"],
  path: "/api/v1/index/",
  access: permission("rbac.view_audit|rbac.view_console"),
  title: "Index",
  handle: async ({ db, organization, language, timeZone, query }) => {
    const { days, isOn } = readParameters(query);
    const isAll = isOn("all");
    const scope: FigureScope = {
      ...(await memberScope(db, organization, days, timeZone)),
      language,
      writtenIn: timeZone,
    };
    const asked: (() => Promise<Readonly<Record<string, Json>>>)[] = [
      ...Object.entries(totals)
        .filter(([name]) => isAll || isOn("total_count") || isOn(name))
        .map(([name, figure]) => async () => ({ [name]: await figure(scope) })),
      ...[
        ...Object.entries(groups).filter(([name]) => isAll || isOn(name)),
        ...Object.entries(additions).filter(([name]) => isOn(name)),
      ].map(
        ([, group]) =>
          () =>
            group(scope),
      ),
    ];
    const parts = await mapConcurrent(asked, mostStatements, (part) => part());
    return { body: Object.assign({}, ...parts) as Json };
  },
};
