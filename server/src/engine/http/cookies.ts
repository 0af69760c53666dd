/** Names of the cookies of the contract. Contract: docs/contract/conventions.md, "Cookies". */
export const cookieNames = {
  session: "jms_sessionid",
  csrf: "jms_csrftoken",
  prefix: "SESSION_COOKIE_NAME_PREFIX",
  publicKey: "jms_public_key",
  sessionExpire: "jms_session_expire",
  language: "django_language",
  organization: "X-JMS-ORG",
} as const;
