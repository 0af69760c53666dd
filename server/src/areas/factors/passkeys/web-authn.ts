/**
 * The library of the ceremonies, loaded with the first of them: it brings every kind of certificate an authenticator
 * may show, a quarter of all that a gateway loads, which never asks for a passkey.
 */
export const loadWebAuthn = () => import("@simplewebauthn/server");
