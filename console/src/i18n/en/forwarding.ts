/** Texts about connections that SSH clients forward. */
export default {
  local: "From the asset (-L, -D)",
  remote: "Back from the asset (-R)",
  jump: "Through the gateway to the asset (-J)",
  changed: "Forwarding of SSH clients was changed",
} as const;
