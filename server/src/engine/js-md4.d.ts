/** The part of the package that is used; it has no types of its own. */
declare module "js-md4" {
  const md4: { arrayBuffer(message: Uint8Array): ArrayBuffer };
  export default md4;
}
