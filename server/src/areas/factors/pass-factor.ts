import type { RequestContext } from "../../engine/access/index.ts";
import type { Session } from "../../engine/http/index.ts";
import { isObject } from "../../engine/json.ts";

/** Remembers, for the guard, which factor whoever is signing in has proven. */
export async function passFactor(
  { services }: Pick<RequestContext, "services">,
  session: Session,
  factor: string,
): Promise<void> {
  const step = isObject(session.data.sign_in) ? session.data.sign_in : {};
  await services.sessions.save(session, { ...session.data, sign_in: { ...step, mfa: factor } });
}
