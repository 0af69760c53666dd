import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Look, Shot } from "./shots.ts";

const languages = { en: "English", zh: "Chinese" } as const;

/** Writes the page that shows every picture, in the words of the shots. */
export function writeGallery(documents: string, shots: readonly Shot[]): void {
  const sections = shots.map(({ name, caption, looks }) => {
    const pictures = looks.map((look) => `![${caption}, ${inWords(look)}](images/${fileOf(name, look)})`);
    return `## ${caption}\n\n${pictures.join("\n\n")}\n`;
  });
  const head = `# Screens

Taken by a script from the demonstration (\`npm start -- --demo\`): \`e2e/pictures.ts\` writes the pictures and this page.
`;
  writeFileSync(join(documents, "screens.md"), `${head}\n${sections.join("\n")}`);
}

/** Name of a picture's file. */
export function fileOf(name: string, look: Look): string {
  return look === "1440-light-en" ? `${name}.png` : `${name}-${look}.png`;
}

function inWords(look: Look): string {
  const [width, scheme, language] = look.split("-") as [string, string, keyof typeof languages];
  return `${width} px, ${scheme}, ${languages[language]}`;
}
