/**
 * What may take all of `Services`: it puts the product together, or hands it on to code that is contributed. The seed of
 * the demonstration works on all of the product.
 */
const whole = [
  /^server\/src\/(product|http-app|gateway-ports|ssh-server-ports)\.ts$/,
  /^server\/src\/demo\//,
  // Its bootstrap, jobs and tasks are given what the product is built on.
  /^server\/src\/engine\/(services|area)\.ts$/,
  /^server\/src\/engine\/jobs\/(job|start-jobs|work)\.ts$/,
  /^server\/src\/engine\/tasks\/(task|execution-job|start-tasks|start-work)\.ts$/,
  // A request's context carries it to the handlers.
  /^server\/src\/engine\/access\/context\.ts$/,
  /^server\/src\/engine\/http\/(http-server|request-context|request-hooks|upgrades)\.ts$/,
  /^server\/src\/areas\/sessions\/present-session\.ts$/,
];

const comments = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;
const imports = /^(?:import|export) [^;]*? from "[^"]*";$/gm;
const picked = /\bPick<\s*Services,\s*([^>]*)>/g;

const blank = (text) => text.replace(/[^\n]/g, " ");

/** The part of the server a file is of: what stands there can share a type. */
const roomOf = (path) => /^server\/src\/(?:areas|engine|transport)\/[^/]+/.exec(path)?.[0] ?? path;

/**
 * Where more of `Services` is taken than is used, or the same few are spelled out twice in one room.
 *
 * @param {readonly {path: string, text: string}[]} sources
 * @returns {string[]}
 */
export function findWideServices(sources) {
  const problems = [];
  const known = new Map();
  for (const { path, text } of sources) {
    const code = text.replace(comments, blank).replace(imports, blank);
    const lineOf = (index) => code.slice(0, index).split("\n").length;
    for (const { index, 1: names } of code.matchAll(picked)) {
      const keys = [...names.matchAll(/"(\w+)"/g)].map(([, name]) => name).sort();
      const few = `${roomOf(path)}: ${keys.join(", ")}`;
      const first = known.get(few);
      const at = `${path}:${lineOf(index)}`;
      if (keys.length > 1 && first !== undefined)
        problems.push(`${at}: takes ${keys.join(", ")} as ${first} does: give these services a name`);
      else known.set(few, at);
    }
    if (whole.some((pattern) => pattern.test(path))) continue;
    for (const { index } of code.replace(picked, blank).matchAll(/\bServices\b(?!\[")/g))
      problems.push(`${path}:${lineOf(index)}: takes all of \`Services\`: name those that are used`);
    if (/import (?:type )?\{[^}]*\bServices as /.test(text))
      problems.push(`${path}: imports \`Services\` by another name`);
  }
  return problems;
}
