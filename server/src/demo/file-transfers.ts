import { createHash } from "node:crypto";
import { writeFileLogs } from "../areas/audits/index.ts";
import type { Services } from "../engine/services.ts";
import { FileCopyWriter, fileCopyContext } from "../transport/file-copies/index.ts";
import type { FileRecord } from "../transport/sessions/index.ts";
import { demoId } from "./demo-id.ts";
import type { Random } from "./random.ts";

/** What people carry around; a file without content was not kept. */
const files: readonly (readonly [operate: FileRecord["operate"], name: string, content: string | null])[] = [
  [
    "upload",
    "/srv/app/config.yaml",
    "listen: 8080\nlog_level: info\nupstream:\n  - app-prod-01\n  - app-prod-02\n",
  ],
  [
    "download",
    "/var/log/app/error.log",
    "ERROR upstream timed out\nWARN  retrying in 5 s\nINFO  upstream is back\n",
  ],
  ["upload", "/tmp/发布说明.md", "# 4.2.1\n\n- 修正时区显示\n- 报表不再超时\n"],
  ["mkdir", "/srv/app/releases/4.2.1", null],
  ["download", "/etc/nginx/nginx.conf", "worker_processes auto;\nevents { worker_connections 1024; }\n"],
  ["rename", "/srv/app/current.new=>/srv/app/current", null],
  ["delete", "/tmp/core.21877", null],
];

/** Whose session it was, as each of its records names it. */
type Names = Pick<
  FileRecord,
  "userId" | "user" | "assetId" | "asset" | "account" | "remoteAddress" | "organizationId" | "sessionId"
>;

/** Files carried in a session that began at `started`, with the copies that are kept of them. */
export async function makeTransfers(
  { config, db, secrets }: Pick<Services, "config" | "db" | "secrets">,
  names: Names,
  started: Date,
  random: Random,
): Promise<void> {
  const first = random.between(0, files.length - 1);
  const records: FileRecord[] = [];
  for (let index = 0; index < 3; index++) {
    const [operate = "upload", filename = "", content = null] = files[(first + index) % files.length] ?? [];
    const id = demoId(`${names.sessionId} file ${index}`);
    const dateStart = new Date(started.getTime() + (index + 1) * 2_000);
    const data = content === null ? null : Buffer.from(content);
    let copy: FileRecord["copy"] = null;
    if (data !== null) {
      const writer = new FileCopyWriter(config.dataFolder, id, dateStart);
      await writer.add(data);
      await writer.close();
      copy = { path: writer.path, sealedKey: secrets.seal(writer.key, fileCopyContext(id)) };
    }
    records.push({
      ...names,
      id,
      operate,
      filename,
      dateStart,
      dateEnd: new Date(dateStart.getTime() + random.between(60, 900)),
      state: "complete",
      reason: "",
      size: data?.length ?? null,
      sha256: data === null ? null : createHash("sha256").update(data).digest("hex"),
      copy,
    });
  }
  await writeFileLogs(db, records);
}
