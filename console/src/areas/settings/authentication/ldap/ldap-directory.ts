import { api } from "../../../../kit/api/client.ts";
import type { RelatedSource } from "../../../../kit/field-kinds/field-kind.ts";
import type { FormValues } from "../../../../kit/form/form-model.ts";

const LDAP = "/api/v1/settings/ldap/";

/** Tests settings (docs/contract/settings.md, "LDAP"). */
export const CHECK_URL = `${LDAP}testing/config/`;
/** Tries a sign-in. */
export const LOGIN_URL = `${LDAP}testing/login/`;
/** Everybody of the directory. */
export const PEOPLE_URL = `${LDAP}users/`;
/** Imports people of the list. */
export const IMPORT_URL = `${PEOPLE_URL}import/`;
/** Forgets the list. */
export const FORGET_URL = `${LDAP}cache/refresh/`;
/** How the scheduled import stands; an addition of this product. */
export const SYNC_URL = "/api/v1/sallyport/ldap/sync/";

/** Milliseconds between looks at what is not ready. */
export const LOOK_INTERVAL = 1_000;

/** Every organization's groups are to choose from. */
const EVERYWHERE = "00000000-0000-0000-0000-000000000000";

/** The organizations people can be imported to. */
export const ORGANIZATIONS: RelatedSource = { url: "/api/v1/orgs/orgs/" };

/** The groups they can join. */
export const GROUPS: RelatedSource = {
  url: "/api/v1/users/groups/",
  query: { oid: EVERYWHERE, fields: "id,name,org_name" },
  label: ({ name, org_name: organization }) => `${String(name)} (${String(organization)})`,
};

interface Running {
  readonly status: "running" | "error";
  readonly error?: string;
}

const wait = () => new Promise((resolve) => setTimeout(resolve, LOOK_INTERVAL));

/**
 * Tests settings of the directory, and answers what came of it in words: the server works at it while we ask again.
 *
 * @throws ApiError with the words, when they do not work
 */
export async function checkDirectory(settings: unknown): Promise<string> {
  const ask = (query: { refresh?: 1 }) =>
    api<string | Running>(CHECK_URL, { method: "POST", query, body: settings });
  let answer = await ask({ refresh: 1 });
  while (typeof answer !== "string" && answer.status === "running") {
    await wait();
    answer = await ask({});
  }
  if (typeof answer === "string") return answer;
  throw new Error(answer.error ?? "");
}

/** Whether passwords of the directory cross the network in clear text with these settings. */
export function isPlainText({
  AUTH_LDAP: on,
  AUTH_LDAP_SERVER_URI: address,
  AUTH_LDAP_START_TLS: upgraded,
}: FormValues) {
  if (on !== true || upgraded === true || typeof address !== "string") return false;
  return address.startsWith("ldap:") && !/^ldap:\/\/(localhost|127\.|\[::1\])/.test(address);
}
