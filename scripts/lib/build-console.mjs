import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { root } from "./paths.mjs";

const COMPRESSIBLE = /\.(js|css|svg|json|wasm|ttf|txt)$/;
const SMALLEST = 1024;

/** Builds the console with Vite and puts a compressed copy beside each file worth it. */
export async function buildConsole() {
  const { build } = await import("vite");
  const folder = join(root, "console");
  await build({ root: folder, configFile: join(folder, "vite.config.ts"), logLevel: "warn" });
  compress(join(folder, "dist"));
}

/** HTML is left out: it is different for each answer (it carries a nonce). */
function compress(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !COMPRESSIBLE.test(entry.name) || statSync(path).size <= SMALLEST) continue;
    const content = readFileSync(path);
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    };
    writeFileSync(`${path}.br`, brotliCompressSync(content, { params }));
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
  }
}
