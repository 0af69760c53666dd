import type { Page } from "playwright-core";

/** What the clock shows in every picture. */
export const pictureTime = new Date("2026-06-01T09:00:00Z");

const writtenInstant = /"(\d{4})\/(\d\d)\/(\d\d) (\d\d):(\d\d):(\d\d) ([+-])(\d\d)(\d\d)"/g;
const minute = 60_000;
/** The port of the demonstration's shell, another one each time. */
const shellPort = /"port":\d{5}\b/g;

/**
 * Makes a page show the same times whenever its picture is taken: its clock is at `pictureTime`, and all instants
 * the server reports are moved by as much as that is away from when the demonstration was made. The port of its
 * shell is always the same one.
 */
export async function stopTime(page: Page, made: Date): Promise<void> {
  await page.clock.setFixedTime(pictureTime);
  const moved = pictureTime.getTime() - made.getTime();
  await page.route(/\/api\/v1\//, async (route) => {
    const answer = await route.fetch({ url: askedThen(route.request().url(), moved) });
    if (!/json/.test(answer.headers()["content-type"] ?? "")) return route.fulfill({ response: answer });
    // Sessions are told by the second; everything else was made while the demonstration was, some seconds apart.
    const isExact = /\/sessions\//.test(route.request().url());
    const body = moveInstants(await answer.text(), moved, isExact).replace(shellPort, '"port":22022');
    await route.fulfill({ response: answer, body });
  });
}

/** The same question with its dates moved back to where the server's clock is. */
function askedThen(url: string, moved: number): string {
  const asked = new URL(url);
  for (const name of ["date_from", "date_to"]) {
    const told = Date.parse(asked.searchParams.get(name) ?? "");
    if (!Number.isNaN(told)) asked.searchParams.set(name, new Date(told - moved).toISOString());
  }
  return asked.href;
}

function moveInstants(text: string, moved: number, isExact: boolean): string {
  return text.replace(
    writtenInstant,
    (_, year, month, day, hour, minutes, second, sign, zoneHour, zoneMinute) => {
      const told = Date.parse(
        `${year}-${month}-${day}T${hour}:${minutes}:${second}${sign}${zoneHour}:${zoneMinute}`,
      );
      const instant = isExact ? told + moved : Math.round((told + moved) / minute) * minute;
      // A busy machine takes a while to make the demonstration: that is over in the pictures.
      const isJustMade = instant > pictureTime.getTime() && instant < pictureTime.getTime() + 60 * minute;
      const shown = isJustMade ? pictureTime.getTime() : instant;
      const iso = new Date(shown).toISOString();
      return `"${iso.slice(0, 10).replaceAll("-", "/")} ${iso.slice(11, 19)} +0000"`;
    },
  );
}
