import { sql } from "kysely";
import { generateSecret } from "otplib";
import { sealOtpSecret } from "../../areas/factors/one-time-codes.ts";
import type { AccessChannel } from "./access-channel.ts";
import type { Case } from "./case.ts";
import {
  byDecision,
  type Expected,
  ends,
  goesOn,
  type Inside,
  notApplicable,
  reached,
  refused,
  type Situation,
} from "./situation.ts";

const change = (values: Readonly<Record<string, unknown>>) => async (who: Case) => {
  await who.administer("PATCH", `users/users/${who.person.id}/`, values);
};

/** Whether somebody signs in to the SSH server here, by themselves. */
const signsIn = ({ by }: AccessChannel): boolean => by === "key" || by === "password" || by === "temporary";

/** There is nobody of this name any more, as far as anybody is told. */
const gone = {
  after: (channel: AccessChannel): Expected => (signsIn(channel) ? refused("sign-in") : byDecision(channel)),
  inside: (): Inside => ends("sign_in_ended", "permission_revoked", "client_closed"),
};

/** Something a sign-in has to do with, and nothing after it. */
const atSignIn = {
  after: (channel: AccessChannel): Expected => (signsIn(channel) ? refused("sign-in") : reached),
  inside: (): Inside => goesOn("its sign-in was before that"),
};

/** What the person decides. */
export const peopleSituations: readonly Situation[] = [
  { name: "the person disabled", thorough: true, change: change({ is_active: false }), ...gone },
  {
    name: "the person's time run out",
    change: change({ date_expired: new Date(Date.now() - 60_000).toISOString() }),
    ...gone,
  },
  {
    name: "the person removed",
    change: async (who) => {
      await who.administer("DELETE", `users/users/${who.person.id}/`);
    },
    ...gone,
    // A key that nobody has stored is no attempt at anything: agents offer all they have.
    isLogged: ({ by }) => by !== "key",
  },
  {
    name: "the person no longer in the organization",
    change: async (who) => {
      await who.bed.gateway.product.database.pool.query(
        "delete from role_bindings where user_id = $1 and org_id is not null",
        [who.person.id],
      );
    },
    after: (channel) => byDecision(channel),
    inside: () => ends("permission_revoked"),
  },
  {
    name: "the person with a role that does not connect",
    change: async (who) => {
      const role = (await who.administer("POST", "rbac/org-roles/", {
        name: `idle ${who.person.username}`,
        scope: "org",
        permissions: [],
      })) as { id: string };
      // What the built-in role of every user may do counts everywhere.
      const nothing = (await who.administer("POST", "rbac/system-roles/", {
        name: `nothing ${who.person.username}`,
        scope: "system",
        permissions: [],
      })) as { id: string };
      await change({ org_roles: [role.id], system_roles: [nothing.id] })(who);
    },
    after: (channel) => byDecision(channel),
    inside: () => ends("permission_revoked"),
  },
  {
    name: "the terms of use not accepted",
    change: async ({ bed, person }) => {
      await sql`update users set is_first_login = true where id = ${person.id}::uuid`.execute(
        bed.gateway.product.database.db,
      );
    },
    after: (channel) => (signsIn(channel) ? refused("sign-in") : byDecision(channel)),
    inside: { none: "whoever is in has accepted them" },
  },
  { name: "the password to be changed", change: change({ need_update_password: true }), ...atSignIn },
  {
    name: "a second factor owed",
    change: async ({ bed, person }) => {
      const { database, services } = bed.gateway.product;
      const sealed = sealOtpSecret(services, person.id, generateSecret());
      await sql`update users set otp_secret_sealed = ${sealed}, mfa_level = 1 where id = ${person.id}::uuid`.execute(
        database.db,
      );
    },
    ...atSignIn,
    // Anyone who does not continue with the next step has not failed at it.
    isLogged: () => false,
  },
  {
    name: "the person locked after wrong passwords",
    change: async ({ bed, person }) => {
      const { product } = bed.gateway;
      for (let attempt = 0; attempt < 10; attempt += 1) {
        const { username } = person;
        await product.anonymous.call("POST", "authentication/auth/", { username, password: "wrong" });
      }
    },
    ...atSignIn,
  },
  {
    name: "the person at an address that is not let in",
    change: async (who) => {
      who.from = "127.0.0.66";
      await who.bed.gateway.product.configure({ SECURITY_LOGIN_IP_BLACK_LIST: [who.from] });
    },
    undo: ({ bed }) => bed.gateway.product.configure({ SECURITY_LOGIN_IP_BLACK_LIST: [] }),
    after: (channel) => {
      if (signsIn(channel) || channel.by === "token") return refused("sign-in");
      return notApplicable(
        channel.by === "shared"
          ? "its connection comes from where it came"
          : "browsers are stopped at the sign-in page",
      );
    },
    inside: { none: "whoever is in comes from elsewhere" },
  },
];
