import { beforeTerms, requireConfirmation } from "../../engine/access/index.ts";
import { ConfirmationRequired } from "../../engine/errors.ts";
import { caller, consolePath, isFromOtherSite, type RouteDeclaration } from "../../engine/http/index.ts";
import { newSshKeyPair } from "./key-pair.ts";
import { storeOwnKey } from "./profile-secrets.ts";
import type { UserNotices } from "./user-notices.ts";

/** Where people see which key of theirs is stored. */
const keysPage = consolePath("/profile/setting?activeTab=SSHUpdate");

/**
 * Makes a key pair for the caller, stores its public half and hands out the private one, which is stored nowhere.
 * The contract makes it a plain navigation, which any site could start: one from another site changes nothing.
 * Contract: docs/contract/identity.md, "Profile".
 */
export function keyPairRoute(notices: UserNotices): RouteDeclaration {
  return {
    methods: ["GET"],
    path: "/core/auth/profile/pubkey/generate/",
    access: beforeTerms("only the caller's own key"),
    handle: async (context, { headers }) => {
      if (isFromOtherSite(headers)) return { location: keysPage };
      try {
        await requireConfirmation(context, "password");
      } catch (error) {
        // A page that is opened cannot ask; the one it leads to can.
        if (error instanceof ConfirmationRequired && headers["sec-fetch-mode"] === "navigate") {
          return { location: keysPage };
        }
        throw error;
      }
      const known = caller(context);
      const { username, id } = known.principal;
      const pair = await newSshKeyPair(username);
      await known.services.db.transaction().execute(async (db) => {
        await storeOwnKey({ ...known, db }, pair.publicKey, (inside) =>
          notices.publicKeyChanged(inside, id, headers["user-agent"] ?? ""),
        );
      });
      return {
        body: pair.privateKey,
        type: "application/x-pem-file",
        headers: {
          "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(username)}-sallyport.pem`,
          "cache-control": "no-store",
        },
      };
    },
  };
}
