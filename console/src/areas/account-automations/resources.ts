import type { ResourceDescriptor } from "../../kit/resource.ts";

/** One thing that is done with accounts by plan, and where its pages are. */
export interface PlanKind {
  readonly name: "push" | "changeSecret" | "gather" | "backup";
  readonly plans: ResourceDescriptor;
  readonly executions: ResourceDescriptor;
  /** The permission to run a plan by hand. */
  readonly execute: string;
  /** Under which an execution names its plan, in what is sent; lists are filtered by it with `_id`. */
  readonly planField: "automation" | "plan";
}

interface KindNames extends Pick<PlanKind, "name" | "execute"> {
  readonly page: string;
  readonly plans: string;
  readonly executions: string;
  readonly model: string;
  readonly executionModel: string;
  readonly planField?: "plan";
}

function planKind({
  page,
  plans,
  executions,
  model,
  executionModel,
  planField,
  ...rest
}: KindNames): PlanKind {
  const path = `/console/accounts/${page}`;
  return {
    ...rest,
    planField: planField ?? "automation",
    plans: {
      url: `/api/v1/accounts/${plans}/`,
      permission: { app: "accounts", model },
      routes: {
        list: `${path}?activeTab=Plans`,
        create: `${path}/create`,
        update: (id) => `${path}/${id}/update`,
        detail: (id) => `${path}/${id}`,
      },
    },
    executions: {
      url: `/api/v1/accounts/${executions}/`,
      permission: { app: "accounts", model: executionModel },
      routes: { list: `${path}?activeTab=Executions`, detail: (id) => `${path}/executions/${id}` },
    },
  };
}

/** Making accounts on assets (docs/contract/account-automations.md, "Plans"). */
export const PUSH = planKind({
  name: "push",
  page: "account-push",
  plans: "push-account-automations",
  executions: "push-account-executions",
  model: "pushaccountautomation",
  executionModel: "pushaccountexecution",
  execute: "accounts.add_pushaccountexecution",
});

/** Giving accounts other secrets. */
export const CHANGE_SECRET = planKind({
  name: "changeSecret",
  page: "account-change-secret",
  plans: "change-secret-automations",
  executions: "change-secret-executions",
  model: "changesecretautomation",
  executionModel: "changesecretexecution",
  // The contract's own spelling.
  execute: "accounts.add_changesecretexection",
});

/** Looking for accounts on assets. */
export const GATHER = planKind({
  name: "gather",
  page: "account-gather",
  plans: "gather-account-automations",
  executions: "gather-account-executions",
  model: "gatheraccountsautomation",
  executionModel: "gatheraccountsexecution",
  execute: "accounts.add_gatheraccountsexecution",
});

/** Mailing accounts to people. */
export const BACKUP = planKind({
  name: "backup",
  page: "account-backup",
  plans: "account-backup-plans",
  executions: "account-backup-plan-executions",
  model: "accountbackupautomation",
  executionModel: "accountbackupexecution",
  execute: "accounts.add_accountbackupexecution",
  planField: "plan",
});

/** What an execution did to each account. */
export const CHANGE_RECORDS: ResourceDescriptor = {
  url: "/api/v1/accounts/change-secret-records/",
  permission: { app: "accounts", model: "changesecretrecord" },
  routes: { list: CHANGE_SECRET.executions.routes.list },
};

/** The same of pushing. */
export const PUSH_RECORDS: ResourceDescriptor = {
  url: "/api/v1/accounts/push-account-records/",
  permission: { app: "accounts", model: "changesecretrecord" },
  routes: { list: PUSH.executions.routes.list },
};
