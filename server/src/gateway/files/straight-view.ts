import type { FileView, RemoteAccount } from "./file-view.ts";

/**
 * The files of one account, at the paths they have on the target. Where the account is confined to a folder, that folder
 * is `/`.
 */
export function straightView(account: RemoteAccount): FileView {
  const { home, isConfined } = account;
  return {
    start: isConfined ? "/" : home,
    straight: isConfined ? null : account,
    isOurs: async () => false,
    locate: async (path) => ({
      kind: "remote",
      account,
      path: isConfined ? (path === "/" ? home : `${home === "/" ? "" : home}${path}`) : path,
    }),
  };
}
