import "./logo.css";
import type { InterfaceSettings } from "./session.ts";

/** Logos that come with the server; our own drawing is sharper and follows the theme. */
const BUILT_IN = "/static/img/";

/** The installation's logo, or ours: an arch with an open gate. */
export function Logo({
  look,
  product,
}: {
  readonly look: InterfaceSettings | undefined;
  readonly product: string;
}) {
  const url = look?.logo_index;
  if (url !== undefined && /^(\/(?!\/)|https?:\/\/)/.test(url) && !url.startsWith(BUILT_IN)) {
    return <img className="brand-image" src={url} alt={product} />;
  }
  return (
    <>
      <svg className="brand-mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <path d="M3 21V10a9 9 0 0 1 18 0v11h-5V10.5a4 4 0 0 0-8 0V21z" fill="currentColor" />
        <path d="M10.4 21v-7.2l3.2-2V21z" fill="currentColor" opacity="0.55" />
      </svg>
      <span className="brand-name">{product}</span>
    </>
  );
}
