import { catalogue } from "../../engine/i18n/index.ts";

/** Texts of access keys and tokens. */
export const text = catalogue("credentials", {
  registration: ["Component registration", "组件注册", "コンポーネントの登録"],
  registrationOff: [
    "Component registration is turned off.",
    "组件注册已关闭。",
    "コンポーネントの登録は無効になっています。",
  ],
  accessKey: ["Access key", "访问密钥", "アクセスキー"],
  privateToken: ["Private token", "私有令牌", "プライベートトークン"],
  temporaryToken: ["Temporary password", "临时密码", "一時パスワード"],
  id: ["Access key ID", "密钥 ID", "アクセスキー ID"],
  secret: ["Secret", "密钥", "シークレット"],
  isActive: ["Active", "启用", "有効"],
  addresses: ["Allowed addresses", "允许的地址", "許可アドレス"],
  addressesHelp: [
    "Addresses, networks (10.0.0.0/8) or ranges (10.0.0.5-10.0.0.9) this key can be used from. * means any address.",
    "可使用该密钥的地址、网段（10.0.0.0/8）或范围（10.0.0.5-10.0.0.9），* 表示任意地址。",
    "このキーを使用できるアドレス、ネットワーク（10.0.0.0/8）、範囲（10.0.0.5-10.0.0.9）。* はすべてのアドレスを表します。",
  ],
  dateCreated: ["Created", "创建时间", "作成日時"],
  dateUpdated: ["Updated", "更新时间", "更新日時"],
  dateLastUsed: ["Last used", "最近使用", "最終使用日時"],
  dateExpired: ["Expires", "失效日期", "有効期限"],
  dateVerified: ["Used at", "使用时间", "使用日時"],
  username: ["Username", "用户名", "ユーザー名"],
  verified: ["Used", "已使用", "使用済み"],
  isValid: ["Valid", "有效", "有効"],
  signatureMalformed: [
    'The header "Authorization: Signature" could not be parsed. Send keyId, algorithm, headers and signature exactly once each.',
    "无法解析 Authorization: Signature 请求头。keyId、algorithm、headers、signature 须各出现一次。",
    "Authorization: Signature ヘッダーを読み取れません。keyId、algorithm、headers、signature をそれぞれ一度だけ指定してください。",
  ],
  signatureAlgorithm: [
    "Unsupported signature algorithm. Use hmac-sha256.",
    "不支持该签名算法，请使用 hmac-sha256。",
    "対応していない署名アルゴリズムです。hmac-sha256 を使用してください。",
  ],
  signatureIncomplete: [
    "The signature must cover (request-target) and date.",
    "签名必须包含 (request-target) 与 date。",
    "署名の対象には (request-target) と date が必要です。",
  ],
  signatureHeaderMissing: [
    "The signature covers a header that is missing from the request.",
    "签名包含了请求中不存在的请求头。",
    "署名の対象に、リクエストにないヘッダーが含まれています。",
  ],
  signatureWrong: [
    "The signature does not match this request. Check the key ID, the secret and the string to sign.",
    "签名与该请求不符，请检查密钥 ID、密钥和待签名字符串。",
    "署名がこのリクエストと一致しません。キー ID、シークレット、署名対象の文字列を確認してください。",
  ],
  signatureExpired: [
    "The request date is more than {seconds:second|seconds} off. Send the date in GMT and check the clock of the client.",
    "请求的日期偏差超过 {seconds} 秒。请使用 GMT 时间，并检查客户端时钟。",
    "リクエストの日時が {seconds} 秒以上ずれています。GMT で指定し、クライアントの時計を確認してください。",
  ],
  signatureReplayed: [
    "This signature was already used for a write request. Sign the request again to repeat it.",
    "该签名已用于写入请求，如需重复请重新签名。",
    "この署名は既に書き込みリクエストに使用されています。繰り返すには署名し直してください。",
  ],
  digestMissing: [
    "A signed write request must include a digest of its body. Add the Digest header and sign it.",
    "写入请求的签名必须包含正文摘要，请添加 Digest 请求头并纳入签名。",
    "署名付きの書き込みリクエストには本文のダイジェストが必要です。Digest ヘッダーを追加し、署名の対象に含めてください。",
  ],
  digestMismatch: [
    "The body does not match the signed SHA-256 digest.",
    "正文与已签名的 SHA-256 摘要不一致。",
    "本文が署名済みの SHA-256 ダイジェストと一致しません。",
  ],
  keyInactive: [
    "This access key is disabled. Its owner can enable it under API keys.",
    "该访问密钥已禁用，所有者可在 API 密钥页面启用。",
    "このアクセスキーは無効です。所有者は API キーのページで有効にできます。",
  ],
  keyAddress: [
    "This access key cannot be used from this address.",
    "该访问密钥不允许在当前地址使用。",
    "このアクセスキーは現在のアドレスからは使用できません。",
  ],
  passwordFailed: [
    "Wrong username or password. {times:attempt|attempts} left before a {minutes}-minute lock.",
    "用户名或密码错误，还可尝试 {times} 次，之后将锁定 {minutes} 分钟。",
    "ユーザー名またはパスワードが違います。あと {times} 回失敗すると {minutes} 分間ロックされます。",
  ],
  asksMore: [
    "This password is answered with another question, which only the sign-in page can ask. Sign in again instead.",
    "验证此密码还需输入其他代码，仅登录页面支持，请重新登录。",
    "このパスワードには追加のコードが必要で、サインイン画面でのみ入力できます。もう一度サインインしてください。",
  ],
  blocked: [
    "Too many failed attempts. This username is locked for {minutes:minute|minutes}. An administrator can unlock it.",
    "失败次数过多，该用户名已锁定 {minutes} 分钟。管理员可以解锁。",
    "失敗が続いたため、このユーザー名は {minutes} 分間ロックされます。管理者が解除できます。",
  ],
  addressBlocked: [
    "You cannot sign in from this address. Ask an administrator.",
    "您不能从当前地址登录，请联系管理员。",
    "このアドレスからはサインインできません。管理者に連絡してください。",
  ],
  notAllowedHere: [
    "An access rule does not allow access from this address at this time.",
    "访问规则不允许您此时从当前地址访问。",
    "アクセスルールにより、このアドレスまたは時間帯からは利用できません。",
  ],
  userInactive: [
    "Your user is disabled. Ask an administrator.",
    "您的用户已被禁用，请联系管理员。",
    "ユーザーが無効になっています。管理者に連絡してください。",
  ],
  backendNotMatch: [
    "Your user cannot sign in this way. Ask an administrator which method to use.",
    "您的用户不能使用此登录方式，请联系管理员。",
    "このユーザーはこの方法ではサインインできません。管理者に確認してください。",
  ],
  userExpired: [
    "Your user has expired. Ask an administrator.",
    "您的用户已过期，请联系管理员。",
    "ユーザーの有効期限が切れています。管理者に連絡してください。",
  ],
  noSignIn: [
    "Your sign-in has timed out. Start again.",
    "登录已超时，请重新开始。",
    "サインインの有効時間が過ぎました。最初からやり直してください。",
  ],
});
