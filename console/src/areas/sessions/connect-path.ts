/**
 * Opens the terminal page on an asset.
 *
 * @param account id of the account to connect with; the person chooses unless given
 */
export function connectPath(asset: string, account?: string): string {
  const query = new URLSearchParams({
    login_to: asset,
    ...(account === undefined ? {} : { login_account: account }),
  });
  return `/luna/?${query.toString()}`;
}
