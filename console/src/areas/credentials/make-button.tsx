import { PlusOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useState } from "react";
import { api } from "../../kit/api/client.ts";
import { confirmed } from "../../kit/confirm/confirmation.ts";
import { toast, toastFailure } from "../../kit/feedback.ts";
import { useList } from "../../kit/list/list-context.ts";

interface MakeButtonProps {
  readonly label: string;
  /** Said when there is one more. */
  readonly done: string;
}

/** Has the server make one more of the list around it; there is nothing to fill in. */
export function MakeButton({ label, done }: MakeButtonProps) {
  const { resource, may, reload } = useList();
  const [busy, setBusy] = useState(false);
  const make = async () => {
    setBusy(true);
    try {
      const made = await confirmed(async () => ({
        row: await api(resource.url, { method: "POST", body: {} }),
      }));
      if (made === undefined) return;
      toast("success", done);
      await reload();
    } catch (failure) {
      toastFailure(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      type="primary"
      icon={<PlusOutlined />}
      loading={busy}
      disabled={!may.add}
      onClick={() => void make()}
    >
      {label}
    </Button>
  );
}
