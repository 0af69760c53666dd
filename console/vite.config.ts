import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Where the development server forwards everything that is not the console itself. */
const SERVER = process.env.SALLYPORT_SITE_URL ?? "http://127.0.0.1:8080";

const page = (name: string) => join(import.meta.dirname, `${name}.html`);

/** The gallery of widgets is built for its test alone; in development it is at `/ui/gallery.html`. */
const pages: Readonly<Record<string, string>> =
  process.env.SALLYPORT_GALLERY_BUILD === "1"
    ? { gallery: page("gallery") }
    : { index: page("index"), luna: page("luna"), "task-log": page("task-log") };

const sources = join(import.meta.dirname, "src");
const importedIcons = /import \{([^}]*)\} from "@ant-design\/icons"/g;

/** Names of the icons that the source files below a folder import. */
function iconsBelow(folder: string, imports: RegExp): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => /\.(tsx?|js)$/.test(file))
    .flatMap((file) => [...readFileSync(join(folder, file), "utf8").matchAll(imports)])
    .flatMap(([, names = ""]) => names.match(/\w+/g) ?? []);
}

const widgets = dirname(createRequire(import.meta.url).resolve("antd/es/index.js"));
const widgetIcons = iconsBelow(widgets, /@ant-design\/icons\/es\/icons\/(\w+)/g);

/** Whether a module is one of the icons that nothing but what is below one folder of `src` draws. */
function isIconOfOnly(folder: "shell" | "terminal"): (id: string) => boolean {
  const others = ["areas", "kit", "shell", "terminal"].filter((other) => other !== folder);
  const elsewhere = others.flatMap((other) => iconsBelow(join(sources, other), importedIcons));
  const shared = new Set([...elsewhere, ...widgetIcons]);
  const own = new Set(iconsBelow(join(sources, folder), importedIcons).filter((name) => !shared.has(name)));
  return (id) => {
    const [, name = ""] = /@ant-design[\\/]icons(?:-svg)?[\\/].*[\\/](\w+)\.js$/.exec(id) ?? [];
    return own.has(name);
  };
}

const isShellIcon = isIconOfOnly("shell");
const isConnectIcon = isIconOfOnly("terminal");
const isSharedIcon = (id: string) =>
  /node_modules[\\/]@ant-design[\\/]icons/.test(id) && !isShellIcon(id) && !isConnectIcon(id);

/**
 * `/ui/` (index.html) and `/luna/` (luna.html), and the script of the page that shows the log of a task
 * (task-log.html; the server makes the page around it). Hashed files of all of them live under `/ui/assets/`.
 * `__CSP_NONCE__` in the HTML is replaced by the server on every answer.
 */
export default defineConfig({
  base: "/ui/",
  plugins: [react()],
  html: { cspNonce: "__CSP_NONCE__" },
  build: {
    target: "es2022",
    outDir: "dist",
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      input: pages,
      // What an area offers others is taken from its own file, without all else that the area offers.
      treeshake: {
        moduleSideEffects: [
          { test: /console[\\/]src[\\/]areas[\\/][a-z]+[\\/]index\.ts$/, sideEffects: false },
        ],
      },
      output: {
        codeSplitting: {
          groups: [
            {
              name: "react",
              test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/,
              priority: 30,
            },
            // The connect page has no routes.
            { name: "router", test: /node_modules[\\/]react-router[\\/]/, priority: 25 },
            {
              name: "base",
              test: /node_modules[\\/](@tanstack[\\/](query-core|react-query)|i18next|react-i18next)[\\/]/,
              priority: 20,
            },
            // What the console and the connect page start with: alone, each is smaller than the headers of its answer.
            {
              name: "start",
              test: /console[\\/]src[\\/](kit[\\/](api[\\/](api-error|client|cookies|resources|query-counts)|buttons|choice[\\/]closed-choice|dialogs|feedback|feedback-gate|help-links|logo|menu[\\/](menu-button|use-menu)|metadata[\\/]labelled|session|style-nonce|terms-address|theme|use-media)|i18n[\\/](language|remembered-texts|setup))\.[a-z]+$/,
              priority: 12,
            },
            // The same of the console alone, whose later pages need it too.
            {
              name: "shell",
              test: /console[\\/]src[\\/](kit[\\/](close-tab-state|confirm[\\/]confirmation|form[\\/]kept-entries|list[\\/]list-states|metadata[\\/](dates|value-text)|page|screens|session-refresh|shown-data|start-pages|tab-switch)|shell[\\/](appearance|error-pages|licensee|messages[\\/]messages-api|navbar-button|navbar-rules|ticket-button|version|views))\.[a-z]+$/,
              priority: 11,
            },
            // No page fetches icons that only another one shows; what draws icons comes with those of both.
            { name: "icons", test: isSharedIcon, priority: 17 },
            { name: "shell-icons", test: isShellIcon, priority: 16 },
            { name: "connect-icons", test: isConnectIcon, priority: 15 },
            // A group takes along all that its modules import: this one what the first page draws with, buttons and the
            // theme; the next what every further page has some of, which compresses better as one file than as forty.
            {
              name: "look",
              test: /node_modules[\\/]antd[\\/]es[\\/](button|config-provider)[\\/]/,
              priority: 14,
            },
            {
              name: "parts",
              test: /node_modules[\\/](antd[\\/]es[\\/](theme|style|_util)|@rc-component[\\/](util|motion))[\\/]/,
              priority: 9,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ["/api", "/core", "/static", "/media", "/ws", "/koko"].map((path) => [
        path,
        { target: SERVER, ws: true },
      ]),
    ),
  },
});
