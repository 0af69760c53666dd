import { createContext, useContext } from "react";
import { allows, type Requirement } from "./permissions.ts";

/** Fixed organization ids (docs/contract/conventions.md, "Organizations"). */
export const ROOT_ORGANIZATION = "00000000-0000-0000-0000-000000000000";
export const DEFAULT_ORGANIZATION = "00000000-0000-0000-0000-000000000002";
export const SYSTEM_ORGANIZATION = "00000000-0000-0000-0000-000000000004";

/** An organization as the profile lists it. */
export interface Organization {
  readonly id: string;
  readonly name: string;
  readonly is_default?: boolean;
  readonly is_root?: boolean;
  /** One of the two that certain pages enter and leave by themselves; never kept as the previous one. */
  readonly autoEnter?: boolean;
}

/** The signed-in person (docs/contract/identity.md); only the fields the console reads. */
export interface Profile {
  readonly id: string;
  readonly name: string;
  readonly username: string;
  readonly email?: string;
  readonly perms: readonly string[];
  readonly is_superuser?: boolean;
  readonly is_org_admin?: boolean;
  readonly is_first_login?: boolean;
  readonly source?: { readonly value: string };
  readonly date_password_last_updated?: string | null;
  readonly console_orgs?: readonly Organization[];
  readonly audit_orgs?: readonly Organization[];
  readonly workbench_orgs?: readonly Organization[];
  readonly [field: string]: unknown;
}

/** Look of this installation, known before sign-in (docs/contract/console.md, "Settings"). */
export interface InterfaceSettings {
  readonly login_title?: string;
  readonly logo_index?: string;
  readonly favicon?: string;
  readonly theme_info?: { readonly colors?: Readonly<Record<string, string>> };
}

/** Public settings (docs/contract/console.md, "Settings"); only the keys the console reads. */
export interface PublicSettings {
  readonly INTERFACE?: InterfaceSettings;
  readonly XPACK_ENABLED?: boolean;
  readonly XPACK_LICENSE_IS_VALID?: boolean;
  readonly CACHE_LOGIN_PASSWORD_ENABLED?: boolean;
  readonly PASSWORD_RULE?: Readonly<Record<string, number | boolean>>;
  readonly HELP_DOCUMENT_URL?: string;
  readonly [key: string]: unknown;
}

/** What every screen may ask about the person, the place and the rules. */
export interface Session {
  readonly profile: Profile;
  readonly settings: PublicSettings;
  /** The organization in use; undefined when the person has none in this view. */
  readonly organization: Organization | undefined;
  /** The organization the person chose, on pages that work in another one by their nature; absent elsewhere. */
  readonly chosen?: Organization;
  /** The organizations that can be chosen in the current view. */
  readonly organizations: readonly Organization[];
  /** Whether the organization can be changed on this page, only be seen, or has no meaning here. */
  readonly organizationChoice: "free" | "fixed" | "hidden";
  readonly permissions: ReadonlySet<string>;
}

/** Provided by the application once the start-up sequence has finished. */
export const SessionContext = createContext<Session | undefined>(undefined);

/** The session and its questions; only below the application's provider. */
export interface SessionQuestions extends Session {
  /** Whether the person may do this in the current organization. */
  can(required: Requirement): boolean;
  /**
   * Whether the current organization is the virtual one over all others, in which nothing can be created. Not on
   * pages that work in it by their nature.
   */
  readonly inRoot: boolean;
  readonly licensed: boolean;
}

/** Answers questions about the current session. */
export function useSession(): SessionQuestions {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error("useSession outside the session provider");
  return {
    ...session,
    can: (required) => allows(session.permissions, required),
    inRoot: session.organizationChoice === "free" && isRootOrganization(session.organization),
    licensed: session.settings.XPACK_LICENSE_IS_VALID === true,
  };
}

/** Whether it is the virtual organization over all others. */
export function isRootOrganization(organization: Organization | undefined): boolean {
  return organization?.is_root === true || organization?.id === ROOT_ORGANIZATION;
}
