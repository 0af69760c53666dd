import { catalogue } from "../../engine/i18n/index.ts";

/** Labels and help of the category `oidc`. */
export const openIdText = catalogue("settings.openid", {
  category: ["OpenID Connect", "OpenID Connect 认证", "OpenID Connect 認証"],
  on: ["Enable OpenID Connect", "启用 OpenID Connect", "OpenID Connect を有効にする"],
  onHelp: [
    "Save the settings and try the sign-in before you turn this on.",
    "请先保存配置并试登录，确认无误后再启用。",
    "有効にする前に、設定を保存してサインインを試してください。",
  ],
  baseUrl: ["Address of this site", "本站地址", "このサイトのアドレス"],
  baseUrlHelp: [
    "Used in the redirect address given to the provider. Defaults to the site URL.",
    "用于提供给身份提供方的回调地址，默认使用站点地址。",
    "ID プロバイダーに渡すリダイレクト先に使います。既定ではサイト URL です。",
  ],
  clientId: ["Client ID", "客户端 ID", "クライアント ID"],
  clientSecret: ["Client secret", "客户端密钥", "クライアントシークレット"],
  clientSecretHelp: [
    "Stored encrypted. Enter it again when the address of the provider changes.",
    "加密保存。更改身份提供方地址时需重新输入。",
    "暗号化して保存します。プロバイダーのアドレスを変更するときは再入力が必要です。",
  ],
  clientSecretAgain: [
    "Enter the client secret again: it is only sent to the address it was entered for.",
    "请重新输入客户端密钥：密钥仅发送到录入时对应的地址。",
    "クライアントシークレットを再入力してください。入力したときのアドレスにのみ送信されます。",
  ],
  clientAuth: ["Client authentication", "客户端认证方式", "クライアント認証方式"],
  shareSession: ["Share the session", "共享会话", "セッションを共有"],
  shareSessionHelp: [
    "Signing out here also signs out at the provider, and the provider can end sessions here.",
    "退出本系统时同时退出身份提供方，身份提供方也可结束本系统会话。",
    "ここでのサインアウトがプロバイダーにも及び、プロバイダーからもここのセッションを終了できます。",
  ],
  ignoreTls: ["Ignore certificate errors", "忽略证书错误", "証明書エラーを無視"],
  ignoreTlsHelp: [
    "For testing only: anyone who intercepts the connection could sign in as any user.",
    "仅供测试：开启后网络中间人可能冒充任何用户登录。",
    "検証用です。通信経路上の第三者が任意のユーザーとしてサインインできるおそれがあります。",
  ],
  pkce: ["Use PKCE", "启用 PKCE", "PKCE を使う"],
  pkceHelp: [
    "Keeps a stolen code from being used. Turn off only for providers that refuse it.",
    "防止授权码被窃取利用，仅当身份提供方不支持时关闭。",
    "盗まれた認可コードの悪用を防ぎます。対応していないプロバイダーの場合のみ無効にしてください。",
  ],
  challengeMethod: ["Challenge method", "验证码校验方式", "チャレンジ方式"],
  keycloak: ["Use Keycloak", "使用 Keycloak", "Keycloak を使う"],
  keycloakHelp: [
    "Finds the provider by server URL and realm",
    "通过服务器地址和域（Realm）定位身份提供方",
    "サーバー URL とレルムからプロバイダーを特定します",
  ],
  serverUrl: ["Keycloak server URL", "Keycloak 服务器地址", "Keycloak サーバー URL"],
  realm: ["Realm", "域（Realm）", "レルム"],
  issuer: ["Issuer", "签发者地址", "発行者（issuer）"],
  issuerHelp: [
    "Exactly as the provider writes it in its tokens, such as https://id.example.com/",
    "须与身份提供方令牌中的签发者完全一致，例如 https://id.example.com/",
    "プロバイダーのトークンに書かれているとおりに入力します（例：https://id.example.com/）。",
  ],
  endpointHelp: [
    "Leave all endpoints empty to discover them from the issuer.",
    "全部端点留空时，将根据签发者地址自动发现。",
    "すべてのエンドポイントを空欄にすると、発行者から自動的に検出します。",
  ],
  authorization: ["Authorization endpoint", "授权端点", "認可エンドポイント"],
  token: ["Token endpoint", "令牌端点", "トークンエンドポイント"],
  jwks: ["Key set (JWKS) endpoint", "公钥（JWKS）端点", "鍵セット（JWKS）エンドポイント"],
  userinfo: ["User info endpoint", "用户信息端点", "ユーザー情報エンドポイント"],
  endSession: ["Sign-out endpoint", "退出端点", "サインアウトエンドポイント"],
  algorithm: ["Signature algorithm of ID tokens", "ID Token 签名算法", "ID トークンの署名アルゴリズム"],
  algorithmHelp: [
    "Tokens signed in any other way are refused. HS algorithms use the client secret.",
    "使用其他算法签名的令牌将被拒绝。HS 系列算法使用客户端密钥。",
    "他の方式で署名されたトークンは拒否されます。HS 系ではクライアントシークレットを使います。",
  ],
  signatureKey: ["Signature key", "签名公钥", "署名の公開鍵"],
  signatureKeyHelp: [
    "Public key in PEM, where the provider publishes no key set",
    "PEM 格式公钥，用于身份提供方未公开密钥集的情况",
    "鍵セットを公開していないプロバイダーの PEM 形式の公開鍵",
  ],
  scopes: ["Scopes", "授权范围", "スコープ"],
  needsOpenId: [
    "The scopes must include openid.",
    "授权范围必须包含 openid。",
    "スコープには openid が必要です。",
  ],
  maxAge: [
    "Longest age of ID tokens (seconds)",
    "ID Token 最长有效时间（秒）",
    "ID トークンの最長経過時間（秒）",
  ],
  maxAgeHelp: [
    "Older tokens are refused. The clocks may differ by up to 60 seconds.",
    "签发时间超过此时长的令牌将被拒绝，允许最多 60 秒的时钟偏差。",
    "これより古いトークンは拒否されます。時計のずれは 60 秒まで許容します。",
  ],
  idTokenClaims: [
    "Read claims from the ID token",
    "从 ID Token 读取声明",
    "ID トークンからクレームを読み取る",
  ],
  idTokenClaimsHelp: [
    "The user info endpoint is asked if this is off, or if the token has no username",
    "关闭此项或令牌中没有用户名时，请求用户信息端点",
    "無効の場合、またはトークンにユーザー名がない場合は、ユーザー情報エンドポイントに問い合わせます",
  ],
  alwaysUpdate: ["Always update users", "始终更新用户信息", "ユーザーを常に更新"],
  alwaysUpdateHelp: [
    "Name, username and email follow the provider at each sign-in.",
    "每次登录时，姓名、用户名和邮箱与身份提供方保持一致。",
    "サインインのたびに、名前・ユーザー名・メールをプロバイダーに合わせます。",
  ],
});
