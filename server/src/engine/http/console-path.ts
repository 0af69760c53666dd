/**
 * Address of a page of the console in links that leave the server: mails, notices, activities. The form with a hash is
 * the one every client of the contract follows; this console leads it to its own address.
 * Contract: docs/contract/console.md, "Addresses".
 *
 * @param page path inside the console, with its query: `/console/users/3?oid=5`
 */
export const consolePath = (page: `/${string}`): string => `/ui/#${page}`;
