import { useState } from "react";
import { DetailCard, type DetailItem } from "../../detail/detail-card.tsx";
import { Dialog } from "../../dialog/dialog.tsx";
import "./formatters.css";

interface DialogDetailProps {
  /** What is in the cell. */
  readonly text: string;
  readonly title: string;
  readonly items: readonly DetailItem[];
}

/** A text that opens a card of what belongs to it. */
export function DialogDetail({ text, title, items }: DialogDetailProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="value-link" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {text}
      </button>
      {open ? (
        <Dialog title={title} onClose={() => setOpen(false)}>
          <DetailCard items={items} />
        </Dialog>
      ) : null}
    </>
  );
}
