import { DownOutlined, PlusOutlined } from "@ant-design/icons";
import { Button, Dropdown } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { FormDialog } from "../../../kit/dialog/form-dialog.tsx";
import { useList } from "../../../kit/list/list-context.ts";
import type { AssetCategory } from "../categories.ts";
import { PLATFORMS } from "../resources.ts";

const NEW_TYPE = "@new";

/** Creates a platform of one of the types of a category; of custom ones also of a type that is not there yet. */
export function CreateMenu({ category }: { readonly category: AssetCategory }) {
  const { t } = useTranslation(["assetForms", "routes"]);
  const { may } = useList();
  const navigate = useNavigate();
  const [naming, setNaming] = useState(false);
  if (!may.add) return null;
  const open = (type: string) => {
    const query = new URLSearchParams({ type, category: category.value });
    void navigate(`${PLATFORMS.routes.create ?? ""}?${query.toString()}`);
  };
  const types = category.types.map(({ value, label }) => ({ key: value, label }));
  const items = category.value === "custom" ? [...types, { key: NEW_TYPE, label: t("newType") }] : types;
  return (
    <>
      <Dropdown
        trigger={["click"]}
        menu={{
          items,
          onClick: ({ key, domEvent }) => {
            // Chosen by a key, the rest of its press would send the dialog that asks for the name.
            domEvent.preventDefault();
            if (key === NEW_TYPE) setNaming(true);
            else open(key);
          },
        }}
      >
        <Button type="primary" icon={<PlusOutlined aria-hidden />}>
          {t("routes:platformCreate")}
          <DownOutlined aria-hidden />
        </Button>
      </Dropdown>
      {naming ? (
        <FormDialog
          title={t("newType")}
          size="small"
          hint={t("newTypeHelp")}
          fields={TYPE_FIELDS}
          overrides={{ type: { label: t("type") } }}
          onConfirm={({ type }) => open(String(type).trim())}
          onClose={() => setNaming(false)}
        />
      ) : null}
    </>
  );
}

const TYPE_FIELDS = { type: { type: "slug", required: true, max_length: 32 } };
