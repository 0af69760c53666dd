import type { ApiClient } from "../../e2e/support/api.ts";
import { connectionTo } from "../../e2e/support/database.ts";
import { timeDecisions } from "../../server/src/testing/permission-decisions.ts";
import type { Users } from "../dataset/dataset.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import { below, judged, median, type Row } from "../table.ts";

const answerLimit = 50;
const decisionLimit = 0.2;

const organizationId = "00000000-0000-0000-0000-000000000002";

interface Question {
  readonly name: string;
  readonly ask: (admin: ApiClient) => Promise<unknown>;
  /** Milliseconds; only informs without one. */
  readonly limit: number;
}

/**
 * People and what they may do, with many users, groups and roles: lists, pickers, the permission tree, the preview of
 * a role everybody holds; and the decision whether a caller may do something.
 */
export async function measurePeople(fixtures: Fixtures): Promise<Row[]> {
  const { product, dataset, admin } = await fixtures.shared();
  const { rounds, requests } = fixtures.sizes;
  const rows: Row[] = [];
  for (const { name, ask, limit } of questionsAbout(dataset.users)) {
    await ask(admin);
    const times: number[] = [];
    for (let request = 0; request < Math.max(3, (rounds * requests) / 10); request += 1) {
      const started = performance.now();
      await ask(admin);
      times.push(performance.now() - started);
    }
    rows.push(below(name, median(times), limit));
  }
  const cases = dataset.users.userIds.flatMap((userId) =>
    ["users.view_user", "settings.change_auth"].map((code) => ({ userId, organizationId, code })),
  );
  const milliseconds = await timeDecisions(connectionTo(product), cases, rounds * requests);
  const measured = `${(milliseconds * 1000).toFixed(2)} µs`;
  return [
    ...rows,
    judged("permission decision, warm", measured, `< ${decisionLimit} ms`, milliseconds < decisionLimit),
  ];
}

function questionsAbout({ users, groups, roles, role, userIds }: Users): Question[] {
  const get = (path: string) => (admin: ApiClient) => admin.get(`/api/v1/${path}`);
  const large = (count: number) => count.toLocaleString("en");
  return [
    {
      name: `15 of ${large(users)} users`,
      ask: get("users/users/?limit=15&offset=0"),
      limit: answerLimit,
    },
    {
      name: `picker of ${large(users)} users`,
      ask: get("users/users/?limit=10&fields_size=mini&order=name&search=person-0042"),
      limit: answerLimit,
    },
    { name: `15 of ${large(groups)} groups`, ask: get("users/groups/?limit=15"), limit: answerLimit },
    { name: `15 of ${large(roles)} roles`, ask: get("rbac/system-roles/?limit=15"), limit: answerLimit },
    {
      name: "15 holders of a role everybody has",
      ask: get(`rbac/system-role-bindings/?role=${role}&limit=15`),
      limit: answerLimit,
    },
    {
      name: "permission tree of a role",
      ask: get(`rbac/system-roles/${role}/permissions/tree/`),
      limit: answerLimit,
    },
    {
      name: "what a user may do, and why",
      ask: get(`sallyport/users/${userIds[0]}/effective-permissions/`),
      limit: answerLimit,
    },
    {
      name: `preview of a role ${large(users)} users hold`,
      ask: (admin) => admin.post(`/api/v1/sallyport/roles/${role}/preview/?limit=10`, { permissions: [] }),
      limit: 1000,
    },
  ];
}
