import { catalogue } from "../../engine/i18n/index.ts";

/** Texts of the settings of the vault. */
export const text = catalogue("settings.vault", {
  category: ["Account storage", "账号存储", "アカウントの保管先"],
  enabled: ["Keep secrets in the vault", "将密文存入密码库", "シークレットを Vault に保管する"],
  enabledHelp: [
    "Set with SALLYPORT_VAULT_ENABLED in the configuration. Takes effect after a restart.",
    "由配置中的 SALLYPORT_VAULT_ENABLED 设定，重启后生效。",
    "設定ファイルの SALLYPORT_VAULT_ENABLED で指定し、次回の起動から有効になります。",
  ],
  host: ["Address", "地址", "アドレス"],
  hostHelp: [
    "Address of HashiCorp Vault or a compatible server, for example https://vault.example.com:8200",
    "HashiCorp Vault 或兼容服务的地址，例如 https://vault.example.com:8200。",
    "HashiCorp Vault または互換サーバーのアドレス（例：https://vault.example.com:8200）。",
  ],
  token: ["Token", "令牌", "トークン"],
  tokenHelp: [
    "Leave empty to keep the stored token. Enter it again when you change the address.",
    "留空则保留已保存的令牌；更换地址时必须重新填写。",
    "空欄のままなら保存済みのものを使います。アドレスを変えるときは再入力が必要です。",
  ],
  mountPoint: ["Mount point", "挂载点", "マウントポイント"],
  mountPointHelp: [
    "Mount point of a version 2 key/value engine created for Sallyport",
    "为 Sallyport 建立的第 2 版键值引擎的挂载点。",
    "Sallyport 用に作成したキー/バリューエンジン（バージョン 2）のマウントポイント。",
  ],
  namespace: ["Namespace", "命名空间", "名前空間"],
  namespaceHelp: [
    "For Vault Enterprise and HCP Vault, for example admin. Otherwise leave empty.",
    "用于 Vault 企业版和 HCP Vault，例如 admin；其他情况留空。",
    "Vault Enterprise と HCP Vault の場合に指定します（例：admin）。それ以外は空欄です。",
  ],
  authorities: ["Certificate authority", "证书颁发机构", "認証局の証明書"],
  authoritiesHelp: [
    "PEM certificates used to verify the vault's certificate. Leave empty to use the authorities the system trusts.",
    "用于校验密码库证书的 PEM 格式证书；留空则使用系统信任的证书。",
    "Vault の証明書を検証する PEM 形式の証明書。空欄ならシステムが信頼するものを使います。",
  ],
});
