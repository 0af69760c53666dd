/** Where a user's identity comes from. */
export type UserSource =
  | "local"
  | "ldap"
  | "openid"
  | "radius"
  | "cas"
  | "saml2"
  | "oauth2"
  | "wecom"
  | "dingtalk"
  | "feishu"
  | "custom";
