import { renewPasswordHash, verifyPassword } from "../../users/index.ts";
import type { SignInBackend } from "./sign-in-backend.ts";

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
    if (!isRight || user === null || stored === null) return null;
    // A password that is right is the moment to hash it as passwords are hashed now.
    await renewPasswordHash(services, user.id, stored, password);
    return user;
  },
};
