import { component } from "../../../engine/access/index.ts";
import { ValidationError } from "../../../engine/errors.ts";
import { caller, type RouteDeclaration, siteOrigin } from "../../../engine/http/index.ts";
import { text as common, withParameters } from "../../../engine/i18n/index.ts";
import { parseBody, text as textField, uuid } from "../../../engine/resource/index.ts";
import { findCommandRule } from "../../acls/index.ts";
import { reviewInfo } from "../review-info.ts";
import { askAboutCommand } from "./command-review.ts";
import { text } from "./texts.ts";

const fields = {
  session_id: uuid({ label: text.session, required: true }),
  cmd_filter_acl_id: uuid({ label: text.filterRule, required: true }),
  run_command: textField({ label: text.command, required: true, maxLength: 65_536 }),
};

/** Has people decide about a command that a component holds. Contract: docs/contract/acls.md, "Command filters". */
export const commandReviewRoute: RouteDeclaration = {
  methods: ["POST"],
  path: "/api/v1/acls/command-filter-acls/command-review/",
  access: component("tickets.add_superticket"),
  title: "Command Review",
  fields: { POST: fields },
  handle: async (routeContext, { body }) => {
    const context = caller(routeContext);
    const values = await parseBody(context, fields, body);
    const sessionId = String(values.session_id);
    const session = await context.db
      .selectFrom("sessions")
      .select("org_id")
      .where("id", "=", sessionId)
      .executeTakeFirst();
    const missing = (pk: unknown) => [withParameters(common.objectMissing, { pk: String(pk) })];
    if (session === undefined) throw new ValidationError({ session_id: missing(sessionId) });
    const ruleId = String(values.cmd_filter_acl_id);
    const rule = await findCommandRule(context.db, { ruleId, sessionOrganization: session.org_id });
    if (rule === null) throw new ValidationError({ cmd_filter_acl_id: missing(ruleId) });
    const services = { ...context.services, db: context.db };
    const review = await askAboutCommand(services, {
      sessionId,
      command: String(values.run_command),
      rule,
    });
    const page = `${await siteOrigin(context.services)}${review.page}`;
    return { body: reviewInfo(context, { ...review, page }) };
  },
};
