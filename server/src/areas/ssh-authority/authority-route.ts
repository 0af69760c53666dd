import { permission } from "../../engine/access/index.ts";
import { caller, type RouteDeclaration } from "../../engine/http/index.ts";
import { writeInstant } from "../../engine/resource/index.ts";
import { authorityKey } from "./authority-key.ts";
import { knownKeys } from "./key-rotation.ts";

/** The public line of the authority, an addition. Contract: docs/contract/account-automations.md, "Certificates". */
export const authorityRoute: RouteDeclaration = {
  methods: ["GET"],
  path: "/api/v1/sallyport/ssh-authority/",
  access: permission("accounts.change_account"),
  title: "SSH Certificate Authority",
  handle: async (context) => {
    const { services, timeZone } = caller(context);
    const { line, fingerprint, dateCreated } = await authorityKey(services);
    const former = (await knownKeys(services.db)).find(
      ({ purpose, dateReplaced, dateRetired }) =>
        purpose === "accounts" && dateReplaced !== null && dateRetired === null,
    );
    return {
      body: {
        public_key: line,
        fingerprint,
        date_created: writeInstant(dateCreated, timeZone),
        former_public_key: former?.line ?? null,
      },
    };
  },
};
