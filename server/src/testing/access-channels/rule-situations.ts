import type { AccessChannel } from "./access-channel.ts";
import type { Case } from "./case.ts";
import {
  byDecision,
  type Expected,
  goesOn,
  type Inside,
  reached,
  refused,
  type Situation,
} from "./situation.ts";

/** The rules of each situation, to be taken away again. */
const made = new WeakMap<Case, string[]>();

async function makeRule(who: Case, list: string, values: Readonly<Record<string, unknown>>): Promise<void> {
  const path = `acls/${list}/`;
  const { id } = (await who.administer("POST", path, {
    name: `${who.person.username} ${(made.get(who)?.length ?? 0) + 1}`,
    users: { type: "ids", ids: [who.person.id] },
    ...values,
  })) as { id: string };
  made.set(who, [...(made.get(who) ?? []), `${path}${id}/`]);
}

/** Somebody who could decide, and does not. */
async function reviewerOf({ bed }: Case): Promise<string> {
  return (await bed.gateway.product.createUser({})).id;
}

const connections = (who: Case, values: Readonly<Record<string, unknown>>) =>
  makeRule(who, "login-asset-acls", { assets: { type: "all" }, accounts: ["@ALL"], rules: {}, ...values });

const signIns = (who: Case, values: Readonly<Record<string, unknown>>) =>
  makeRule(who, "login-acls", { rules: {}, ...values });

const undo = async (who: Case): Promise<void> => {
  for (const path of made.get(who) ?? []) await who.administer("DELETE", path);
};

const inside = (): Inside => goesOn("rules are asked of who comes");

/** Whether somebody signs in to the SSH server here, by themselves. */
const signsIn = ({ by }: AccessChannel): boolean => by === "key" || by === "password" || by === "temporary";

const atSignIn = (channel: AccessChannel): Expected => (signsIn(channel) ? refused("sign-in") : reached);

/** What each action of each kind of rule decides. */
export const ruleSituations: readonly Situation[] = [
  {
    name: "a rule that refuses to connect",
    change: (who) => connections(who, { action: "reject" }),
    after: (channel) => byDecision(channel),
    inside,
    undo,
  },
  {
    name: "a rule that has somebody consent to connecting",
    change: async (who) => connections(who, { action: "review", reviewers: [await reviewerOf(who)] }),
    after: (channel) => byDecision(channel),
    inside,
    undo,
  },
  {
    name: "a rule that accepts to connect before one that refuses",
    change: async (who) => {
      await connections(who, { action: "accept", priority: 90 });
      await connections(who, { action: "reject", priority: 10 });
    },
    after: () => reached,
    inside,
    undo,
  },
  {
    name: "a rule that takes the ways of connecting",
    change: (who) =>
      makeRule(who, "connect-method-acls", {
        connect_methods: ["web_cli", "ssh_client", "ssh_guide", "sftp_client"],
      }),
    after: (channel) => byDecision(channel),
    inside,
    undo,
  },
  {
    name: "a rule that refuses to sign in",
    change: (who) => signIns(who, { action: "reject" }),
    after: atSignIn,
    inside,
    undo,
  },
  {
    name: "a rule that has somebody consent to signing in",
    change: async (who) => signIns(who, { action: "review", reviewers: [await reviewerOf(who)] }),
    after: atSignIn,
    inside,
    // Anyone who does not continue with the next step has not failed at it.
    isLogged: () => false,
    undo,
  },
  {
    name: "a rule that accepts to sign in before one that refuses",
    change: async (who) => {
      await signIns(who, { action: "accept", priority: 90 });
      await signIns(who, { action: "reject", priority: 10 });
    },
    after: () => reached,
    inside,
    undo,
  },
];
