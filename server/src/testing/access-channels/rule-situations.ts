import { randomBytes } from "node:crypto";
import type { AccessChannel } from "./access-channel.ts";
import { channels } from "./all-channels.ts";
import type { Case } from "./case.ts";
import {
  byDecision,
  type Expected,
  goesOn,
  type Inside,
  notApplicable,
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

/** Programs that the channels name in command lines. */
const programs = ["cat", "scp", "rsync", "sftp-server"].join("\n");

/** Makes a rule about every command that shows the mark, or carries it. */
async function filterCommands(who: Case, values: Readonly<Record<string, unknown>>): Promise<void> {
  const name = `${who.person.username} ${randomBytes(4).toString("hex")}`;
  const group = (await who.administer("POST", "acls/command-groups/", { name, content: programs })) as {
    id: string;
  };
  await makeRule(who, "command-filter-acls", {
    assets: { type: "all" },
    accounts: ["@ALL"],
    command_groups: [group.id],
    ...values,
  });
  made.set(who, [...(made.get(who) ?? []), `acls/command-groups/${group.id}/`]);
}

/** What decides about commands in each situation, to be ended; answers how many it has decided. */
const deciding = new WeakMap<Case, () => Promise<number>>();

/** Has somebody decide about everything that shows the mark, as soon as it is held. */
async function reviewCommands(who: Case, verb: "approve" | "reject"): Promise<void> {
  const { product } = who.bed.gateway;
  const reviewer = await product.createUser({});
  const caller = await product.signIn(reviewer.id);
  await filterCommands(who, { action: "review", reviewers: [reviewer.id] });
  const { signal, stop } = stopper();
  const decided = (async () => {
    let count = 0;
    while (!signal.aborted) {
      const { rows } = await product.database.pool.query<{ id: string }>(
        "select id from tickets where applicant_id = $1 and type = 'command_confirm' and status = 'open'",
        [who.person.id],
      );
      for (const { id } of rows) {
        const answer = await caller.call("PUT", `tickets/apply-command-tickets/${id}/${verb}/`, {});
        if (answer.status === 200) count += 1;
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return count;
  })();
  deciding.set(who, () => {
    stop();
    return decided;
  });
}

function stopper() {
  const controller = new AbortController();
  return { signal: controller.signal, stop: () => controller.abort() };
}

/** Whether commands run there that rules are asked about. */
const runsCommands = ({ session, namesProgram }: AccessChannel): boolean =>
  session?.type === "normal" || session?.type === "command" || namesProgram === true;

/** Whether nothing runs there but what the rules were asked about before. */
const isCommand = (channel: AccessChannel): boolean =>
  runsCommands(channel) && channel.session?.type !== "normal";

/** What a rule that lets no command through makes of who comes. */
const withoutCommand = (channel: AccessChannel): Expected => {
  if (isCommand(channel)) return refused("target");
  return runsCommands(channel) ? notApplicable("the shell goes on without the command") : reached;
};

const undoReviews =
  (concerned: (channel: AccessChannel) => boolean) =>
  async (who: Case): Promise<void> => {
    const count = (await deciding.get(who)?.()) ?? 0;
    await undo(who);
    const { length } = channels.filter(concerned);
    if (count < length) throw new Error(`${count} of at least ${length} commands were held`);
  };

/** Who comes by each of these channels is on record with a command of that risk level. */
const undoLevel =
  (riskLevel: number, concerned: (channel: AccessChannel) => boolean) =>
  async (who: Case): Promise<void> => {
    await undo(who);
    const { rows } = await who.bed.gateway.product.database.pool.query<{ count: number }>(
      `select count(distinct session_id)::int as count from commands join sessions on sessions.id = session_id
         where user_id = $1 and risk_level = $2`,
      [who.person.id, riskLevel],
    );
    const { length } = channels.filter(concerned);
    const count = rows[0]?.count ?? 0;
    if (count < length)
      throw new Error(`${count} of at least ${length} commands are on record as ${riskLevel}`);
  };

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
    // Nobody gives a reason: what is offered opens nothing by itself, and to programs it is not offered.
    name: "a rule that has somebody consent to connecting, or sign it off",
    change: async (who) =>
      connections(who, { action: "review", reviewers: [await reviewerOf(who)], emergency_access: true }),
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
        connect_methods: ["web_cli", "ssh_client", "ssh_guide", "sftp_client", "web_sftp"],
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
  {
    name: "a rule that has somebody decide about commands, who approves them",
    change: (who) => reviewCommands(who, "approve"),
    // Where nobody waits, nobody is asked.
    after: (channel) => (channel.by === "clock" ? refused("target", /needs approval/) : reached),
    concerns: runsCommands,
    inside,
    undo: undoReviews((channel) => runsCommands(channel) && channel.by !== "clock"),
  },
  {
    name: "a rule that has somebody decide about commands, who rejects them",
    change: (who) => reviewCommands(who, "reject"),
    after: withoutCommand,
    concerns: runsCommands,
    inside,
    undo: undoReviews((channel) => isCommand(channel) && channel.by !== "clock"),
  },
  {
    name: "a rule that refuses commands",
    change: (who) => filterCommands(who, { action: "reject" }),
    after: withoutCommand,
    concerns: runsCommands,
    inside,
    undo: undoLevel(5, isCommand),
  },
  {
    name: "a rule that has commands watched",
    change: async (who) => filterCommands(who, { action: "warning", reviewers: [await reviewerOf(who)] }),
    after: () => reached,
    concerns: runsCommands,
    inside,
    undo: undoLevel(4, isCommand),
  },
  {
    name: "a rule that accepts commands before one that refuses them",
    change: async (who) => {
      await filterCommands(who, { action: "accept", priority: 90 });
      await filterCommands(who, { action: "reject", priority: 10 });
    },
    after: () => reached,
    concerns: runsCommands,
    inside,
    undo,
  },
];
