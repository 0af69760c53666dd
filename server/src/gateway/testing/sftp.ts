import { expect } from "vitest";
import type { RemoteAccount } from "../files/file-view.ts";
import { FileRecords, SessionFileLog } from "../files/records.ts";
import type { FileRights } from "../files/rights.ts";
import { PacketCursor, packetType, uint32 } from "../files/sftp/packets.ts";
import { RemoteFiles, type Reply } from "../files/sftp/remote-files.ts";
import { SftpServer } from "../files/sftp/server.ts";
import { straightView } from "../files/straight-view.ts";
import type { FileRecord } from "../ports.ts";

const everything: FileRights = { upload: true, download: true, delete: true };

/** No attributes in an open. */
export const noAttributes = uint32(0);

/** A client, our server, and behind it the files of an account; what it writes down is in `records`. */
export async function connectSftp(
  target: RemoteFiles,
  { rights = everything, home = "/", isConfined = false }: Partial<RemoteAccount> = {},
  records = new Map<string, FileRecord>(),
) {
  const extensions = await target.start();
  const log = new SessionFileLog(
    { put: (record) => records.set(record.id, record) },
    {
      sessionId: "s",
      principal: { userId: "u", remoteAddress: "10.0.0.1" } as never,
      grant: {
        asset: { id: "a", organization: { id: "o" } },
        userDisplay: "Ada(ada)",
        assetDisplay: "web",
        accountDisplay: "root",
      } as never,
    },
  );
  const account: RemoteAccount = { files: target, rights, log, copies: null, extensions, home, isConfined };
  const broken: Error[] = [];
  const idle = new FileRecords(async () => undefined);
  const server: SftpServer = new SftpServer(straightView(account), idle, {
    write: (data) => {
      client.receive(data);
    },
    hold: () => undefined,
    explain: String,
    broken: (error) => broken.push(error),
  });
  const client: RemoteFiles = new RemoteFiles(
    (data) => server.receive(data),
    (error) => broken.push(error),
  );
  const offered = await client.start();
  return { client, server, broken, offered };
}

/** The handle of what an answer has opened. */
export const opened = ({ type, body }: Reply): Buffer => {
  expect(type).toBe(packetType.handle);
  return new PacketCursor(body).string();
};
