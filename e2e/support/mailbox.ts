import type { TestMailServer } from "../../server/src/testing/mail-server.ts";
import { until } from "./world.ts";

/** Waits for a mail to an address whose text has this in it, and answers the first group of the newest one. */
export async function mailWith(server: TestMailServer, address: string, pattern: RegExp): Promise<string> {
  const found = () =>
    server.mails
      .filter(({ envelope }) => envelope.to.includes(address))
      .flatMap(({ text }) => pattern.exec(text ?? "")?.[1] ?? []);
  await until(`a mail to ${address} with ${pattern}`, found, (matches) => matches.length > 0);
  return found().at(-1) ?? "";
}
