import { anonymous } from "../../engine/access/index.ts";
import { html, type RouteDeclaration } from "../../engine/http/index.ts";
import { type Message, translate } from "../../engine/i18n/index.ts";
import { readAppearance } from "../settings/index.ts";
import { renderPage } from "./layout.ts";
import { text } from "./texts.ts";

/** How to get an SSH client, by system. */
const commands: readonly (readonly [system: Message, command: string | null])[] = [
  [text.downloadWindows, "Add-WindowsCapability -Online -Name OpenSSH.Client~~~~0.0.1.0"],
  [text.downloadMac, null],
  [text.downloadDebian, "sudo apt install openssh-client"],
  [text.downloadFedora, "sudo dnf install openssh-clients"],
];

/** The download centre: what a person needs beside a browser. Nothing on it leads to another site. */
export const downloadPageRoute: RouteDeclaration = {
  methods: ["GET"],
  path: "/core/download/",
  access: anonymous("general advice, the same for everybody"),
  handle: async ({ language, services }) => {
    const say = (message: Message): string => translate(message, language);
    const items = commands.map(
      ([system, command]) =>
        html`<li>${say(system)}${command === null ? null : html`<br><code>${command}</code>`}</li>`,
    );
    return {
      body: renderPage(
        { language, look: await readAppearance(services.settings), title: say(text.download) },
        html`<h1>${say(text.download)}</h1>
<p>${say(text.downloadIntro)}</p>
<p>${say(text.downloadSsh)}</p>
<ul class="plain">${items}</ul>
<a class="button" href="/ui/">${say(text.toConsole)}</a>`,
      ),
    };
  },
};
