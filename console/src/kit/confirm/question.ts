/** How strictly the server wants to know who somebody is, weakest first. */
export type ConfirmLevel = "relogin" | "password" | "mfa";

/** A second factor that can be used (docs/contract/identity.md, "Confirmation"). */
export interface ConfirmMethod {
  readonly name: string;
  readonly display_name: string;
  readonly placeholder: string;
  readonly disabled: boolean;
}

/** What a person is asked for: their password, or one of their second factors. */
export interface ConfirmQuestion {
  readonly type: "password" | "mfa";
  /** Empty for the password. */
  readonly methods: readonly ConfirmMethod[];
}
