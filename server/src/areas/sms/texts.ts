import { catalogue } from "../../engine/i18n/index.ts";

/** Texts of what sends messages. */
export const text = catalogue("sms", {
  alibaba: ["Alibaba Cloud", "阿里云", "Alibaba Cloud"],
  tencent: ["Tencent Cloud", "腾讯云", "Tencent Cloud"],
  huawei: ["Huawei Cloud", "华为云", "Huawei Cloud"],
  cmpp2: ["CMPP 2.0", "CMPP 2.0", "CMPP 2.0"],
  custom: ["Custom HTTP", "自定义 HTTP", "カスタム HTTP"],
  notSetUp: [
    "The text message service is not set up. Fill in: {said}.",
    "短信服务尚未配置完整，请填写：{said}。",
    "SMS サービスの設定が足りません。入力してください：{said}。",
  ],
  refused: [
    "The service refused the message. It said: {said}",
    "短信服务拒绝发送，返回：{said}",
    "サービスがメッセージを拒否しました。応答：{said}",
  ],
  unreachable: [
    "The service did not answer: {said}. Check the address and the network.",
    "短信服务无应答：{said}。请检查地址和网络。",
    "サービスから応答がありません：{said}。アドレスとネットワークを確認してください。",
  ],
  limitReached: [
    "Too many text messages were sent today. Try again tomorrow or use another method.",
    "今日发送的短信已达上限，请明天再试或使用其他方式。",
    "本日の SMS の送信数が上限に達しました。明日もう一度試すか、別の方法を使ってください。",
  ],
  unknownService: [
    "There is no text message service of this name.",
    "没有该名称的短信服务。",
    "この名前の SMS サービスはありません。",
  ],
  testPhoneMissing: ["Enter a number for tests.", "请填写测试手机号。", "テスト用の番号を入力してください。"],
  testSent: [
    "The service accepted a message with the code {code} to {phone}.",
    "短信服务已受理发往 {phone} 的验证码 {code}。",
    "{phone} へのコード {code} のメッセージをサービスが受け付けました。",
  ],
  textTooLong: [
    "Signature and message together can have {limit} characters.",
    "签名与短信内容合计不能超过 {limit} 个字符。",
    "署名とメッセージは合わせて {limit} 文字までです。",
  ],
  name: ["Name", "名称", "名前"],
  label: ["Label", "标签", "ラベル"],
  outcome: ["Result", "结果", "結果"],
});
