/** Texts about connections that SSH clients forward. */
export default {
  local: "資産からの転送 (-L, -D)",
  remote: "資産への逆方向転送 (-R)",
  jump: "ゲートウェイ経由の直接接続 (-J)",
  changed: "SSH クライアントの転送設定を変更しました",
} as const;
