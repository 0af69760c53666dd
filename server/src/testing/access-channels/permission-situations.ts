import type { AccessChannel } from "./access-channel.ts";
import { type Case, everyAction } from "./case.ts";
import {
  byDecision,
  type Expected,
  ends,
  goesOn,
  type Inside,
  reached,
  refused,
  type Situation,
} from "./situation.ts";

const url = ({ permission }: Case): string => `perms/asset-permissions/${permission}/`;

const change = (values: Readonly<Record<string, unknown>>) => async (who: Case) => {
  await who.administer("PATCH", url(who), values);
};

const fromNow = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();

const revoked = ends("permission_revoked");

/** Nothing is granted any more: nobody comes in, and anyone who is in has to leave. */
const everybodyOut = {
  after: (channel: AccessChannel): Expected => byDecision(channel),
  inside: (): Inside => revoked,
};

/** Takes an action away from somebody who has all of them. */
const without = (...actions: readonly string[]) =>
  change({ actions: everyAction.filter((action) => !actions.includes(action)) });

const withoutRight = (right: NonNullable<AccessChannel["right"]>): Situation => ({
  name: `the permission without the action ${right}`,
  change: without(right),
  concerns: (channel) => channel.right !== undefined,
  after: (channel) => (channel.right === right && channel.by !== "asking" ? refused("rights") : reached),
  inside: ({ session }) =>
    session?.type === "sftp" ? revoked : goesOn("it has nothing to do with rights to files"),
});

/** What permissions decide. */
export const permissionSituations: readonly Situation[] = [
  {
    name: "the permission removed",
    thorough: true,
    change: async (who) => {
      await who.administer("DELETE", url(who));
    },
    ...everybodyOut,
  },
  {
    name: "the permission run out",
    change: change({ date_start: fromNow(-60), date_expired: fromNow(-1) }),
    after: (channel) => byDecision(channel),
    inside: () => ends("permission_revoked", "permission_expired"),
  },
  {
    name: "the permission run out, with time to finish",
    // Only just now: what began before may be finished.
    change: (who) => change({ session_grace_minutes: 60, date_expired: new Date().toISOString() })(who),
    after: (channel) => byDecision(channel),
    inside: () => goesOn("it may be finished"),
  },
  {
    name: "the permission not begun",
    change: change({ date_start: fromNow(60), date_expired: fromNow(120) }),
    ...everybodyOut,
  },
  { name: "the permission switched off", change: change({ is_active: false }), ...everybodyOut },
  {
    name: "the assets no longer named by the permission",
    change: change({ assets: [] }),
    ...everybodyOut,
  },
  {
    name: "the account no longer named by the permission",
    change: change({ accounts: ["somebody-else"] }),
    ...everybodyOut,
  },
  {
    name: "the person no longer in the group the permission names",
    change: async (who) => {
      await who.administer("PATCH", `users/groups/${who.group}/`, { users: [] });
    },
    ...everybodyOut,
  },
  {
    name: "the permission without the action connect",
    change: without("connect"),
    // A token may be asked for by anyone who has any action; it opens nothing.
    after: (channel) =>
      channel.by === "asking" || channel.name === "component, asking for somebody"
        ? reached
        : refused("decision"),
    inside: () => revoked,
  },
  withoutRight("download"),
  withoutRight("upload"),
  withoutRight("delete"),
  {
    name: "the permission without any right to files",
    change: without("upload", "download", "delete"),
    concerns: ({ right }) => right !== undefined,
    after: (channel) =>
      channel.right !== undefined && channel.by !== "asking" ? refused("rights") : reached,
    inside: ({ session }) =>
      session?.type === "sftp" ? revoked : goesOn("it has nothing to do with rights to files"),
  },
  {
    name: "the permission without forwarding",
    thorough: true,
    concerns: ({ forwarding }) => forwarding !== undefined,
    change: async (who) => {
      await who.administer("PUT", `sallyport/asset-permissions/${who.permission}/forwarding/`, {
        forwarding: [],
      });
    },
    after: ({ forwarding }) => (forwarding === undefined ? reached : refused("decision")),
    inside: ({ forwarding }) => (forwarding === undefined ? goesOn("it forwards nothing") : revoked),
  },
  {
    name: "forwarding granted by a permission for another account",
    concerns: ({ forwarding }) => forwarding !== undefined,
    change: async (who) => {
      const url = (id: string) => `sallyport/asset-permissions/${id}/forwarding/`;
      const other = (await who.administer("POST", "perms/asset-permissions/", {
        name: `${who.person.username} by another account`,
        users: [who.person.id],
        assets: [...who.assets.values()].map(({ id }) => id),
        accounts: ["somebody-else"],
        actions: everyAction,
      })) as { id: string };
      await who.administer("PUT", url(other.id), { forwarding: ["local", "remote", "jump"] });
      await who.administer("PUT", url(who.permission), { forwarding: [] });
    },
    after: ({ forwarding }) => (forwarding === undefined ? reached : refused("decision")),
    inside: ({ forwarding }) => (forwarding === undefined ? goesOn("it forwards nothing") : revoked),
  },
  {
    name: "the permission by the node above the assets",
    change: async (who) => {
      const [root] = (await who.administer("GET", "assets/nodes/?key=1")) as { id: string }[];
      await who.administer("PATCH", url(who), { assets: [], nodes: [root?.id] });
    },
    after: () => reached,
    inside: () => goesOn("it is granted as before"),
  },
];
