import { catalogue } from "../../engine/i18n/index.ts";

/** Texts of the license area. */
export const text = catalogue("license", {
  license: ["License", "许可证", "ライセンス"],
  file: ["License file", "许可证文件", "ライセンスファイル"],
  imported: ["The license is in force.", "许可证已生效。", "ライセンスが有効になりました。"],
  malformed: [
    "This is not a license file.",
    "这不是许可证文件。",
    "これはライセンスファイルではありません。",
  ],
  unsupported: [
    "This version cannot read that license. Ask for one of format 1.",
    "当前版本无法读取该许可证，请索取格式 1 的许可证。",
    "このバージョンでは読み取れないライセンスです。形式 1 のものを入手してください。",
  ],
  foreign: [
    "The license was signed with a key this installation does not trust (see SALLYPORT_LICENSE_KEYS).",
    "该许可证的签名密钥不受本系统信任（参见 SALLYPORT_LICENSE_KEYS）。",
    "信頼されていない鍵で署名されたライセンスです（SALLYPORT_LICENSE_KEYS を参照）。",
  ],
  tampered: [
    "The license was changed after it was signed.",
    "该许可证在签名后被修改过。",
    "署名後に変更されたライセンスです。",
  ],
  expired: ["The license has expired.", "许可证已过期。", "ライセンスの有効期限が切れています。"],
  notYetValid: [
    "The license is not valid yet. Check the clock of this machine.",
    "许可证尚未生效，请检查本机时钟。",
    "ライセンスはまだ有効ではありません。このマシンの時計を確認してください。",
  ],
  alteredClock: [
    "The clock of this machine was set back. Set it right, then import the license again.",
    "本机时钟被回拨，请校准后重新导入许可证。",
    "このマシンの時計が戻されています。正しい時刻に直してからライセンスを再度取り込んでください。",
  ],
});
