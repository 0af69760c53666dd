import { catalogue } from "../../engine/i18n/index.ts";

/** Texts of signed keys, and of the page on which SSH clients are allowed. */
export const text = catalogue("user-certificates", {
  certificate: ["SSH certificate", "SSH 证书", "SSH 証明書"],
  certificates: ["SSH certificates", "SSH 证书", "SSH 証明書"],
  publicKey: ["Public key", "公钥", "公開鍵"],
  fingerprint: ["Fingerprint", "指纹", "フィンガープリント"],
  address: ["Address", "地址", "アドレス"],
  client: ["SSH client", "SSH 客户端", "SSH クライアント"],
  dateCreated: ["Created", "创建时间", "作成日時"],
  dateExpired: ["Valid until", "有效期至", "有効期限"],
  dateLastUsed: ["Last used", "上次使用", "最終使用日時"],
  hours: ["Hours", "小时数", "時間数"],
  notSigned: [
    "SSH keys are not signed here. An administrator can turn on browser sign-in in the terminal settings.",
    "未启用 SSH 密钥签名，管理员可在终端设置中开启浏览器登录。",
    "SSH 鍵の署名は無効です。管理者はターミナル設定でブラウザーでのサインインを有効にできます。",
  ],
  keyUnusable: [
    "Enter one line of an SSH public key: Ed25519, ECDSA, a security key, or RSA with at least 2048 bits.",
    "请输入一行 SSH 公钥：Ed25519、ECDSA、安全密钥，或不少于 2048 位的 RSA。",
    "SSH 公開鍵を 1 行で入力してください：Ed25519、ECDSA、セキュリティキー、または 2048 ビット以上の RSA。",
  ],
  secondFactorNeeded: [
    "Signing a key requires a second factor, and you have not set one up.",
    "为密钥签名需要多因子认证，您尚未设置。",
    "鍵の署名には多要素認証が必要ですが、設定されていません。",
  ],
  tooMany: [
    "Too many SSH clients are waiting to be allowed. Try again in a few minutes.",
    "等待允许的 SSH 客户端过多，请几分钟后重试。",
    "許可待ちの SSH クライアントが多すぎます。数分後に再試行してください。",
  ],
  tooLate: [
    "The connection was not allowed in time.",
    "未在规定时间内允许此连接。",
    "時間内に接続が許可されませんでした。",
  ],
  refusedThere: [
    "The connection was refused in the browser.",
    "此连接已在浏览器中被拒绝。",
    "接続はブラウザーで拒否されました。",
  ],
  title: ["Allow SSH connection", "允许 SSH 连接", "SSH 接続の許可"],
  question: [
    "An SSH client wants to sign in as you. Allow it only if you started it yourself just now.",
    "有一个 SSH 客户端请求以您的身份登录。仅当您刚刚亲自发起连接时才允许。",
    "SSH クライアントがあなたとしてサインインしようとしています。自分で今開始した場合にのみ許可してください。",
  ],
  otherAddress: [
    "The client is at {address}, your browser at {own}. If you do not know {address}, refuse: someone may have sent you this link.",
    "客户端位于 {address}，您的浏览器位于 {own}。如不认识 {address}，请拒绝：此链接可能由他人发送。",
    "クライアントは {address}、ブラウザーは {own} にあります。{address} に心当たりがなければ拒否してください。他人が送ったリンクの可能性があります。",
  ],
  user: ["User", "用户", "ユーザー"],
  clientAddress: ["Client address", "客户端地址", "クライアントのアドレス"],
  requested: ["Requested", "请求时间", "要求日時"],
  keyUse: ["SSH key", "SSH 密钥", "SSH 鍵"],
  keyHint: [
    "A signed key signs in without the browser for {hours:hour|hours}. Anyone who can use the key can then connect as you.",
    "签名后的密钥在 {hours} 小时内无需浏览器即可登录，任何能使用该密钥的人都能以您的身份连接。",
    "署名した鍵は {hours} 時間、ブラウザーなしでサインインできます。その鍵を使える人は誰でもあなたとして接続できます。",
  ],
  signKey: ["Sign {fingerprint}", "为 {fingerprint} 签名", "{fingerprint} に署名する"],
  noKey: ["This connection only", "仅此次连接", "この接続のみ"],
  code: ["Code in the terminal", "终端中显示的验证码", "ターミナルに表示されたコード"],
  codeHint: [
    "Six digits, shown with the link in the terminal where you ran ssh.",
    "六位数字，与链接一起显示在您运行 ssh 的终端中。",
    "ssh を実行したターミナルに、リンクとともに表示された 6 桁の数字です。",
  ],
  wrongCode: [
    "The code is not the one in the terminal. Check it and try again.",
    "验证码与终端中的不一致，请核对后重试。",
    "コードがターミナルの表示と一致しません。確認して再入力してください。",
  ],
  factorHint: ["Confirm with your second factor.", "请验证您的第二因子。", "第二要素で確認してください。"],
  noFactor: [
    "Allowing SSH connections requires a second factor, and you have not set one up. Set one up, then run ssh again.",
    "允许 SSH 连接需要多因子认证，您尚未设置。请先设置，然后重新运行 ssh。",
    "SSH 接続の許可には多要素認証が必要ですが、設定されていません。設定してから、もう一度 ssh を実行してください。",
  ],
  setUp: ["Set up a second factor", "设置第二因子", "第二要素を設定"],
  allow: ["Allow", "允许", "許可"],
  refuse: ["Refuse", "拒绝", "拒否"],
  doneTitle: ["SSH connection", "SSH 连接", "SSH 接続"],
  allowed: [
    "Allowed. Go back to your terminal.",
    "已允许，请返回终端。",
    "許可しました。ターミナルに戻ってください。",
  ],
  refused: [
    "Refused. If you did not start this connection, tell an administrator.",
    "已拒绝。如果不是您发起的连接，请告知管理员。",
    "拒否しました。自分で開始した接続でない場合は、管理者に連絡してください。",
  ],
  goneTitle: ["No connection to allow", "没有可允许的连接", "許可する接続がありません"],
  gone: [
    "The link has been used, or its time is over. Run ssh again to get another one.",
    "链接已使用或已过期，请重新运行 ssh 获取新链接。",
    "リンクは使用済みか期限切れです。もう一度 ssh を実行して新しいリンクを取得してください。",
  ],
  otherUser: [
    "This link was made for another user. Sign out, and sign in as the user you gave to ssh.",
    "此链接属于其他用户。请退出登录，再以 ssh 中使用的用户名登录。",
    "このリンクは別のユーザーのものです。サインアウトし、ssh で指定したユーザーでサインインしてください。",
  ],
});
