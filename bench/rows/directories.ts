import { ApiClient } from "../../e2e/support/api.ts";
import { adminPassword, type Product } from "../../e2e/support/product.ts";
import {
  type LdapTestPerson,
  type LdapTestServer,
  slapdMissing,
  startLdapServer,
} from "../../server/src/testing/ldap-server.ts";
import { signInAtPeer, startOpenIdPeer } from "../../server/src/testing/openid-peer.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import type { Sizes } from "../sizes.ts";
import { inMilliseconds, judged, median, type Row, unmeasured } from "../table.ts";
import { checkEntry, samlRows, scimRow, signInRow } from "./foreign-sign-ins.ts";

/** Most sign-ins by API with the directory in turn there and hanging. */
const mostLocalSignIns = 7;

/** Signing in with OpenID Connect and SAML, people sent by SCIM, and a directory that is large, the same as before, or does not answer. */
export async function measureDirectories(fixtures: Fixtures): Promise<Row[]> {
  const { sizes } = fixtures;
  const product = await fixtures.startInstalled();
  try {
    const admin = await ApiClient.signIn(product.url, "admin", adminPassword);
    const rows = [
      await openIdRow(product, admin, sizes.foreignSignIns),
      ...(await samlRows(product, admin, sizes.foreignSignIns)),
      await scimRow(product, admin, sizes.foreignSignIns),
      ...(await directoryRows(product, admin, sizes)),
    ];
    // Where others go on with this product, their sign-ins must not lead to a provider that is gone.
    await save(admin, "oidc", { AUTH_OPENID: false });
    await save(admin, "saml2", { AUTH_SAML2: false });
    await save(admin, "ldap", { AUTH_LDAP: false });
    return rows;
  } finally {
    await product.dispose();
  }
}

const save = (admin: ApiClient, category: string, values: object): Promise<unknown> =>
  admin.patch(`/api/v1/settings/setting/?category=${category}`, values);

/** Signing in with OpenID Connect, as somebody who came before. */
async function openIdRow(product: Product, admin: ApiClient, count: number): Promise<Row> {
  const site = product.url;
  const peer = await startOpenIdPeer(site);
  try {
    await save(admin, "oidc", {
      AUTH_OPENID: true,
      AUTH_OPENID_PROVIDER_ENDPOINT: peer.issuer,
      AUTH_OPENID_CLIENT_ID: peer.clientId,
      AUTH_OPENID_CLIENT_SECRET: peer.clientSecret,
      AUTH_OPENID_PKCE: true,
      AUTH_OPENID_SCOPES: "openid profile email",
    });
    const signIn = async (who: number): Promise<void> => {
      const login = `person-${who}`;
      peer.people.set(login, { preferred_username: login, name: login, email: `${login}@idp.test` });
      const browser = new ApiClient(site);
      const begun = await browser.raw("GET", "/core/auth/openid/login/");
      const back = await signInAtPeer(begun.headers.get("location") ?? "", login);
      const page = await browser.raw("GET", back.slice(new URL(back).origin.length));
      checkEntry(browser, page);
    };
    return await signInRow(product, "an OpenID Connect sign-in", count, signIn);
  } finally {
    await peer.close();
  }
}

async function directoryRows(
  product: Product,
  admin: ApiClient,
  { directoryPeople: count, signIns }: Sizes,
): Promise<Row[]> {
  const [first, again, away] = [
    `LDAP import of ${count} people`,
    "LDAP import once more, a hundred changed",
    "a local sign-in while the directory hangs",
  ];
  const targets = ["< 180 s", "< 30 s"] as const;
  if (slapdMissing()) {
    return [unmeasured(first, "no slapd", targets[0]), unmeasured(again, "no slapd", targets[1])];
  }
  const people: LdapTestPerson[] = Array.from({ length: count }, (_, at) => ({
    uid: `u${at}`,
    name: `Person ${at}`,
    mail: `u${at}@dir.example`,
  }));
  const directory = await startLdapServer({ people });
  try {
    await useDirectory(admin, directory);
    const firstSeconds = await imported(admin);
    const found = (await admin.get("/api/v1/users/users/?source=ldap&limit=1")).count;
    if (found !== count) throw new Error(`${found} of ${count} people were imported`);
    const renamed = people.filter((_, at) => at % Math.ceil(count / 100) === 0);
    await directory.rename(Object.fromEntries(renamed.map(({ uid }) => [uid, `Other ${uid}`])));
    const againSeconds = await imported(admin);
    const [there, hanging] = await localTimes(product, directory, Math.min(mostLocalSignIns, signIns));
    return [
      judged(first, `${firstSeconds.toFixed(1)} s`, targets[0], firstSeconds < 180),
      judged(again, `${againSeconds.toFixed(1)} s`, targets[1], againSeconds < 30),
      judged(away, inMilliseconds(hanging), "<= 1.1 ×", hanging / there <= 1.1, {
        beside: `while it answers ${inMilliseconds(there)}`,
        ratio: hanging / there,
      }),
    ];
  } finally {
    await directory.close();
  }
}

const useDirectory = (admin: ApiClient, { settings, bindPassword }: LdapTestServer): Promise<unknown> =>
  save(admin, "ldap", { ...settings, AUTH_LDAP_BIND_PASSWORD: bindPassword, AUTH_LDAP: true });

/** Imports everybody; seconds until the task has ended. */
async function imported(admin: ApiClient): Promise<number> {
  const { task } = await admin.post("/api/v1/sallyport/ldap/sync/run/", {});
  for (;;) {
    const execution = await admin.get(`/api/v1/ops/task-executions/${task}/`);
    if (execution.is_finished) {
      if (execution.is_success !== true)
        throw new Error(`the import failed: ${JSON.stringify(execution.result)}`);
      return (Date.parse(execution.date_finished) - Date.parse(execution.date_start)) / 1000;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Medians of signing in by API as a local user, in milliseconds: while the directory answers, and while it hangs. */
async function localTimes(
  product: Product,
  directory: LdapTestServer,
  rounds: number,
): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, change] of [directory.resume, directory.pause].entries()) {
      change();
      const began = performance.now();
      await ApiClient.withToken(product.url, "admin", adminPassword);
      times[at]?.push(performance.now() - began);
    }
  }
  directory.resume();
  return [median(times[0]), median(times[1])];
}
