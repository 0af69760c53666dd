import { PlusOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useNavigate } from "react-router";
import { useSession } from "../../kit/session.ts";
import { PERMISSIONS } from "./resources.ts";
import { useGrantingTexts } from "./use-granting-texts.ts";

/** Whom a new permission is about, or what. */
export interface Grant {
  readonly asset_id?: string;
  readonly user_id?: string;
  readonly group_id?: string;
}

/** Leads to a new permission about an asset, user or group; nothing for who may not make one here. */
export function GrantButton(grant: Grant) {
  const { t } = useGrantingTexts();
  const { can, inRoot } = useSession();
  const navigate = useNavigate();
  if (inRoot || !can("perms.add_assetpermission")) return null;
  const query = new URLSearchParams({ ...grant });
  return (
    <Button
      type="primary"
      icon={<PlusOutlined aria-hidden />}
      onClick={() => void navigate(`${PERMISSIONS.routes.create ?? ""}?${query}`)}
    >
      {t("granting:holders.grant")}
    </Button>
  );
}
