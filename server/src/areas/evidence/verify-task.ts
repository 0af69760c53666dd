import { translate, withParameters } from "../../engine/i18n/index.ts";
import { defineTask, TaskFailure } from "../../engine/tasks/index.ts";
import { text } from "./texts.ts";
import { verifyInstallation } from "./verify/installation.ts";

/** Compares all records and recordings with the chain; its log names what is wrong. docs/evidence.md, section 5. */
export const verifyTask = defineTask({
  name: "evidence.tasks.verify",
  label: text.verify,
  repeatable: true,
  timeoutSeconds: 24 * 3600,
  async run({ services, language, log, signal }) {
    const result = await verifyInstallation(
      services,
      (message) => log.line(translate(message, language)),
      signal,
    );
    if (result.problems > 0) {
      const message = withParameters(text.problems, { count: result.problems });
      throw new TaskFailure("evidence_problems", translate(message, language), { ...result });
    }
    return { ...result };
  },
});
