import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { promisify } from "node:util";

const root = join(import.meta.dirname, "../..");
const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
};

/** A running gallery of widgets. */
export interface Gallery {
  readonly url: string;
  close(): void;
}

/**
 * Builds the gallery of widgets and serves it as the product serves the console: with a nonce, and refusing every
 * script and style that has none.
 */
export async function startGallery(): Promise<Gallery> {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-gallery-"));
  const vite = join(root, "node_modules/vite/bin/vite.js");
  await promisify(execFile)(
    process.execPath,
    [vite, "build", join(root, "console"), "--outDir", folder, "--logLevel", "error"],
    { env: { ...process.env, SALLYPORT_GALLERY_BUILD: "1", NODE_ENV: "production" } },
  );
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://gallery").pathname.replace(/^\/ui\//, "");
    const nonce = "gallery-nonce";
    try {
      const file = readFileSync(join(folder, path));
      const html = path.endsWith(".html");
      response.writeHead(200, {
        "Content-Type": types[extname(path)] ?? "application/octet-stream",
        "Content-Security-Policy": `default-src 'self'; img-src 'self' data: blob:; script-src 'self'; style-src 'self' 'nonce-${nonce}'; style-src-attr 'unsafe-inline'`,
      });
      response.end(html ? file.toString().replaceAll("__CSP_NONCE__", nonce) : file);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/ui/gallery.html`,
    close: () => {
      server.closeAllConnections();
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
