/** A word of the server with its text. */
interface Labelled {
  readonly value: string;
  readonly label: string;
}

/** What in a permission leads to the user or to the asset. */
export interface ChainLink {
  readonly kind: "user" | "group" | "asset" | "node";
  readonly id: string;
  readonly name: string;
}

/** A permission that names both the user and the asset. */
export interface ChainedPermission {
  readonly id: string;
  readonly name: string;
  readonly state: Labelled;
  readonly date_start: string;
  readonly date_expired: string;
  readonly accounts: readonly string[];
  readonly actions: readonly Labelled[];
  readonly users: readonly ChainLink[];
  readonly assets: readonly ChainLink[];
}

/** One account of the asset, and what becomes of it. */
export interface ExplainedAccount {
  readonly id: string;
  readonly alias: string;
  readonly name: string;
  readonly username: string;
  readonly allowed: boolean;
  readonly obstacle: Labelled | null;
  readonly actions: readonly Labelled[];
  readonly date_expired: string | null;
  readonly sources: readonly { readonly permission: string; readonly entries: readonly string[] }[];
}

/** A rule that fits; nulls where its kind may not be seen. */
export interface ExplainedRule {
  readonly kind: "login" | "login_asset" | "connect_method" | "command_filter";
  readonly id: string | null;
  readonly name: string | null;
  readonly priority: number | null;
  readonly action: Labelled;
  readonly state: "decides" | "depends" | "later" | "applies";
}

/** Why somebody can, or cannot, reach an asset (docs/contract/permissions.md, section 11). */
export interface Explanation {
  readonly user: { readonly id: string; readonly name: string; readonly username: string };
  readonly asset: { readonly id: string; readonly name: string; readonly address: string };
  readonly account: string | null;
  readonly allowed: boolean;
  readonly obstacles: readonly Labelled[];
  readonly accounts: readonly ExplainedAccount[];
  readonly permissions: readonly ChainedPermission[];
  readonly permissions_amount: number;
  /** Rules that fit, kind by kind in their order; other servers do not tell. */
  readonly rules?: readonly ExplainedRule[];
  /** Permissions in force that name the asset for others, and the user for other assets. */
  readonly elsewhere: { readonly asset: number; readonly user: number };
}
