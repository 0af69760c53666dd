/** Texts of the asset, node and platform pages. */
export default {
  emptyHint: "Register the first machine, then grant it to somebody.",
  activate: "Active",
  active: "Active",
  inactive: "Inactive",
  node: {
    tree: "Asset tree",
    types: "Type tree",
    trees: "Trees",
    search: "Search the tree",
  },
} as const;
