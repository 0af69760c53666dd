/** Texts of the workbench. */
export default {
  connect: "Connect",
  connectTo: "Connect to {{name}}",
  emptyHint: "No asset has been granted to you yet. Ask an administrator.",
} as const;
