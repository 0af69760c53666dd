// Other packages that import this file have it checked, too.
/// <reference path="./js-md4.d.ts" />
import digest from "js-md4";

/** MD4, which OpenSSL no longer has by default. Nothing new is to be built on it. */
export const md4 = (message: Uint8Array): Buffer => Buffer.from(digest.arrayBuffer(message));

/** What Windows keeps of a password, and NTLM and MS-CHAP prove: MD4 of it in UTF-16. */
export const ntHash = (password: string): Buffer => md4(Buffer.from(password, "utf16le"));
