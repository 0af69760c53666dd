/** Texts about connections that SSH clients forward. */
export default {
  local: "Forwarding from the asset (-L, -D)",
  remote: "Forwarding back from the asset (-R)",
  jump: "Jumping through the gateway to the asset (-J)",
  changed: "Forwarding of SSH clients was changed",
} as const;
