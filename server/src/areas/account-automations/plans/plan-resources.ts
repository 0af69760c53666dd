import { sql } from "kysely";
import {
  boolean,
  defineResource,
  exact,
  exactChoice,
  type ResourceDeclaration,
  relations,
} from "../../../engine/resource/index.ts";
import { memberTarget } from "../../roles/index.ts";
import { type KindNames, kinds } from "../kinds.ts";
import { text } from "../texts.ts";
import { refuseForeign } from "./own-organization.ts";
import { planFields } from "./plan-fields.ts";
import { planHooks } from "./plan-hooks.ts";
import { checkPlanSecret, secretColumns, secretFields } from "./secret-fields.ts";

/** What the resources of all kinds of plans have in common. */
const common = ({ kind, plans, model, planLabel, title }: KindNames) =>
  ({
    path: `accounts/${plans}`,
    app: "accounts",
    model,
    label: planLabel,
    title: `${title} Automation`,
    scope: "organization",
    table: "account_automations",
    stamped: ["updated_by"],
    where: () => sql<boolean>`t.type = ${kind}`,
    createTogether: true,
  }) as const;

const order = {
  by: [
    "name",
    "is_periodic",
    "crontab",
    "interval",
    "is_active",
    "comment",
    "created_by",
    "date_created",
    "date_updated",
  ],
  default: ["name"],
};

const secretFilters = {
  name: exact("t.name"),
  secret_type: exactChoice("t.secret_type", ["password", "ssh_key"]),
  secret_strategy: exactChoice("t.secret_strategy", ["specific", "random"]),
};
const secretSearch = ["t.name", "t.secret_type", "t.secret_strategy"];
const secretOrder = { ...order, by: [...order.by, "secret_type", "secret_strategy"] };

const pushFields = { ...planFields("push_account"), ...secretFields() };

const changeFields = {
  ...planFields("change_secret"),
  ...secretFields(),
  recipients: relations({
    label: text.recipients,
    help: text.recipientsHelp,
    target: memberTarget(),
    link: { table: "account_automation_recipients", own: "automation_id", other: "user_id" },
  }),
};

const gatherFields = {
  ...planFields("gather_accounts"),
  is_sync_account: boolean({ label: text.syncAccounts, help: text.syncAccountsHelp, default: false }),
};

/** Plans. Contract: docs/contract/account-automations.md, "Plans". */
export const planResources: readonly ResourceDeclaration[] = [
  defineResource({
    ...common(kinds.changeSecret),
    fields: changeFields,
    filters: secretFilters,
    search: secretSearch,
    order: secretOrder,
    hooks: planHooks<typeof changeFields>("change_secret", {
      validate: async (event) => {
        checkPlanSecret(event);
        const { context, before, values } = event;
        if (before === null) return;
        const organizationId = String(before.org_id);
        await refuseForeign(context, organizationId, "people", {
          field: "recipients",
          ids: values.recipients,
        });
      },
      columns: (event, id) => secretColumns(event, id, event.context.services.secrets.seal),
    }),
  }),
  defineResource({
    ...common(kinds.pushAccount),
    fields: pushFields,
    filters: secretFilters,
    search: secretSearch,
    order: secretOrder,
    hooks: planHooks<typeof pushFields>("push_account", {
      validate: checkPlanSecret,
      columns: (event, id) => secretColumns(event, id, event.context.services.secrets.seal),
    }),
  }),
  defineResource({
    ...common(kinds.gatherAccounts),
    fields: gatherFields,
    filters: { name: exact("t.name") },
    search: ["t.name"],
    order: { ...order, by: [...order.by, "is_sync_account"] },
    hooks: planHooks<typeof gatherFields>("gather_accounts", {}),
  }),
];
