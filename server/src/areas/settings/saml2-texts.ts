import { catalogue } from "../../engine/i18n/index.ts";

/** Labels and help of the category `saml2`. */
export const saml2Text = catalogue("settings.saml2", {
  category: ["SAML2", "SAML2 认证", "SAML2 認証"],
  on: ["Enable SAML2", "启用 SAML2", "SAML2 を有効にする"],
  onHelp: [
    "Save the settings and try the sign-in before you turn this on.",
    "请先保存配置并试登录，确认无误后再启用。",
    "有効にする前に、設定を保存してサインインを試してください。",
  ],
  address: ["Metadata address of the provider", "IdP 元数据地址", "プロバイダーのメタデータの URL"],
  addressHelp: [
    "Must be https: the certificates that sign people in come from there. Read at most every five minutes.",
    "必须为 https：用于验证登录的证书由此获取，最多每五分钟读取一次。",
    "https が必須です。サインインの検証に使う証明書をここから取得します。読み込みは最大で 5 分ごとです。",
  ],
  metadata: ["Metadata of the provider", "IdP 元数据", "プロバイダーのメタデータ"],
  metadataHelp: [
    "XML. Used only if no address is entered.",
    "XML 格式，仅在未填写地址时使用。",
    "XML。URL が空欄の場合のみ使われます。",
  ],
  advanced: ["Advanced settings", "高级设置", "詳細設定"],
  advancedHelp: [
    "JSON. security: authnRequestsSigned, wantAssertionsSigned, wantMessagesSigned, wantAssertionsEncrypted. organization: by language name, displayname and url. A signature of the provider is always required.",
    "JSON 格式。security：authnRequestsSigned、wantAssertionsSigned、wantMessagesSigned、wantAssertionsEncrypted；organization（组织）：按语言填写 name、displayname、url。IdP 的签名始终必需。",
    "JSON。security：authnRequestsSigned、wantAssertionsSigned、wantMessagesSigned、wantAssertionsEncrypted。organization（組織）：言語ごとの name、displayname、url。プロバイダーの署名は常に必須です。",
  ],
  notAdvanced: [
    'Enter a JSON object such as {"security": {"wantAssertionsSigned": true}}, with true or false below security.',
    '请输入 JSON 对象，例如 {"security": {"wantAssertionsSigned": true}}，security 中的值须为 true 或 false。',
    '{"security": {"wantAssertionsSigned": true}} のような JSON オブジェクトを入力してください。security の値は true または false です。',
  ],
  key: ["Private key of this installation", "本系统私钥", "このシステムの秘密鍵"],
  keyHelp: [
    "RSA, in PEM. With it requests are signed and encrypted assertions are read. Enter the certificate as well.",
    "PEM 格式的 RSA 私钥，用于签名请求和解密断言，需同时填写证书。",
    "PEM 形式の RSA 鍵。要求の署名と、暗号化されたアサーションの復号に使います。証明書も入力してください。",
  ],
  notKey: [
    "Enter an RSA private key in PEM, without a passphrase.",
    "请填写 PEM 格式、无口令的 RSA 私钥。",
    "パスフレーズなしの RSA 秘密鍵を PEM 形式で入力してください。",
  ],
  certificate: ["Certificate of this installation", "本系统证书", "このシステムの証明書"],
  subject: ["Identifier attribute", "标识属性", "識別子の属性"],
  subjectHelp: [
    "Attribute that permanently identifies a person. Leave empty to use the name identifier, which must not be transient.",
    "用于永久识别人员的属性。留空则使用 NameID，其格式不得为 transient。",
    "人を恒久的に識別する属性。空欄の場合は NameID を使います（transient は不可）。",
  ],
  endSessions: ["Sign out at the provider as well", "同步退出 IdP", "プロバイダーからもサインアウト"],
  endSessionsHelp: [
    "Signing out here also signs out at the provider, and the provider can end sessions here.",
    "退出本系统时同时退出 IdP，IdP 也可结束本系统会话。",
    "ここでのサインアウトがプロバイダーにも及び、プロバイダーからもここのセッションを終了できます。",
  ],
  alwaysUpdate: [
    "Follow the provider at each sign-in",
    "每次登录时更新用户",
    "サインインのたびにユーザーを更新",
  ],
  alwaysUpdateHelp: [
    "Name, email, phone and comment follow the provider.",
    "姓名、邮箱、手机和备注与 IdP 保持一致。",
    "名前・メール・電話番号・コメントをプロバイダーに合わせます。",
  ],
});
