/** Words in the names of packages that hold one system's binaries, and what npm calls that system. */
const SYSTEMS = { win32: "win32", windows: "win32" };
const OPERATING_SYSTEMS = [
  "aix",
  "android",
  "darwin",
  "freebsd",
  "linux",
  "netbsd",
  "openbsd",
  "openharmony",
  "sunos",
];
const PROCESSORS = {
  arm64: "arm64",
  arm: "arm",
  ia32: "ia32",
  loong64: "loong64",
  mips64el: "mips64el",
  ppc64: "ppc64",
  riscv64: "riscv64",
  s390x: "s390x",
  wasm32: "wasm32",
  x64: "x64",
};

/**
 * The optional packages of other systems that a lock file leaves out. A registry mirror without them makes npm
 * write such a lock, and `npm ci` refuses it on every machine.
 *
 * @param {Record<string, { version?: string, dev?: boolean, optionalDependencies?: Record<string, string> }>} packages
 * @returns {Record<string, object>} entries to add, by path
 */
export function missingOptionalPackages(packages) {
  const missing = {};
  for (const [path, entry] of Object.entries(packages)) {
    for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
      if (isPresent(packages, path, name)) continue;
      missing[`node_modules/${name}`] = {
        version: range.replace(/^[~^]/, ""),
        ...systemOf(name),
        ...(entry.dev ? { dev: true } : {}),
        optional: true,
      };
    }
  }
  return missing;
}

/** Whether Node, looking upwards from `path`, finds the package. */
function isPresent(packages, path, name) {
  const folders = path
    .split("/node_modules/")
    .map((_part, index, parts) => parts.slice(0, index + 1).join("/node_modules/"));
  return ["", ...folders].some(
    (folder) => packages[folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`],
  );
}

function systemOf(name) {
  const words = name.split(/[/-]/);
  const word = words.find((each) => OPERATING_SYSTEMS.includes(each) || SYSTEMS[each]);
  const processor = words.find((each) => PROCESSORS[each]);
  const library = words.some((each) => each.startsWith("musl"))
    ? "musl"
    : words.some((each) => each.startsWith("gnu"))
      ? "glibc"
      : null;
  return {
    ...(processor ? { cpu: [PROCESSORS[processor]] } : {}),
    ...(library ? { libc: [library] } : {}),
    ...(word ? { os: [SYSTEMS[word] ?? word] } : {}),
  };
}
