import { api } from "../../kit/api/client.ts";
import type { ResourceDescriptor } from "../../kit/resource.ts";

/** A system by which people sign in. */
export interface Source {
  /** As the API names it. */
  readonly name: string;
  readonly label: string;
  /** What a preview of a sign-in is told: claims of a token, the answer of a server, a name with attributes, or whom to ask the source about. */
  readonly asks: "claims" | "answer" | "attributes" | "username";
  /** Shows what is to be entered. */
  readonly example: string;
}

/** The sources, by the name of the API. */
export const SOURCES: readonly Source[] = [
  { name: "ldap", label: "LDAP", asks: "username", example: "" },
  {
    name: "cas",
    label: "CAS",
    asks: "answer",
    example: '{\n  "user": "ada",\n  "attributes": { "mail": "ada@example.com", "groups": ["staff"] }\n}',
  },
  {
    name: "openid",
    label: "OpenID Connect",
    asks: "claims",
    example:
      '{\n  "sub": "248289761001",\n  "preferred_username": "ada",\n  "email": "ada@example.com",\n  "groups": ["staff"]\n}',
  },
  {
    name: "saml2",
    label: "SAML2",
    asks: "answer",
    example:
      '{\n  "user": "248289761001",\n  "attributes": { "uid": "ada", "email": "ada@example.com", "groups": ["staff"] }\n}',
  },
  {
    name: "oauth2",
    label: "OAuth2",
    asks: "claims",
    example:
      '{\n  "id": 4711,\n  "username": "ada",\n  "email": "ada@example.com",\n  "groups": ["staff"]\n}',
  },
  { name: "radius", label: "RADIUS", asks: "attributes", example: '{\n  "Filter-Id": "staff"\n}' },
];

const LISTS = "/api/v1/sallyport/";

/** The permission to set up sign-in. */
export const SET_UP = "settings.change_auth";

/** What follows from what a source says of people (docs/contract/identity.md, "People of other systems"). */
export const RULES: ResourceDescriptor = {
  url: `${LISTS}source-rules/`,
  permission: { app: "settings", model: "setting" },
  codes: { delete: SET_UP },
  global: true,
  routes: { list: "/settings/auth" },
};

/** Who of a source is which user. */
export const LINKS: ResourceDescriptor = { ...RULES, url: `${LISTS}source-links/` };

/** Directories that send people and groups by SCIM. */
export const SCIM: ResourceDescriptor = { ...RULES, url: `${LISTS}scim-sources/` };

/** A person's own links. */
export const OWN_LINKS_URL = `${LISTS}my-source-links/`;

/** Path of the page about people of a source. */
export const peoplePath = (source: string): string => `/settings/auth/sources/${source}`;

/** What a sign-in would do. */
export interface Preview {
  readonly action: "enter" | "link" | "create" | "refuse";
  readonly username: string;
  readonly user: { readonly name: string; readonly username: string } | null;
  readonly refusal: string | null;
  readonly changes: readonly {
    readonly field: string;
    readonly before: string | null;
    readonly after: string | null;
  }[];
  readonly gains: readonly string[];
  readonly losses: readonly string[];
  readonly attributes: Readonly<Record<string, readonly string[]>>;
}

/** Asks what a sign-in of somebody would do. */
export const previewSignIn = (body: Record<string, unknown>): Promise<Preview> =>
  api<Preview>(`${LISTS}source-trials/`, { method: "POST", body });
