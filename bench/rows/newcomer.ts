import { openBrowser } from "../../e2e/support/browser.ts";
import { withDatabase } from "../../e2e/support/database.ts";
import { mouseHands } from "../../e2e/support/hands.ts";
import { goNewcomersWay } from "../../e2e/support/newcomer.ts";
import { startPrepared } from "../../e2e/support/prepared.ts";
import { adminPassword } from "../../e2e/support/product.ts";
import { opensshMissing, startOpenSsh } from "../../server/src/engine/testing/openssh.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import { judged, type Row, unmeasured } from "../table.ts";

const name = "newcomer: from the first sign-in to a watched recording";
const target = "<= 20 clicks and entries, < 180 s";

/** What somebody who has seen nothing of the product needs to record a first session, on an empty installation. */
export async function measureNewcomer({ browserMissing }: Fixtures): Promise<Row[]> {
  const missing = browserMissing ?? opensshMissing();
  if (missing !== null) return [unmeasured(name, missing, target)];
  const product = await startPrepared();
  const sshd = await startOpenSsh();
  const browser = await openBrowser();
  try {
    await withDatabase(product, (client) =>
      client.query("update users set need_update_password = true where username = 'admin'"),
    );
    const { acts, seconds, pages } = await goNewcomersWay(
      {
        page: await browser.context.newPage(),
        url: product.url,
        language: "en",
        hands: mouseHands,
        sshd,
        username: "admin",
        given: adminPassword,
        chosen: "Quiet-Meadow-77",
      },
      () => mouseHands,
    );
    const measured = `${acts} clicks and entries, ${seconds.toFixed(0)} s, ${pages} pages`;
    return [judged(name, measured, target, acts <= 20 && seconds < 180)];
  } finally {
    await browser.close();
    await sshd.stop();
    await product.dispose();
  }
}
