import type { TestProduct } from "../product.ts";

/** A list that asks for a second factor while the setting `SECURITY_VIEW_AUTH_NEED_MFA` is on. */
export const secretsPath = "/api/v1/accounts/account-secrets/";

/** The same of templates. */
export const templateSecretsPath = "/api/v1/accounts/account-template-secrets/";

/** Turns the confirmation gate off, so that a walk over every list also reads the lists behind it. */
export function withoutConfirmation(product: TestProduct): Promise<void> {
  return product.configure({ SECURITY_VIEW_AUTH_NEED_MFA: false });
}
