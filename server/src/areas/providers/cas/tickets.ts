import { askProvider } from "../outgoing.ts";
import type { SourcePerson } from "../people/source-person.ts";
import { ProviderError } from "../provider-error.ts";
import { toSourcePerson } from "./cas-person.ts";
import type { CasSettings } from "./cas-settings.ts";
import { readPlainAnswer, readXmlAnswer } from "./read-answer.ts";

/** What tickets look like, whatever the server. */
const ticketForm = /^[\w.-]{5,256}$/;

/** Where a version of the protocol has tickets validated. */
const validation = { 1: "validate", 2: "serviceValidate", 3: "p3/serviceValidate" } as const;

/** The server's own sign-in page, which comes back to `service`. */
export const loginAddress = ({ server }: CasSettings, service: string): string =>
  `${server}login?${new URLSearchParams({ service })}`;

/** The server's sign-out, which comes back to `service`. */
export const logoutAddress = ({ server }: CasSettings, service: string): string =>
  `${server}logout?${new URLSearchParams({ service })}`;

/**
 * Has the server say whose ticket it is: good once, and only for the service it was made for.
 * @throws ProviderError when it is not good
 */
export async function validateTicket(
  settings: CasSettings,
  ticket: string,
  service: string,
): Promise<SourcePerson> {
  if (!ticketForm.test(ticket)) throw new ProviderError("untrusted", "ticket");
  const { server, version } = settings;
  const address = `${server}${validation[version]}?${new URLSearchParams({ service, ticket })}`;
  const answer = await askProvider(address, {}, true);
  if (answer.status !== 200) throw new ProviderError("unreachable", `validation: ${answer.status}`);
  const text = await answer.text();
  return toSourcePerson(settings, version === 1 ? readPlainAnswer(text) : readXmlAnswer(text));
}
