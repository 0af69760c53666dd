/** Texts about connections that SSH clients forward. */
export default {
  local: "允许从资产转发 (-L, -D)",
  remote: "允许反向转发到资产 (-R)",
  jump: "允许经网关直达资产 (-J)",
  changed: "SSH 客户端的转发设置已更改",
} as const;
