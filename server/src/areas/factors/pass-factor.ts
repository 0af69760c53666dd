import type { Session } from "../../engine/http/index.ts";
import { isObject } from "../../engine/json.ts";
import type { Services } from "../../engine/services.ts";

/** Remembers, for the guard, which factor whoever is signing in has proven. */
export async function passFactor(
  { services }: { readonly services: Pick<Services, "sessions"> },
  session: Session,
  factor: string,
): Promise<void> {
  const step = isObject(session.data.sign_in) ? session.data.sign_in : {};
  await services.sessions.save(session, { ...session.data, sign_in: { ...step, mfa: factor } });
}
