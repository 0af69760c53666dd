import { basename } from "node:path";
import { repositoryFiles } from "./repository-files.mjs";

const folder = "server/migrations/";

/** Every migration is a numbered SQL file, and no number is used twice. */
export default {
  name: "migrations",
  run() {
    const problems = [];
    const byNumber = new Map();
    for (const path of repositoryFiles(/^server\/migrations\//)) {
      const name = basename(path);
      const number = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1];
      if (number === undefined || path !== folder + name) {
        problems.push(`${path}: a migration is called ${folder}NNNN_name.sql`);
      } else if (byNumber.has(number)) {
        problems.push(`${path}: has the number of ${byNumber.get(number)}`);
      } else byNumber.set(number, name);
    }
    if (byNumber.size === 0) problems.push(`${folder}: there are no migrations`);
    return problems;
  },
};
