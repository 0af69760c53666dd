import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const program = ["/usr/bin/soffice", "/usr/bin/libreoffice", "/usr/local/bin/soffice"].find(existsSync);

/** Why files cannot be opened with an office program here; null when they can. */
export function officeMissing(): string | null {
  return program === undefined ? "LibreOffice Calc is not installed (package libreoffice-calc)" : null;
}

/** UTF-8, commas, every text in quotation marks, and values as they are and not as they are shown. */
const csvFilter = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,false";

/** An office program with a profile of its own. */
export interface Office {
  /** Opens a file, and saves it in a format. */
  convert(bytes: Buffer, from: "csv" | "xlsx", to: "csv" | "xlsx"): Promise<Buffer>;
  close(): Promise<void>;
}

/** Prepares LibreOffice to run without a window. */
export async function openOffice(): Promise<Office> {
  const folder = await mkdtemp(join(tmpdir(), "sallyport-office-"));
  let files = 0;
  return {
    convert: async (bytes, from, to) => {
      files += 1;
      const opened = join(folder, `${files}.${from}`);
      const saved = join(folder, `saved-${files}`);
      await writeFile(opened, bytes);
      await promisify(execFile)(
        program ?? "soffice",
        [
          `-env:UserInstallation=file://${folder}/profile`,
          "--headless",
          // Numbers, dates and truth values of a CSV are taken for such, as a person sees them.
          ...(from === "csv" ? ["--infilter=CSV:44,34,76,1,,0,false,true"] : []),
          "--convert-to",
          to === "csv" ? csvFilter : to,
          "--outdir",
          saved,
          opened,
        ],
        { timeout: 120_000, env: { ...process.env, HOME: folder } },
      );
      return readFile(join(saved, `${files}.${to}`));
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
