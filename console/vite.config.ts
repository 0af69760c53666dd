import { join } from "node:path";
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
              test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/,
              priority: 30,
            },
            {
              name: "base",
              test: /node_modules[\\/](@tanstack[\\/](query-core|react-query)|i18next|react-i18next)[\\/]/,
              priority: 20,
            },
            // What the console and the connect page start with: alone, each is smaller than the headers of its answer.
            {
              name: "start",
              test: /console[\\/]src[\\/]kit[\\/](api[\\/](api-error|client|cookies|resources|query-counts)|buttons|feedback|help-links|logo|session|terms-address|theme|use-media)\.[a-z]+$/,
              priority: 12,
            },
            { name: "icons", test: /node_modules[\\/]@ant-design[\\/]icons/, priority: 15 },
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
