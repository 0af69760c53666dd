import { findUsableAssets, type UsableAsset, usableNodes } from "./areas/permissions/index.ts";
import { type AccessDecision, signInByConnectionToken, sshServerKeys } from "./areas/sessions/index.ts";
import { readAppearance } from "./areas/settings/index.ts";
import { isStoredKey, signInAtTerminal, type TerminalSignIn } from "./areas/sign-in/index.ts";
import { findCertificate, openBrowserSignIn } from "./areas/user-certificates/index.ts";
import { findUserLanguage, setUserLanguage } from "./areas/users/index.ts";
import { readAccessVersion } from "./engine/http/identify.ts";
import type { Services } from "./engine/services.ts";
import type { SignInState, SshServerPorts } from "./gateway/clients/ssh-server/ports.ts";
import type { AssetChoice, Decision } from "./gateway/ports.ts";
import type { PendingReview } from "./transport/connections/index.ts";

/** The areas as the SSH server asks for them. */
export function sshServerPorts(services: Services): SshServerPorts {
  const { db, settings } = services;
  return {
    async settings() {
      // A change is looked for with each connection: it counts at once on every node.
      await settings.catchUp(await readAccessVersion(services));
      return {
        enabled: await settings.get<boolean>("TERMINAL_KOKO_SSH_ENABLED"),
        passwordAuthentication: await settings.get<boolean>("TERMINAL_PASSWORD_AUTH"),
        publicKeyAuthentication: await settings.get<boolean>("TERMINAL_PUBLIC_KEY_AUTH"),
        browserAuthentication: await settings.get<boolean>("TERMINAL_BROWSER_AUTH"),
        title: (await readAppearance(settings)).login_title,
        sortBy: (await settings.get<string>("TERMINAL_ASSET_LIST_SORT_BY")) === "ip" ? "address" : "name",
        pageSize: pageSizeOf(await settings.get<string>("TERMINAL_ASSET_LIST_PAGE_SIZE")),
        idleMinutes: await settings.get<number>("SECURITY_MAX_IDLE_TIME"),
      };
    },
    hostKeys: () => sshServerKeys(services),
    knowsKey: async ({ username, key, remoteAddress }) =>
      (await isStoredKey(services, username, key)) ||
      (await findCertificate(services, key, { username, remoteAddress })) !== null,
    signIn: async (attempt) => stateOf(attempt.remoteAddress, await signInAtTerminal(services, attempt)),
    async askInBrowser(request) {
      const opened = await openBrowserSignIn(services, request);
      return opened && stateOf(request.remoteAddress, opened);
    },
    async signInByToken(tokenId, value, remoteAddress, client) {
      const taken = await signInByConnectionToken(services, { tokenId, value, remoteAddress, client });
      if (taken === null) return null;
      const { id: userId, name, username } = taken.owner;
      const language = (await findUserLanguage(db, userId)) ?? "en";
      return {
        principal: { userId, name, username, language, signInId: null, remoteAddress },
        decide: async (way) => decisionOf(services, await taken.decide(way)),
      };
    },
    async findAssets({ userId }, search) {
      const { total, rows } = await findUsableAssets(db, userId, search);
      return { total, rows: await assetChoices(services, rows) };
    },
    nodes: async ({ userId }) =>
      (await usableNodes(services, userId)).map(({ id, key, value, amount }) => ({
        id,
        key,
        name: value,
        assets: amount,
      })),
    rememberLanguage: ({ userId }, language) => setUserLanguage(db, userId, language),
  };
}

/** What assets are offered with: the names of their organizations. */
type ChoiceServices = Pick<Services, "db" | "organizations">;

/** A decision as the gateway is told it. */
export async function decisionOf(services: ChoiceServices, decision: AccessDecision): Promise<Decision> {
  if (decision.outcome === "review") {
    const { emergency } = decision;
    return {
      ...decision,
      open: () => openReview(services, decision),
      emergency: emergency && (async (reason) => decisionOf(services, await emergency(reason))),
    };
  }
  if (decision.outcome !== "choose-asset") return decision;
  return { ...decision, choices: await assetChoices(services, decision.choices) };
}

async function openReview(
  services: ChoiceServices,
  decision: Extract<AccessDecision, { outcome: "review" }>,
): Promise<PendingReview<AssetChoice>> {
  const review = await decision.open();
  return {
    ...review,
    wait: async (signal) => {
      const decided = await review.wait(signal);
      return decided && decisionOf(services, decided);
    },
  };
}

async function assetChoices(
  services: ChoiceServices,
  assets: readonly UsableAsset[],
): Promise<AssetChoice[]> {
  const version = await readAccessVersion(services);
  return Promise.all(
    assets.map(async ({ organizationId, category: _category, ...asset }) => ({
      ...asset,
      organization: await services.organizations.name(organizationId, version),
    })),
  );
}

/** A sign-in as the gateway continues with it. */
function stateOf(remoteAddress: string, signIn: TerminalSignIn): SignInState {
  switch (signIn.state) {
    case "in":
      return { state: "in", person: { ...signIn.person, signInId: null, remoteAddress } };
    case "factor":
      return {
        ...signIn,
        prove: async (factor, code) => stateOf(remoteAddress, await signIn.prove(factor, code)),
      };
    case "browser":
    case "consent":
      return { ...signIn, look: async () => stateOf(remoteAddress, await signIn.look()) };
    default:
      return signIn;
  }
}

function pageSizeOf(value: string): number | "auto" | "all" {
  if (value === "all" || value === "auto") return value;
  const rows = Number(value);
  return Number.isInteger(rows) && rows > 0 ? rows : "auto";
}
