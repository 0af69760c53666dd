const REQUIRED = [20, 19];

/** Ends the process with a plain message when this Node is too old for the product. */
export function requireNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > REQUIRED[0] || (major === REQUIRED[0] && minor >= REQUIRED[1])) return;
  process.stderr.write(
    `Sallyport needs Node ${REQUIRED.join(".")} or later; this is ${process.versions.node} (${process.execPath}).\n`,
  );
  process.exit(1);
}
