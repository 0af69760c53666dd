/** Texts of the connect page and the session player. */
export default {} as const;
