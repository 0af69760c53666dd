import { catalogue } from "../../../engine/i18n/index.ts";

/** Texts of how an installation looks. */
export const interfaceText = catalogue("settings.interface", {
  look: ["Interface", "界面设置", "画面設定"],
  loginTitle: ["Title", "标题", "タイトル"],
  loginTitleHelp: [
    "Shown on the sign-in page, in the browser tab and at the end of emails",
    "显示在登录页、浏览器标签和邮件落款中。",
    "サインインページ、ブラウザーのタブ、メールの署名に表示されます。",
  ],
  theme: ["Theme", "主题", "テーマ"],
  logoIndex: ["Logo in the console", "控制台徽标", "コンソールのロゴ"],
  logoIndexHelp: [
    "185 × 55 pixels. Must be legible on light and dark backgrounds.",
    "建议 185 × 55 像素，需适用于浅色和深色背景。",
    "185 × 55 ピクセル。明るい背景でも暗い背景でも見やすいもの。",
  ],
  logoLogout: ["Logo on the sign-in page", "登录页徽标", "サインインページのロゴ"],
  logoLogoutHelp: ["82 × 82 pixels", "建议 82 × 82 像素。", "82 × 82 ピクセル。"],
  favicon: ["Browser tab icon", "浏览器标签图标", "ブラウザーのタブのアイコン"],
  faviconHelp: ["16 × 16 pixels", "建议 16 × 16 像素。", "16 × 16 ピクセル。"],
  loginImage: ["Sign-in page image", "登录页图片", "サインインページの画像"],
  loginImageHelp: ["492 × 472 pixels", "建议 492 × 472 像素。", "492 × 472 ピクセル。"],
  noImage: [
    "Browsers cannot display this file. Choose a PNG, JPEG, GIF or ICO image.",
    "不是浏览器可显示的图片，请选择 PNG、JPEG、GIF 或 ICO 文件。",
    "ブラウザーで表示できる画像ではありません。PNG、JPEG、GIF、ICO のいずれかを選んでください。",
  ],
  imageTooLarge: [
    "Choose an image of at most 1 MiB, up to {limit} pixels wide and high.",
    "请选择不超过 1 MiB、宽高均不超过 {limit} 像素的图片。",
    "1 MiB 以下、幅と高さがそれぞれ {limit} ピクセル以下の画像を選んでください。",
  ],
  needsLicense: [
    "Changing the interface requires a license.",
    "修改界面需要许可证。",
    "画面の変更にはライセンスが必要です。",
  ],
  restored: ["Default interface restored.", "已恢复默认界面。", "既定の画面に戻しました。"],
  message: ["Message", "消息", "メッセージ"],
  themeOwn: ["Default", "默认", "標準"],
  themeRed: ["Red", "红色", "赤"],
  themeGreen: ["Green", "绿色", "緑"],
  themeTeal: ["Teal", "青色", "青緑"],
  themePurple: ["Purple", "紫色", "紫"],
  themeGraphite: ["Graphite", "石墨", "グラファイト"],
});
