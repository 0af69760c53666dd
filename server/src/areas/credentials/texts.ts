import { catalogue } from "../../engine/i18n/index.ts";

/** Texts of access keys and tokens. */
export const text = catalogue("credentials", {
  registration: ["Registration of components", "组件注册", "コンポーネントの登録"],
  registrationOff: [
    "Components may not register at present.",
    "目前不允许注册组件。",
    "現在、コンポーネントの登録は許可されていません。",
  ],
  accessKey: ["Access key", "访问密钥", "アクセスキー"],
  privateToken: ["Private token", "私有令牌", "プライベートトークン"],
  temporaryToken: ["Temporary password", "临时密码", "一時パスワード"],
  id: ["Access key ID", "密钥 ID", "アクセスキー ID"],
  secret: ["Secret", "密钥", "シークレット"],
  isActive: ["Active", "启用", "有効"],
  addresses: ["Allowed addresses", "允许的地址", "許可アドレス"],
  addressesHelp: [
    "Addresses, networks such as 10.0.0.0/8 and ranges such as 10.0.0.5-10.0.0.9 the key may be used from; * is everywhere.",
    "允许使用该密钥的地址、网段（如 10.0.0.0/8）或地址范围（如 10.0.0.5-10.0.0.9）；* 表示不限。",
    "このキーを使用できるアドレス、ネットワーク（例：10.0.0.0/8）、範囲（例：10.0.0.5-10.0.0.9）。* は制限なし。",
  ],
  addressInvalid: [
    "“{entry}” is not an address, a network, a range of addresses or *.",
    "“{entry}”不是有效的地址、网段、地址范围或 *。",
    "「{entry}」はアドレス、ネットワーク、アドレス範囲、* のいずれでもありません。",
  ],
  dateCreated: ["Date created", "创建日期", "作成日時"],
  dateUpdated: ["Date updated", "更新日期", "更新日時"],
  dateLastUsed: ["Last used", "最近使用", "最終使用日時"],
  dateExpired: ["Date expired", "失效日期", "有効期限"],
  dateVerified: ["Date used", "使用日期", "使用日時"],
  username: ["Username", "用户名", "ユーザー名"],
  verified: ["Used", "已使用", "使用済み"],
  isValid: ["Valid", "有效", "有効"],
  signatureMalformed: [
    "The header Authorization: Signature cannot be read. It needs keyId, algorithm, headers and signature, each once.",
    "无法解析 Authorization: Signature 请求头。keyId、algorithm、headers、signature 须各出现一次。",
    "Authorization: Signature ヘッダーを読み取れません。keyId、algorithm、headers、signature をそれぞれ一度だけ指定してください。",
  ],
  signatureAlgorithm: [
    "The only algorithm for signing requests is hmac-sha256.",
    "请求签名仅支持 hmac-sha256 算法。",
    "リクエストの署名に使用できるアルゴリズムは hmac-sha256 のみです。",
  ],
  signatureIncomplete: [
    "The signature has to cover (request-target) and date.",
    "签名必须包含 (request-target) 与 date。",
    "署名の対象には (request-target) と date が必要です。",
  ],
  signatureHeaderMissing: [
    "The signature covers a header that the request does not have.",
    "签名包含了请求中不存在的请求头。",
    "署名の対象に、リクエストにないヘッダーが含まれています。",
  ],
  signatureWrong: [
    "The signature does not belong to this request and key. Check the key, its secret and the text that is signed.",
    "签名与该请求及密钥不符，请检查密钥 ID、密钥及待签名文本。",
    "署名がこのリクエストとキーに一致しません。キー、シークレット、署名対象の文字列を確認してください。",
  ],
  signatureExpired: [
    "The date of the request is more than {seconds:second|seconds} off. It has to be in GMT, and the clock right.",
    "请求的日期偏差超过 {seconds} 秒。日期必须为 GMT 时间，且时钟须准确。",
    "リクエストの日時が {seconds} 秒以上ずれています。GMT で指定し、時計を確認してください。",
  ],
  signatureReplayed: [
    "This signature has already written something. Sign the request anew to send it again.",
    "该签名已用于写入操作，如需重新发送请重新签名。",
    "この署名はすでに書き込みに使用されました。再送するには署名し直してください。",
  ],
  digestMissing: [
    "Signed writes have to cover a digest of their body: add the header Digest and sign it.",
    "写操作的签名必须包含正文摘要：请添加 Digest 请求头并纳入签名。",
    "書き込みの署名には本文のダイジェストが必要です。Digest ヘッダーを追加し、署名の対象に含めてください。",
  ],
  digestMismatch: [
    "The body is not the one that was signed: its SHA-256 differs from the digest.",
    "正文与签名不符：其 SHA-256 与摘要不一致。",
    "本文が署名されたものと異なります。SHA-256 がダイジェストと一致しません。",
  ],
  keyInactive: [
    "This access key is disabled. Its owner can enable it on the page of API keys.",
    "该访问密钥已停用，所有者可在 API 密钥页面启用。",
    "このアクセスキーは無効です。所有者は API キーのページで有効にできます。",
  ],
  keyAddress: [
    "This access key may not be used from this address.",
    "该访问密钥不允许在当前地址使用。",
    "このアクセスキーは現在のアドレスからは使用できません。",
  ],
  passwordFailed: [
    "The username or the password is wrong. {times:more try|more tries} before a lock of {minutes:minute|minutes}.",
    "用户名或密码错误，还可尝试 {times} 次，之后将锁定 {minutes} 分钟。",
    "ユーザー名またはパスワードが違います。あと {times} 回失敗すると {minutes} 分間ロックされます。",
  ],
  blocked: [
    "Too many failed tries: this username is locked for {minutes:minute|minutes}. An administrator can unlock it.",
    "失败次数过多，该用户名已锁定 {minutes} 分钟。管理员可以解锁。",
    "失敗が続いたため、このユーザー名は {minutes} 分間ロックされます。管理者が解除できます。",
  ],
  addressBlocked: [
    "Signing in from this address is not possible. Ask an administrator.",
    "当前地址不允许登录，请联系管理员。",
    "このアドレスからはサインインできません。管理者に連絡してください。",
  ],
  userInactive: [
    "This account is deactivated. Ask an administrator.",
    "该账号已停用，请联系管理员。",
    "このアカウントは無効になっています。管理者に連絡してください。",
  ],
  backendNotMatch: [
    "Users of your kind sign in another way. Ask an administrator.",
    "您的账号不允许使用此登录方式，请联系管理员。",
    "このユーザーは別の方法でサインインする必要があります。管理者に連絡してください。",
  ],
  userExpired: [
    "This account has expired. Ask an administrator.",
    "该账号已过期，请联系管理员。",
    "このアカウントは期限切れです。管理者に連絡してください。",
  ],
  noSignIn: [
    "No sign-in has begun in this session, or it took too long. Start again.",
    "此会话中没有进行中的登录，或登录已超时，请重新开始。",
    "このセッションではサインインが始まっていないか、時間が経ちすぎました。最初からやり直してください。",
  ],
});
