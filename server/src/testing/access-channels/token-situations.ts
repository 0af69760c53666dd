import type { AccessChannel } from "./access-channel.ts";
import type { Case } from "./case.ts";
import { type Expected, goesOn, notApplicable, reached, refused, type Situation } from "./situation.ts";

/** Changes the person's tokens, as time and use do. */
const changeTokens = (assignment: string) => async (who: Case) => {
  await who.bed.gateway.product.database.pool.query(
    `update connection_tokens set ${assignment} where user_id = $1`,
    [who.person.id],
  );
};

const showsToken = ({ by, name }: AccessChannel): boolean =>
  by === "token" || by === "browser" || name === "component, with somebody's connection token";

const noToken = notApplicable("no token is shown");

/** A token that opens nothing any more. */
const spent = {
  after: (channel: AccessChannel): Expected => {
    if (!showsToken(channel)) return noToken;
    return refused(channel.by === "token" ? "sign-in" : "decision");
  },
  inside: (channel: AccessChannel) =>
    goesOn(showsToken(channel) ? "a token opens, and is done with" : "it has none"),
};

/** A token that was asked for to open another kind of channel. */
const ofAnotherKind = (
  protocol: string,
  method: string,
  after: (channel: AccessChannel) => Expected,
): Situation => ({
  name: `a token for ${protocol} by ${method}`,
  before: (who) => {
    who.token = { protocol, method };
  },
  change: async () => undefined,
  after: (channel) => (showsToken(channel) && channel.by !== "component" ? after(channel) : noToken),
  inside: { none: "nobody comes in to be" },
});

/** What connection tokens decide. */
export const tokenSituations: readonly Situation[] = [
  { name: "the token run out", change: changeTokens("date_expired = now()"), ...spent },
  { name: "the token used", change: changeTokens("date_redeemed = now()"), ...spent },
  { name: "the token switched off", change: changeTokens("is_active = false"), ...spent },
  {
    name: "the token taken back by its owner",
    change: async (who) => {
      const path = "authentication/connection-token/";
      const { body } = await who.session.call("GET", path);
      for (const { id } of body) {
        const { status } = await who.session.call("PATCH", `${path}${id}/expire/`);
        if (status !== 204) throw new Error(`the token was not taken back: ${status}`);
      }
    },
    ...spent,
  },
  {
    name: "another person's token",
    change: async (who) => {
      const { product } = who.bed.gateway;
      who.session = await product.signIn((await product.createUser({})).id);
    },
    after: (channel) =>
      channel.by === "browser" || channel.by === "asking"
        ? refused("decision")
        : notApplicable("whoever knows the value of a token stands for its owner"),
    inside: { none: "whoever is in is its owner" },
  },
  ofAnotherKind("ssh", "web_cli", (channel) => {
    if (channel.by !== "browser") return refused("sign-in");
    return channel.right === undefined ? reached : refused("decision");
  }),
  ofAnotherKind("sftp", "web_sftp", (channel) => {
    if (channel.by !== "browser") return refused("sign-in");
    return channel.right === undefined ? refused("decision") : reached;
  }),
  ofAnotherKind("ssh", "ssh_client", (channel) => (channel.by === "browser" ? refused("decision") : reached)),
  ofAnotherKind("sftp", "sftp_client", (channel) =>
    channel.right === undefined || channel.by === "browser" ? refused("decision") : reached,
  ),
];
