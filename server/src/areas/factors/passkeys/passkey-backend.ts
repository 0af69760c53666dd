import type { SignInBackend } from "../../credentials/index.ts";
import { relyingParty } from "./relying-party.ts";

/** A passkey of the user whose signature was checked. */
export const passkeyBackend: SignInBackend = {
  label: "Passkey",
  kind: "passkey",
  sources: ["local"],
  takesStrangers: false,
  isEnabled: async (services) => (await relyingParty(services)) !== null,
  async prove({ db }, id, user) {
    if (user === null) return null;
    const own = await db
      .selectFrom("passkeys")
      .select("id")
      .where("id", "=", id)
      .where("user_id", "=", user.id)
      .executeTakeFirst();
    return own === undefined ? null : user;
  },
};
