import { Button, Modal } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

/** How wide a dialog is: a few fields, a form or a list, a page within the page. On phones all take most of it. */
const WIDTHS = {
  small: "min(560px, 94vw)",
  medium: "min(720px, 94vw)",
  large: { xs: "94%", md: "80%", lg: "60%" },
  page: { xs: "94%", md: "80%" },
} as const;

/** What a dialog does when it is agreed to, beside a button that does nothing. */
export interface DialogAnswer {
  /** "Confirm" unless given. */
  readonly text?: string;
  /** Shows progress. */
  readonly busy?: boolean;
  readonly disabled?: boolean;
  readonly run: () => void;
}

/** Props of {@link Dialog}. */
export interface DialogProps {
  readonly title: ReactNode;
  /** `large` unless given. */
  readonly size?: keyof typeof WIDTHS;
  /** Adds buttons to agree and to cancel; without one the cross, Escape and a click beside the dialog close it. */
  readonly answer?: DialogAnswer;
  /** Something has been entered: a click beside the dialog does not close it. */
  readonly modal?: boolean;
  readonly className?: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog. It is drawn while it is open, and gone with what it held when it closes. */
export function Dialog({ title, size = "large", answer, modal = false, ...props }: DialogProps) {
  const { t } = useTranslation("common");
  return (
    <Modal
      open
      title={title}
      width={WIDTHS[size]}
      footer={
        answer === undefined ? null : (
          <>
            <Button onClick={props.onClose}>{t("cancel")}</Button>
            <Button
              type="primary"
              loading={answer.busy === true}
              disabled={answer.disabled === true}
              onClick={answer.run}
            >
              {answer.text ?? t("confirm")}
            </Button>
          </>
        )
      }
      mask={{ closable: !modal }}
      onCancel={props.onClose}
      {...(props.className === undefined ? {} : { className: props.className })}
    >
      {props.children}
    </Modal>
  );
}
