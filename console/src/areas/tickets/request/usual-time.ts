const HOUR = 3_600_000;

/** How long access is asked for unless the person says otherwise, in milliseconds. */
export function usualTime(settings: Readonly<Record<string, unknown>>): number {
  const amount = Number(settings.TICKET_AUTHORIZE_DEFAULT_TIME);
  const unit = settings.TICKET_AUTHORIZE_DEFAULT_TIME_UNIT === "hour" ? HOUR : 24 * HOUR;
  return (Number.isFinite(amount) && amount > 0 ? amount : 7) * unit;
}
