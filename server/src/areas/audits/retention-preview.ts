import { type CallerContext, permission } from "../../engine/access/index.ts";
import { caller, type RouteAnswer, type RouteDeclaration } from "../../engine/http/index.ts";
import { integer, parseBody, writeInstant } from "../../engine/resource/index.ts";
import { kept } from "./retention.ts";
import { text } from "./texts.ts";

/** Days as the settings take them. Contract: docs/contract/settings.md, "Retention". */
const days = integer({ label: text.days, minimum: 1, maximum: 99_999 });

const settings = [...new Set(Object.values(kept).map(({ setting }) => setting))];
const fields = Object.fromEntries(settings.map((setting) => [setting, days]));

async function preview(context: CallerContext, body: unknown): Promise<RouteAnswer> {
  const given = await parseBody(context, fields, body);
  const { services, timeZone } = context;
  const results = [];
  for (const [kind, { setting, retention }] of Object.entries(kept)) {
    const wished = given[setting];
    const inForce = await services.settings.get<number>(setting);
    const { count, bytes, oldest, held } = await retention.foresee(
      services,
      typeof wished === "number" ? wished : inForce,
    );
    results.push({
      ...{ kind, setting, days: typeof wished === "number" ? wished : inForce, count, bytes, held },
      oldest: oldest === null ? null : writeInstant(oldest, timeZone),
    });
  }
  return { body: { results } };
}

/** What the next run of the retention removes, as it is set or as somebody thinks of setting it. */
export const retentionPreviewRoute: RouteDeclaration = {
  methods: ["POST"],
  path: "/api/v1/sallyport/retention/preview/",
  access: permission("settings.change_clean"),
  title: "Retention Preview",
  fields: { POST: fields },
  transaction: false,
  handle: (context, { body }) => preview(caller(context), body),
};
