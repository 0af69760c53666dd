import type { MenuProps } from "antd";
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from "react";
import type { MenuArea, MenuPlacement, MenuPopup } from "./menu-popup.tsx";

/** What draws menus, once it is there. */
const popup: { Component?: typeof MenuPopup; fetching?: Promise<void> | undefined } = {};

/** Fetches what draws menus. Failed, it is tried again with the next call; the lost connection has its own bar. */
export function prepareMenus(): Promise<void> {
  popup.fetching ??= import("./menu-popup.tsx").then(
    (module) => {
      popup.Component = module.MenuPopup;
    },
    () => {
      popup.fetching = undefined;
    },
  );
  return popup.fetching;
}

interface OpenMenu {
  readonly areaOf: () => MenuArea;
  readonly area: MenuArea;
  readonly byKey: boolean;
}

/** A menu that stands somewhere, and what opens and closes it. */
export interface MenuControl {
  readonly isOpen: boolean;
  /**
   * @param areaOf where it opens; asked again when the window changes its size
   * @param byKey whether it was asked for with a key
   */
  open(areaOf: () => MenuArea, byKey: boolean): void;
  close(): void;
  /** The menu, to be drawn once. */
  readonly element: ReactNode;
}

/**
 * A menu whose code is fetched when it is wanted, so that no page starts with it.
 *
 * @param menu its entries, and what they do
 * @param onClosed told when it has been closed
 */
export function useMenu(
  menu: MenuProps,
  placement: MenuPlacement = "bottomLeft",
  onClosed?: () => void,
): MenuControl {
  const [shown, setShown] = useState<OpenMenu>();
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const areaOf = shown?.areaOf;
  useEffect(() => {
    if (areaOf === undefined) return;
    const follow = () => setShown((now) => (now === undefined ? now : { ...now, area: areaOf() }));
    addEventListener("resize", follow);
    return () => removeEventListener("resize", follow);
  }, [areaOf]);
  const close = () => {
    setShown(undefined);
    onClosed?.();
  };
  const Popup = popup.Component;
  const props: ComponentProps<typeof MenuPopup> | undefined =
    shown === undefined
      ? undefined
      : {
          area: shown.area,
          placement,
          autoFocus: shown.byKey,
          onClose: close,
          menu: {
            ...menu,
            onClick: (event) => {
              // Chosen by a key, the rest of its press would answer the question that the entry may ask.
              if (event.domEvent.type === "keydown") event.domEvent.preventDefault();
              close();
              menu.onClick?.(event);
            },
          },
        };
  return {
    isOpen: shown !== undefined,
    open(areaOf, byKey) {
      const show = () => setShown({ areaOf, area: areaOf(), byKey });
      if (popup.Component !== undefined) return show();
      void prepareMenus().then(() => {
        if (isMounted.current && popup.Component !== undefined) show();
      });
    },
    close,
    element: props === undefined || Popup === undefined ? null : <Popup {...props} />,
  };
}
