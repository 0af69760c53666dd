import { consoleTexts } from "./console-texts.mjs";
import { serverTexts } from "./server-texts.mjs";

/**
 * @typedef {object} Text one text in its languages
 * @property {string} at file, and line where that is known, then the key
 * @property {"console" | "server"} side
 * @property {string} area the area's name, else the room below the sources: "assets", "kit/form"
 * @property {string} key
 * @property {string} [en]
 * @property {string} [zh]
 * @property {string} [ja]
 */

/**
 * Every text of console and server.
 *
 * @returns {Promise<{texts: Text[], problems: string[]}>} texts, and what could not be read
 */
export async function allTexts() {
  const [fromConsole, fromServer] = [await consoleTexts(), serverTexts()];
  const problems = [...fromConsole.problems, ...fromServer.problems];
  if (fromConsole.texts.length === 0) problems.push("no texts of the console were found");
  if (fromServer.texts.length === 0) problems.push("no texts of the server were found");
  return {
    texts: [
      ...fromConsole.texts.map((text) => ({ ...text, side: "console", ...located(text) })),
      ...fromServer.texts.map((text) => ({ ...text, side: "server", ...located(text) })),
    ],
    problems,
  };
}

/** Area and key of a text that stands at `console/src/areas/assets/texts: assets.title`. */
function located({ at }) {
  const [, area] = /^\w+\/src\/(?:areas\/)?(.+?)\/(?:texts\b|[^/]+\.ts)/.exec(at) ?? [];
  return { area: at.includes("/src/areas/") ? area.split("/")[0] : area, key: keyOf({ at }) };
}

/** The key of a text, without the file it is in. */
export const keyOf = ({ at }) => at.slice(at.lastIndexOf(" ") + 1);
