import { PermissionDenied } from "../errors.ts";
import type { Permissions, Principal, RequestContext } from "./context.ts";

/**
 * What a route or socket demands of its caller. Every route declares one; start-up fails on a route that does
 * not. The authorization matrix is generated from these declarations.
 */
export type AccessRule =
  /** Anyone. `reason` says why that is right. */
  | { readonly kind: "anonymous"; readonly reason: string }
  /** Any signed-in, active, unexpired user. `reason` where a narrower rule is applied by the handler. */
  | {
      readonly kind: "signed-in";
      readonly reason?: string;
      /** Also whoever has not accepted the terms of use yet. */
      readonly beforeTerms?: true;
    }
  /** All codes must be held in the current organization; `a|b` inside one means either. */
  | { readonly kind: "permission"; readonly codes: readonly string[] }
  /** Service accounts of components that hold all codes; never a person, whatever they hold. */
  | { readonly kind: "component"; readonly codes: readonly string[] }
  /** Holders of the built-in system administrator role. */
  | { readonly kind: "superuser" };

/** Anyone may call; say why. */
export const anonymous = (reason: string): AccessRule => ({ kind: "anonymous", reason });

/** Any valid user may call; say so when the handler narrows it to the caller's own things. */
export const signedIn = (reason?: string): AccessRule =>
  reason === undefined ? { kind: "signed-in" } : { kind: "signed-in", reason };

/**
 * Any valid user may call, also before accepting the terms of use: what accepting them takes, and what pages ask for
 * until then. `reason` says why that is right.
 */
export const beforeTerms = (reason: string): AccessRule => ({ kind: "signed-in", reason, beforeTerms: true });

/** Whether a route or socket is closed to somebody until they accept the terms of use. */
export const isClosedByTerms = (
  rule: AccessRule,
  principal: Pick<Principal, "mustAcceptTerms"> | null,
): boolean => {
  if (principal?.mustAcceptTerms !== true || rule.kind === "anonymous") return false;
  return !(rule.kind === "signed-in" && rule.beforeTerms === true);
};

/** Callers holding all of `codes` in the current organization may call. */
export const permission = (...codes: string[]): AccessRule => ({ kind: "permission", codes });

/** Components holding all of `codes` may call; people never do. */
export const component = (...codes: string[]): AccessRule => ({ kind: "component", codes });

/** Callers that one of the two rules lets through may call. Rules for components stand alone. */
export function either(one: AccessRule, other: AccessRule): AccessRule {
  if (one.kind === "component" || other.kind === "component") {
    throw new Error("a rule for components cannot be widened");
  }
  if (one.kind === "permission" && other.kind === "permission") {
    const pairs = one.codes.flatMap((code) =>
      other.codes.map((also) => (code === also ? code : `${code}|${also}`)),
    );
    return permission(...pairs);
  }
  const [wider] = [one, other].sort((a, b) => widest.indexOf(a.kind) - widest.indexOf(b.kind));
  return wider ?? one;
}

/** Kinds of rules, from the one that lets most people through. */
const widest: readonly AccessRule["kind"][] = ["anonymous", "signed-in", "permission", "superuser"];

/** Whether a caller (known and valid) with these permissions satisfies the rule. */
export function allows(
  rule: AccessRule,
  permissions: Permissions,
  principal: Pick<Principal, "isServiceAccount"> | null,
): boolean {
  switch (rule.kind) {
    case "anonymous":
    case "signed-in":
      return true;
    case "superuser":
      return permissions.isSuperuser;
    case "component":
      return principal?.isServiceAccount === true && rule.codes.every((code) => permissions.has(code));
    case "permission":
      return rule.codes.every((code) => permissions.has(code));
  }
}

/** Throws `PermissionDenied` unless every code is held in the current organization. */
export function requirePermission(context: RequestContext, ...codes: string[]): void {
  if (!codes.every((code) => context.permissions.has(code))) throw new PermissionDenied();
}
