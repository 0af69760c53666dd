import { sql } from "kysely";
import { component } from "../../engine/access/index.ts";
import { ApiError, ValidationError } from "../../engine/errors.ts";
import { caller, type RouteDeclaration, siteOrigin } from "../../engine/http/index.ts";
import { text as common, type Message, withParameters } from "../../engine/i18n/index.ts";
import { parseBody, text as textField, uuid } from "../../engine/resource/index.ts";
import { accountsTable } from "../accounts/index.ts";
import { assetsTable } from "../assets/index.ts";
import { usersTable } from "../users/index.ts";
import { openConnectionReview } from "./connection-review.ts";
import { assetLoginRuleFor } from "./evaluate.ts";
import { ruleText } from "./rule-texts.ts";

const fields = {
  user_id: uuid({ label: ruleText.users, required: true }),
  asset_id: uuid({ label: ruleText.assets, required: true }),
  account_username: textField({ label: ruleText.accounts, maxLength: 128, blank: true, default: "" }),
};

/** What a question names; null where there is no such thing. */
interface Named {
  readonly user_id: string | null;
  readonly org_id: string | null;
  /** The stored account of that user name, which the question goes with. */
  readonly account_id: string | null;
}

const missing = (pk: string): readonly Message[] => [withParameters(common.objectMissing, { pk })];

/**
 * Whether somebody has to consent before a person connects, for components: the people of the rule are asked at once.
 * Contract: docs/contract/acls.md, "Asset access rules".
 */
export const loginAssetCheckRoute: RouteDeclaration = {
  methods: ["POST"],
  path: "/api/v1/acls/login-asset/check/",
  access: component("tickets.add_superticket"),
  title: "Login Asset Check",
  fields: { POST: fields },
  handle: async (routeContext, { body }) => {
    const context = caller(routeContext);
    const { db, remoteAddress, services } = context;
    const given = await parseBody(context, fields, body);
    const [userId, assetId, username] = [given.user_id, given.asset_id, given.account_username].map(
      String,
    ) as [string, string, string];
    const { rows } = await sql<Named>`
      select (select u.id from ${usersTable} u where u.id = ${userId}::uuid and not u.is_service_account) as user_id,
        (select a.org_id from ${assetsTable} a where a.id = ${assetId}::uuid) as org_id,
        (select c.id from ${accountsTable} c where c.asset_id = ${assetId}::uuid and c.username = ${username}
          order by c.id limit 1) as account_id
    `.execute(db);
    const {
      user_id: knownUser = null,
      org_id: organizationId = null,
      account_id: accountId = null,
    } = rows[0] ?? {};
    if (knownUser === null || organizationId === null) {
      throw new ValidationError({
        ...(knownUser === null ? { user_id: missing(userId) } : {}),
        ...(organizationId === null ? { asset_id: missing(assetId) } : {}),
      });
    }
    const rule = await assetLoginRuleFor(services, {
      userId,
      assetId,
      organizationId,
      accountUsername: username,
      typedUsername: "",
      remoteAddress,
      at: new Date(),
    });
    if (rule?.action === "reject") throw new ApiError(400, "acl_reject", ruleText.connectionRefused);
    if (rule?.action !== "review") return { body: { need_review: false } };
    const review = await openConnectionReview({ ...services, db }, rule, {
      userId,
      assetId,
      organizationId,
      // An account that is not stored is recognized by nothing: an approval of it is not remembered.
      account: { id: accountId, username, key: accountId ?? "" },
    });
    const url = `/api/v1/tickets/super-tickets/${review.id}/status/`;
    return {
      body: {
        need_review: true,
        check_review_status: { method: "GET", url },
        close_review: { method: "DELETE", url },
        ticket_detail_url: `${await siteOrigin(services)}${review.page}`,
        reviewers: review.assignees,
        ticket_id: review.id,
      },
    };
  },
};
