import { translate } from "../../engine/i18n/index.ts";
import type { NodeChoice, SshServerPorts } from "../clients/ssh-server/ports.ts";
import type { AssetChoice, ConnectionGrant, Decision, GatewayPrincipal } from "../ports.ts";
import type { AccountFiles } from "./account-files.ts";
import { anyRight, fileRights } from "./rights.ts";
import { fileText } from "./texts.ts";
import { empty, namedEntries, type TreeAccount, type TreeEntry, type TreeFolder } from "./tree-view.ts";

/** How the tree gets at accounts. */
export interface AccountOpener {
  decide(asset: string, account: string | null): Promise<Decision>;
  /** @param ended called when the session of the account is over */
  open(grant: ConnectionGrant, ended: () => void): Promise<AccountFiles>;
}

/** How long what was looked up is used again, in milliseconds. */
const freshness = 10_000;

/** Most assets of one folder. */
const mostAssets = 2000;

/**
 * The assets somebody may use whose files can be reached, in the folders of their nodes. An asset with one account is the
 * folder of that account; one with several has a folder for each.
 */
export function assetTree(
  ports: Pick<SshServerPorts, "findAssets" | "nodes">,
  principal: GatewayPrincipal,
  opener: AccountOpener,
): TreeFolder {
  const nodes = remembered(() => ports.nodes(principal));
  const accounts = new Map<string, TreeAccount>();
  const folders = new Map<string, TreeFolder>();

  const accountEntry = (asset: string, account: string | null, grant: ConnectionGrant): TreeAccount => {
    const key = `${asset} ${grant.account.id}`;
    const entry = accounts.get(key) ?? openOnce(() => opener.decide(asset, account), opener);
    accounts.set(key, entry);
    return entry;
  };
  const assetEntry = async (asset: AssetChoice): Promise<TreeFolder | TreeAccount | null> => {
    const decision = await opener.decide(asset.id, null);
    if (decision.outcome === "granted") {
      const { actions } = decision.grant;
      return anyRight(fileRights(actions)) ? accountEntry(asset.id, null, decision.grant) : null;
    }
    if (decision.outcome === "review") return needsApproval(`asset ${asset.id}`);
    if (decision.outcome !== "choose-account") return null;
    return folderOf(`asset ${asset.id}`, async () => {
      const found = await Promise.all(
        decision.choices.map(async ({ alias, name }): Promise<readonly [string, TreeEntry] | null> => {
          const chosen = await opener.decide(asset.id, alias);
          if (chosen.outcome === "review") {
            return [name, needsApproval(`account ${asset.id} ${alias}`)];
          }
          const isUsable = chosen.outcome === "granted" && anyRight(fileRights(chosen.grant.actions));
          return isUsable ? [name, accountEntry(asset.id, alias, chosen.grant)] : null;
        }),
      );
      return namedEntries(found.filter((entry) => entry !== null));
    });
  };
  // Most clients show no reason why a folder cannot be opened, but all show what is in it.
  const needsApproval = (key: string): TreeFolder =>
    folderOf(`${key} awaits`, async () =>
      namedEntries([[translate(fileText.approvalNeeded, principal.language), empty]]),
    );
  const folderOf = (key: string, look: () => Promise<ReadonlyMap<string, TreeEntry>>): TreeFolder => {
    const folder = folders.get(key) ?? { kind: "folder", children: remembered(look) };
    folders.set(key, folder);
    return folder;
  };
  const assetsOf = async (nodeId: string | null): Promise<(readonly [string, TreeEntry])[]> => {
    const { rows } = await ports.findAssets(principal, {
      terms: [],
      protocols: ["sftp"],
      ...(nodeId === null ? {} : { nodeId, directly: true }),
      sortBy: "name",
      limit: mostAssets,
      offset: 0,
    });
    // An asset is asked about only when somebody looks into it: a folder may have thousands.
    return rows.map(
      (asset) => [asset.name, { kind: "question", ask: remembered(() => assetEntry(asset)) }] as const,
    );
  };
  const nodeFolder = (node: NodeChoice | null): TreeFolder =>
    folderOf(`node ${node?.key ?? ""}`, async () => {
      const all = await nodes();
      const depth = node === null ? 1 : node.key.split(":").length + 1;
      const below = all.filter(
        ({ key }) => key.split(":").length === depth && (node === null || key.startsWith(`${node.key}:`)),
      );
      const assets = node === null && all.length > 0 ? [] : await assetsOf(isReal(node) ? node.id : null);
      return namedEntries([...below.map((each) => [each.name, nodeFolder(each)] as const), ...assets]);
    });
  return nodeFolder(null);
}

/** A node of the tree of assets, as opposed to a folder for those that are in none. */
const isReal = (node: NodeChoice | null): node is NodeChoice =>
  node !== null && /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(node.id);

/** Opens an account when its files are first asked for, and again after its session ended. */
function openOnce(decide: () => Promise<Decision>, opener: AccountOpener): TreeAccount {
  let opening: Promise<AccountFiles> | null = null;
  const forget = (): void => {
    opening = null;
  };
  const open = async (): Promise<AccountFiles> => {
    const decision = await decide();
    if (decision.outcome !== "granted") throw new Error("no longer granted");
    return opener.open(decision.grant, forget);
  };
  return {
    kind: "account",
    async open() {
      opening ??= open();
      try {
        return (await opening).account;
      } catch (error) {
        forget();
        throw error;
      }
    },
  };
}

/** Asks again only after a while; those who ask meanwhile share one answer. */
function remembered<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | null = null;
  let asked = 0;
  return () => {
    if (answer === null || Date.now() - asked > freshness) {
      asked = Date.now();
      answer = ask();
      answer.catch(() => {
        answer = null;
      });
    }
    return answer;
  };
}
