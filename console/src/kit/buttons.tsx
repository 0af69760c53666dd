import { LoadingOutlined } from "@ant-design/icons";
import type { ConfigProviderProps } from "antd";

/**
 * How buttons behave everywhere. The component library's own sign of work leaves with a motion, which never ends when
 * the work was done before it began: it would stay in the button, and in its name. This one comes and goes at once.
 */
export const BUTTONS: NonNullable<ConfigProviderProps["button"]> = {
  autoInsertSpace: false,
  loadingIcon: <LoadingOutlined aria-hidden />,
};
