import { useEffect, useState } from "react";

/** A secret that an address brings along, and the address without it. */
export interface AddressSecret {
  /** Undefined where the address brings none. */
  readonly secret: string | undefined;
  /** Path and query without the secret. */
  readonly address: string;
}

/**
 * What the address of the page brings along at first; it is taken out of the address at once, so that it stays in no
 * history and no screenshot. Not before the page is there: React may begin a page anew, which then reads it again.
 */
export function useAddressSecret(read: () => AddressSecret): string | undefined {
  const [{ secret, address }] = useState(read);
  useEffect(() => history.replaceState(history.state, "", address), [address]);
  return secret;
}
