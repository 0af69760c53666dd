import { catalogue } from "../../engine/i18n/index.ts";

/** Labels and help that every source of people has. */
export const sourceText = catalogue("settings.sources", {
  attributeMap: ["Attribute map", "属性映射", "属性マッピング"],
  attributeMapHelp: [
    "JSON that maps fields here (name, username, email, phone, comment) to attributes or claims of the source. username is required.",
    "JSON 格式：本系统字段（name、username、email、phone、comment）对应来源的属性或声明，必须包含 username。",
    "JSON 形式：この製品の項目（name、username、email、phone、comment）に、ソースの属性またはクレームを対応付けます。username は必須です。",
  ],
  renamesHelp: [
    "JSON that maps attributes of the source to fields here (name, username, email, phone, comment). One must map to username.",
    "JSON 格式：来源的属性对应本系统字段（name、username、email、phone、comment），其中一项必须为 username。",
    "JSON 形式：ソースの属性に、この製品の項目（name、username、email、phone、comment）を対応付けます。username は必須です。",
  ],
  notMap: [
    'Enter a JSON object whose values are names, such as {"username": "uid"}.',
    '请输入值为名称的 JSON 对象，例如 {"username": "uid"}。',
    '値が名前の JSON オブジェクトを入力してください（例：{"username": "uid"}）。',
  ],
  noUsername: [
    "The map must include the username.",
    "映射必须指定用户名对应的属性。",
    "どの属性がユーザー名かを指定してください。",
  ],
  trustedDomains: ["Trusted email suffixes", "受信任的邮箱后缀", "信頼するメールのサフィックス"],
  trustedDomainsHelp: [
    "A person with a verified address that ends in one of these, such as example.com, is linked to the user with that address. Leave empty to never link by email.",
    "邮箱已验证且后缀在此列出（例如 example.com）的人员，将关联到使用相同邮箱的用户。留空则不按邮箱关联。",
    "確認済みのアドレスがこのいずれか（例：example.com）で終わる人を、同じアドレスのユーザーと関連付けます。空欄の場合はメールで関連付けません。",
  ],
  notDomain: [
    "Enter what follows the @, such as example.com.",
    "请输入 @ 之后的部分，例如 example.com。",
    "example.com のように、@ の後の部分を入力してください。",
  ],
  linkUsers: [
    "Link users of other sources by username",
    "按用户名关联其他来源的用户",
    "他のソースのユーザーをユーザー名で関連付ける",
  ],
  linkUsersHelp: [
    "A person with the username of a local user signs in as that user. Turn on only if usernames identify the same people in both places. Never applies to admin.",
    "用户名与本地用户相同的人员将以该用户身份登录。仅当两边用户名对应同一人时开启，对 admin 不生效。",
    "ローカルユーザーと同じユーザー名の人が、そのユーザーとしてサインインします。両方で同じ人物を指す場合にのみ有効にしてください。admin には適用されません。",
  ],
});
