import { api } from "../../kit/api/client.ts";
import type { ResourceDescriptor } from "../../kit/resource.ts";

/** Keys with which a person's scripts sign requests (docs/contract/identity.md, "Access keys"). */
export const ACCESS_KEYS: ResourceDescriptor = {
  url: "/api/v1/authentication/access-keys/",
  permission: { app: "authentication", model: "accesskey" },
  global: true,
  routes: { list: "/profile/key" },
};

/** Passwords for one sign-in (docs/contract/identity.md, "Temporary passwords"). */
export const TEMPORARY_PASSWORDS: ResourceDescriptor = {
  url: "/api/v1/authentication/temp-tokens/",
  permission: { app: "authentication", model: "temptoken" },
  global: true,
  routes: { list: "/profile/temp-password" },
};

/** Permits to open one connection (docs/contract/sessions.md, section 8). */
export const CONNECTION_TOKENS: ResourceDescriptor = {
  url: "/api/v1/authentication/connection-token/",
  permission: { app: "authentication", model: "connectiontoken" },
  global: true,
  routes: { list: "/profile/connection-token" },
};

/** Ends a temporary password or a connection token now. */
export async function expire(resource: ResourceDescriptor, id: unknown): Promise<void> {
  await api(`${resource.url}${encodeURIComponent(String(id))}/expire/`, { method: "PATCH", body: {} });
}
