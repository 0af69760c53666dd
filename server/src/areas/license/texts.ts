import { catalogue } from "../../engine/i18n/index.ts";

/** Texts of the license area. */
export const text = catalogue("license", {
  license: ["License", "许可证", "ライセンス"],
  file: ["License file", "许可证文件", "ライセンスファイル"],
  imported: ["License imported.", "许可证已导入。", "ライセンスを取り込みました。"],
  malformed: [
    "This is not a license file. Choose the file you received.",
    "这不是许可证文件，请选择您收到的许可证文件。",
    "これはライセンスファイルではありません。受け取ったライセンスファイルを選択してください。",
  ],
  unsupported: [
    "This version cannot read the license. Ask your provider for a format 1 license.",
    "当前版本无法读取该许可证，请向提供方索取格式 1 的许可证。",
    "このバージョンでは読み取れないライセンスです。提供元に形式 1 のライセンスを依頼してください。",
  ],
  foreign: [
    "The license is signed with a key this installation does not trust. To trust it, add it to SALLYPORT_LICENSE_KEYS.",
    "该许可证的签名密钥不受本系统信任。如需信任，请将其加入 SALLYPORT_LICENSE_KEYS。",
    "このシステムが信頼していない鍵で署名されたライセンスです。信頼するには SALLYPORT_LICENSE_KEYS に追加してください。",
  ],
  tampered: [
    "The license was modified after it was signed. Import the original file.",
    "该许可证在签名后被修改过，请导入原始文件。",
    "署名後に変更されたライセンスです。元のファイルを取り込んでください。",
  ],
  expired: ["The license has expired.", "许可证已过期。", "ライセンスの有効期限が切れています。"],
  notYetValid: [
    "The license is not valid yet. Check the clock of this server.",
    "许可证尚未生效，请检查服务器时钟。",
    "ライセンスはまだ有効ではありません。サーバーの時計を確認してください。",
  ],
  alteredClock: [
    "The clock of this server was set back. Correct it, then import the license again.",
    "服务器时钟被回拨，请校准后重新导入许可证。",
    "サーバーの時計が戻されています。正しい時刻に直してから、ライセンスを再度取り込んでください。",
  ],
});
