import type { Services } from "../../../engine/services.ts";
import { hashPassword, isOutdatedHash, verifyPassword } from "../../users/index.ts";
import type { SignInBackend } from "./sign-in-backend.ts";
import type { SignInUser } from "./sign-in-user.ts";

/** A password that is right is the moment to hash it as passwords are hashed now. */
async function renewHash(
  { db, config }: Services,
  { id, password_hash: stored }: SignInUser,
  password: string,
) {
  if (stored === null || !isOutdatedHash(stored, config.passwordHash)) return;
  await db
    .updateTable("users")
    .set({ password_hash: await hashPassword(password, config.passwordHash) })
    .where("id", "=", id)
    .where("password_hash", "=", stored)
    .execute();
}

/** The password kept here, of users who have none elsewhere. */
export const localPassword: SignInBackend = {
  label: "Password",
  kind: "password",
  sources: ["local"],
  takesStrangers: false,
  isEnabled: async () => true,
  async prove(services, password, user) {
    const stored = user?.source === "local" ? user.password_hash : null;
    const isRight = await verifyPassword(stored, password, services.config.passwordHash);
    if (!isRight || user === null) return null;
    await renewHash(services, user, password);
    return user;
  },
};
