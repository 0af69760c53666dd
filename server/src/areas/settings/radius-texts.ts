import { catalogue } from "../../engine/i18n/index.ts";

/** Labels and help of the category `radius`. */
export const radiusText = catalogue("settings.radius", {
  category: ["RADIUS", "RADIUS 认证", "RADIUS 認証"],
  on: ["Sign-in with RADIUS", "启用 RADIUS 登录", "RADIUS でのサインイン"],
  onHelp: [
    "People can sign in with the password the RADIUS server knows. Save and test the sign-in first.",
    "用户可使用 RADIUS 服务器上的密码登录。启用前请先保存并测试登录。",
    "RADIUS サーバーのパスワードでサインインできます。先に保存してサインインをテストしてください。",
  ],
  server: ["Server", "服务器", "サーバー"],
  serverHelp: [
    "Host name or address. Register this installation there as a client that requires Message-Authenticator.",
    "主机名或地址。请在服务器上将本系统登记为客户端，并要求 Message-Authenticator。",
    "ホスト名またはアドレス。このシステムを、Message-Authenticator を必須とするクライアントとして登録してください。",
  ],
  notHost: [
    "Enter a host name or an address, without a port.",
    "请输入主机名或地址，不含端口。",
    "ホスト名またはアドレスを、ポートなしで入力してください。",
  ],
  port: ["Port", "端口", "ポート"],
  secret: ["Shared secret", "共享密钥", "共有シークレット"],
  secretHelp: [
    "Use at least 16 random characters: passwords are only as safe as this secret.",
    "建议使用 16 位以上的随机字符：密码的安全性取决于此密钥。",
    "16 文字以上のランダムな文字列を使ってください。パスワードの安全性はこのシークレットに依存します。",
  ],
  secretAgain: [
    "Enter the shared secret again. The stored secret is only used with the server it was saved for.",
    "请重新填写共享密钥：已保存的密钥仅用于当初填写的服务器。",
    "共有シークレットをもう一度入力してください。保存済みのシークレットは、登録時のサーバーでのみ使われます。",
  ],
  otp: ["Second factor by RADIUS", "使用 RADIUS 进行多因子认证", "RADIUS による多要素認証"],
  otpHelp: [
    "Everyone can enter a code that the RADIUS server checks as their second factor, whichever way they sign in.",
    "无论以何种方式登录，所有用户均可输入由 RADIUS 服务器验证的动态码作为第二因子。",
    "サインイン方法にかかわらず、RADIUS サーバーが確認するコードを 2 つ目の要素として使えます。",
  ],
  protocol: ["Password protocol", "密码协议", "パスワードのプロトコル"],
  protocolHelp: [
    "PAP works with every server. CHAP needs a server that stores passwords in clear text. MS-CHAPv2 is for servers with Windows accounts.",
    "PAP 适用于所有服务器；CHAP 要求服务器以明文保存密码；MS-CHAPv2 适用于使用 Windows 账号的服务器。",
    "PAP はすべてのサーバーで使えます。CHAP では、サーバーがパスワードを平文で保持している必要があります。MS-CHAPv2 は Windows アカウントを使うサーバー向けです。",
  ],
  nasIdentifier: ["NAS identifier", "NAS 标识", "NAS 識別子"],
  nasIdentifierHelp: [
    "The name the server sees this installation under",
    "服务器识别本系统所用的名称",
    "サーバーから見たこのシステムの名前",
  ],
  timeout: ["Time limit (seconds)", "超时时间（秒）", "制限時間（秒）"],
  timeoutHelp: [
    "For each attempt. Servers wait about a second before they reject.",
    "每次尝试的等待时间。服务器拒绝前通常会延迟约 1 秒。",
    "1 回ごとの待ち時間。サーバーは拒否するまで 1 秒ほど待ちます。",
  ],
  retries: ["Retries", "重试次数", "再試行の回数"],
  retriesHelp: [
    "How often a request without an answer is sent again",
    "未收到应答时重新发送的次数",
    "応答がない場合に再送する回数",
  ],
});
