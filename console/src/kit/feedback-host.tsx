import { Modal, message as messages } from "antd";
import i18next from "i18next";
import { type ReactNode, useEffect } from "react";
import { AnswerGate } from "./dialog/answer-waits.tsx";
import { rememberFocus } from "./dialog/focus-return.ts";
import type { ConfirmRequest } from "./dialogs.tsx";
import { type Toaster, type ToastLink, toastFailure } from "./feedback.ts";

/** Seconds a short message stays; failures and those with a way on need longer to be read. */
const SHORT = 2.5;
const LONG = 5;

/** What can be told and asked once the components for it are there. */
export interface Feedback {
  readonly toaster: Toaster;
  readonly ask: (request: ConfirmRequest) => void;
}

/** A message with a way on. Outside the router, so the link is an ordinary one that is followed within the page. */
function LinkedMessage({ text, link }: { readonly text: string; readonly link: ToastLink }) {
  return (
    <>
      {text}{" "}
      <a
        href={link.href}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          link.follow();
        }}
      >
        {link.text}
      </a>
    </>
  );
}

/** What a question says. */
function QuestionContent({
  children,
  onShown,
  onWaiting,
}: {
  readonly children: ReactNode;
  readonly onShown: () => void;
  readonly onWaiting: (isWaiting: boolean) => void;
}) {
  useEffect(onShown, [onShown]);
  return <AnswerGate value={onWaiting}>{children}</AnswerGate>;
}

/** Draws short messages and questions with the component library. */
export function FeedbackHost({ onReady }: { readonly onReady: (feedback: Feedback) => void }) {
  const [message, messagePlace] = messages.useMessage();
  const [modal, modalPlace] = Modal.useModal();
  useEffect(() => {
    onReady({
      toaster: {
        show: (kind, text, link) => {
          message.destroy();
          const content = link === undefined ? text : <LinkedMessage text={text} link={link} />;
          const duration = kind === "error" || link !== undefined ? LONG : SHORT;
          void message.open({ type: kind, content, duration });
        },
      },
      ask: (request) => {
        let giveFocusBack = () => {};
        // Not before it is shown: a menu it was asked from has given the focus to its button by then.
        const onShown = () => {
          giveFocusBack = rememberFocus(".ant-modal-confirm");
        };
        const { kind = "question", danger = false } = request;
        const onWaiting = (loading: boolean) => {
          // Not the attribute `disabled`: the button has the focus already.
          answered.update({ okButtonProps: { danger, loading, "aria-disabled": loading } });
        };
        const answered = modal[kind === "question" ? "confirm" : kind]({
          title: request.title,
          content: (
            <QuestionContent onShown={onShown} onWaiting={onWaiting}>
              {request.content}
            </QuestionContent>
          ),
          okText: request.confirmText,
          cancelText: i18next.t("common:cancel"),
          okButtonProps: { danger },
          // The component library would take the focus back from wherever the person is by then.
          focusable: {
            autoFocusButton: danger ? "cancel" : "ok",
            focusTriggerAfterClose: false,
          },
          afterClose: () => giveFocusBack(),
          onOk: async () => {
            try {
              await request.onConfirm();
            } catch (error) {
              toastFailure(error);
              throw error;
            }
          },
          ...(request.onCancel === undefined ? {} : { onCancel: request.onCancel }),
        });
        // A question that is waited for keeps a failed answer to itself; it is reported already.
        answered.then(
          () => {},
          () => {},
        );
      },
    });
  }, [message, modal, onReady]);
  return (
    <>
      {messagePlace}
      {modalPlace}
    </>
  );
}
