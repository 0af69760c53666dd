import { lazy, Suspense } from "react";
import type { PageTab } from "../../kit/detail/tab-page.tsx";
import { permissionCode } from "../../kit/resource.ts";
import { useSession } from "../../kit/session.ts";
import { COMMAND_FILTERS, CONNECT_METHOD_ACLS, LOGIN_ACLS, LOGIN_ASSET_ACLS } from "./resources.ts";
import type { ApplyingKind } from "./rules/applying-rules.tsx";
import { useRuleTexts } from "./use-rule-texts.ts";

const ApplyingRules = lazy(() => import("./rules/applying-rules.tsx"));

interface Kind extends ApplyingKind {
  /** Whether its screens exist only with a valid license. */
  readonly license?: true;
}

const ABOUT_ASSETS: readonly Kind[] = [
  { resource: LOGIN_ASSET_ACLS, title: "loginAssetAcls", license: true },
  { resource: COMMAND_FILTERS, title: "commandAcls" },
];
const ABOUT_USERS: readonly Kind[] = [
  { resource: LOGIN_ACLS, title: "loginAcls" },
  ...ABOUT_ASSETS,
  { resource: CONNECT_METHOD_ACLS, title: "connectMethodAcls", license: true },
];

/** The tab of a user's or an asset's page with the rules that fit it, of the kinds the viewer may see; else no tab. */
export function useRulesTab(
  of: { readonly users: string } | { readonly assets: string },
): readonly PageTab[] {
  const { t } = useRuleTexts();
  const { can, licensed } = useSession();
  const kinds = ("users" in of ? ABOUT_USERS : ABOUT_ASSETS).filter(
    ({ resource, license }) => can(permissionCode(resource, "view")) && (license !== true || licensed),
  );
  if (kinds.length === 0) return [];
  return [
    {
      key: "Rules",
      label: t("acls:tab.rules"),
      content: (
        <Suspense fallback={<div className="card-loading" />}>
          <ApplyingRules kinds={kinds} query={of} />
        </Suspense>
      ),
    },
  ];
}
