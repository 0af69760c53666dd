import { catalogue } from "../../engine/i18n/index.ts";

/** The texts of the evidence area. */
export const text = catalogue("evidence", {
  evidence: ["Evidence", "证据", "証跡"],
  verify: ["Verify the evidence", "校验证据", "証跡の検証"],
  session: ["Session", "会话", "セッション"],
  sessionGone: ["This session does not exist.", "没有该会话。", "該当するセッションがありません。"],
  sessionRunning: [
    "The session is still running. Export its evidence after it has ended.",
    "会话仍在进行。请在会话结束后导出证据。",
    "セッションはまだ実行中です。終了後に証跡をエクスポートしてください。",
  ],
  recordingGone: [
    "The recording of this session cannot be read, so its evidence cannot be exported. Verify the evidence to see why.",
    "无法读取该会话的录像，因此不能导出证据。请校验证据以查明原因。",
    "このセッションの録画を読み取れないため、証跡をエクスポートできません。証跡を検証して原因を確認してください。",
  ],
  entryMissing: ["Entry {seq} is missing.", "缺少第 {seq} 条记录。", "エントリー {seq} がありません。"],
  entryChanged: [
    "Entry {seq} was changed.",
    "第 {seq} 条记录被更改。",
    "エントリー {seq} が変更されています。",
  ],
  checkpointMissing: [
    "Checkpoint {number} is missing.",
    "缺少检查点 {number}。",
    "チェックポイント {number} がありません。",
  ],
  checkpointChanged: [
    "Checkpoint {number} was changed.",
    "检查点 {number} 被更改。",
    "チェックポイント {number} が変更されています。",
  ],
  checkpointKey: [
    "Checkpoint {number} is signed with a key that did not belong to this installation at that time.",
    "检查点 {number} 的签名密钥在当时不属于本系统。",
    "チェックポイント {number} の署名鍵は、その時点ではこのシステムのものではありません。",
  ],
  handoverChanged: [
    "Hand-over {number} from one signing key to the next was changed.",
    "签名密钥的第 {number} 次交接被更改。",
    "署名鍵の {number} 回目の引き継ぎが変更されています。",
  ],
  signingKey: ["Signing key", "签名密钥", "署名鍵"],
  fingerprint: ["Fingerprint", "指纹", "フィンガープリント"],
  checkpointChain: [
    "The chain does not have the hash that checkpoint {number} signed: entries up to {seq} were replaced.",
    "证据链与检查点 {number} 签名的哈希不符：第 {seq} 条及之前的记录被替换。",
    "チェックポイント {number} が署名したハッシュと一致しません。エントリー {seq} までが置き換えられています。",
  ],
  chainTruncated: [
    "The chain was cut: it has {seq} entries, checkpoint {number} signed {entries}.",
    "证据链被截断：现有 {seq} 条记录，检查点 {number} 签名了 {entries} 条。",
    "チェーンが切り詰められています。エントリーは {seq} 件ですが、チェックポイント {number} は {entries} 件に署名しました。",
  ],
  chainRolledBack: [
    "The chain was rolled back: checkpoint {number} of the copy is not in the database, or is another one there.",
    "证据链被回滚：副本中的检查点 {number} 不在数据库中，或与之不同。",
    "チェーンが巻き戻されています。コピーのチェックポイント {number} がデータベースにないか、内容が異なります。",
  ],
  copyDamaged: [
    "The copy of checkpoints is damaged at line {line}.",
    "检查点副本的第 {line} 行已损坏。",
    "チェックポイントのコピーの {line} 行目が壊れています。",
  ],
  recordChanged: ["Changed: {kind} {id}", "已更改：{kind} {id}", "変更：{kind} {id}"],
  recordMissing: ["Missing: {kind} {id}", "缺失：{kind} {id}", "欠落：{kind} {id}"],
  recordAdded: [
    "Added without being noted: {kind} {id}",
    "未经登记添加：{kind} {id}",
    "記録されずに追加：{kind} {id}",
  ],
  recordingUnread: [
    "Recording not verified, its storage is not responding: {id}",
    "录像未验证，其存储没有响应：{id}",
    "録画は未検証です。保存先が応答しません：{id}",
  ],
  recordingMissing: ["Recording missing: {id}", "录像缺失：{id}", "録画の欠落：{id}"],
  recordingTruncated: ["Recording truncated: {id}", "录像被截断：{id}", "録画の切り詰め：{id}"],
  recordingExtended: [
    "Recording has bytes after its end: {id}",
    "录像结尾之后有多余数据：{id}",
    "録画の末尾に余分なデータ：{id}",
  ],
  recordingChanged: [
    "Recording changed: {id}, frame {frame}",
    "录像被更改：{id}，第 {frame} 帧",
    "録画の変更：{id}、フレーム {frame}",
  ],
  recordingReordered: [
    "Recording reordered: {id}, frame {frame}",
    "录像顺序被更改：{id}，第 {frame} 帧",
    "録画の並べ替え：{id}、フレーム {frame}",
  ],
  andMore: ["And {count} more.", "另有 {count} 处。", "ほか {count} 件。"],
  verified: [
    "{entries} entries, {checkpoints} checkpoints, {recordings} recordings ({megabytes} MB): everything is unchanged.",
    "{entries} 条记录、{checkpoints} 个检查点、{recordings} 个录像（{megabytes} MB）：均与写入时一致。",
    "エントリー {entries} 件、チェックポイント {checkpoints} 件、録画 {recordings} 件（{megabytes} MB）：すべて書き込まれた時のままです。",
  ],
  problems: [
    "{count} problems were found. Keep the data folder and the database as they are and find out who had access.",
    "发现 {count} 处问题。请保持数据目录和数据库原样，并查明谁有访问权限。",
    "問題が {count} 件見つかりました。データフォルダーとデータベースをそのまま保全し、アクセスできた人を確認してください。",
  ],
});
