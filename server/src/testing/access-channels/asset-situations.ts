import type { AccessChannel } from "./access-channel.ts";
import type { Case } from "./case.ts";
import {
  byDecision,
  type Expected,
  ends,
  goesOn,
  notApplicable,
  reached,
  refused,
  type Situation,
} from "./situation.ts";

/** Changes every asset of the person. */
const changeAssets = async (who: Case, values: Readonly<Record<string, unknown>>) => {
  for (const { id } of who.assets.values()) await who.administer("PATCH", `assets/hosts/${id}/`, values);
};

/** Leaves every asset of the person one protocol, as platforms do that demand no other. */
const offerOnly = (protocol: string) => async (who: Case) => {
  for (const { id, relay } of who.assets.values()) {
    await who.bed.gateway.product.database.pool.query("update assets set protocols = $2 where id = $1", [
      id,
      JSON.stringify([{ name: protocol, port: relay.port }]),
    ]);
  }
};

/** Does something to the account of every asset of the person. */
const changeAccounts = (method: string, body?: unknown) => async (who: Case) => {
  for (const { id } of who.assets.values()) {
    const accounts = (await who.administer("GET", `accounts/accounts/?asset=${id}`)) as { id: string }[];
    for (const account of accounts) await who.administer(method, `accounts/accounts/${account.id}/`, body);
  }
};

/** Whether a channel goes by a protocol, at its end. */
const goesBy = (protocol: string, { session, name }: AccessChannel): boolean =>
  session === null ? name.includes("(sftp)") === (protocol === "sftp") : session.protocol === protocol;

/** A token that was asked for to open SSH leads to files as well. */
const isSshTokenForFiles = ({ name }: AccessChannel): boolean => name.includes("(ssh_client)");

const virtual = (alias: string, asked: Expected): Situation => ({
  name: `nothing but ${alias} granted`,
  before(who) {
    // Tokens are got hold of by the stored account, as long as it is granted.
    who.account = "operator";
  },
  async change(who) {
    await who.administer("PATCH", `perms/asset-permissions/${who.permission}/`, { accounts: [alias] });
    who.account = alias;
  },
  after: (channel) => {
    if (channel.by === "asking" || channel.name === "component, asking for somebody") {
      return alias === "@ANON" ? refused("decision") : reached;
    }
    if (channel.isAsked === true) return asked;
    if (channel.forwarding === "jump") return alias === "@ANON" ? refused("decision") : reached;
    return byDecision(channel);
  },
  inside: () => ends("permission_revoked"),
});

/** What assets and their accounts decide. */
export const assetSituations: readonly Situation[] = [
  {
    name: "the asset disabled",
    thorough: true,
    change: (who) => changeAssets(who, { is_active: false }),
    after: (channel) => byDecision(channel),
    inside: () => ends("permission_revoked"),
  },
  {
    name: "the asset without the protocol ssh",
    change: offerOnly("sftp"),
    after: (channel) => {
      if (isSshTokenForFiles(channel)) return refused("sign-in");
      return goesBy("ssh", channel) ? byDecision(channel) : reached;
    },
    inside: ({ session }) =>
      session?.protocol === "ssh" ? ends("permission_revoked") : goesOn("it goes by another protocol"),
  },
  {
    name: "the asset without the protocol sftp",
    change: offerOnly("ssh"),
    after: (channel) => {
      if (isSshTokenForFiles(channel)) return refused("decision");
      return goesBy("sftp", channel) ? byDecision(channel) : reached;
    },
    inside: ({ session }) =>
      session?.protocol === "sftp" ? ends("permission_revoked") : goesOn("it goes by another protocol"),
  },
  {
    name: "telnet asked for by name, of an asset that offers it",
    async change(who) {
      for (const { id, relay } of who.assets.values()) {
        const protocols = ["ssh", "sftp", "telnet"].map((name) => ({ name, port: relay.port }));
        await who.bed.gateway.product.database.pool.query("update assets set protocols = $2 where id = $1", [
          id,
          JSON.stringify(protocols),
        ]);
      }
      who.account = "telnet#operator";
    },
    after: (channel) => {
      if (channel.by === "asking" || channel.by === "component" || channel.by === "clock")
        return notApplicable("no user name is typed");
      if (channel.session?.type === "normal" && channel.by === "key") {
        return notApplicable("a shell is carried by telnet, or asked about, which has tests of its own");
      }
      const isCommand =
        channel.session?.type === "command" && channel.by !== "token" && channel.by !== "shared";
      // Nothing but a shell is carried by telnet: it would be one that nobody records.
      return isCommand ? refused("decision") : reached;
    },
    inside: { none: "nothing is withdrawn" },
  },
  {
    name: "the account disabled",
    change: changeAccounts("PATCH", { is_active: false }),
    after: (channel) => byDecision(channel),
    inside: () => ends("permission_revoked"),
  },
  {
    name: "the account removed",
    change: changeAccounts("DELETE"),
    after: (channel) => byDecision(channel),
    inside: () => ends("permission_revoked"),
  },
  virtual("@INPUT", reached),
  virtual("@USER", notApplicable("the target has no account of the person's name to type the password of")),
  virtual("@ANON", refused("decision")),
  {
    name: "the gateway of the domain down",
    async change(who) {
      const { id: domain } = (await who.administer("POST", "assets/domains/", {
        name: who.person.username,
      })) as { id: string };
      const platforms = (await who.administer("GET", "assets/platforms/?name=Gateway")) as { id: number }[];
      await who.administer("POST", "assets/gateways/", {
        name: `${who.person.username}-edge`,
        address: "127.0.0.1",
        platform: platforms[0]?.id,
        domain,
        protocols: [{ name: "ssh", port: 1 }],
        accounts: [{ name: "hop", username: "hop", secret_type: "password", secret: "hop" }],
      });
      await changeAssets(who, { domain });
    },
    after: (channel) => (channel.session === null ? reached : refused("target")),
    inside: () => goesOn("it is connected by the way it was"),
  },
];
