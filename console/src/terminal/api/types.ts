/** A choice as the API answers it (docs/contract/metadata.md, "Type names"). */
export interface Labeled {
  value: string;
  label: string;
}

/** One way to reach a protocol (docs/contract/sessions.md). */
export interface ConnectMethod {
  value: string;
  label: string;
  type: "web" | "native" | "applet";
  component: string;
  disabled?: boolean;
}

/** Connect methods by protocol name. */
export type ConnectMethods = Readonly<Record<string, readonly ConnectMethod[]>>;

/** A protocol an asset offers. `public` false hides it from people. */
export interface AssetProtocol {
  name: string;
  port: number;
  public?: boolean;
  setting?: Record<string, unknown>;
}

/** A granted asset, as `GET /api/v1/perms/users/self/assets/?id=` answers it. */
export interface GrantedAsset {
  id: string;
  name: string;
  address: string;
  is_active: boolean;
  org_id?: string;
  comment?: string;
  category: Labeled;
  type: Labeled;
  protocols: AssetProtocol[];
}

/** An account the person may use on an asset. */
export interface GrantedAccount {
  id: string;
  /** What a connection token names the account by: its name, or `@INPUT`, `@USER`, `@ANON`. */
  alias: string;
  name: string;
  username: string;
  has_username?: boolean;
  has_secret: boolean;
  /** Whether it signs in to SSH by certificate, and has no secret for anything else. */
  certificate_only?: boolean;
  secret_type?: string;
  actions: (Labeled | string)[];
}

/** One row of a granted tree (docs/contract/permissions.md). */
export interface TreeItem {
  id: string;
  name: string;
  title?: string;
  pId: string | null;
  isParent: boolean;
  open?: boolean;
  iconSkin?: string;
  chkDisabled?: boolean;
  meta: {
    type: string;
    data: {
      name?: string;
      address?: string;
      platform_type?: string;
      org_name?: string;
      id?: string;
      key?: string;
    };
  };
}

/** Body of a connection token request; `input_secret` is already encrypted. */
export interface ConnectionTokenRequest {
  asset: string;
  account: string;
  protocol: string;
  input_username: string;
  input_secret: string;
  connect_method: string;
  connect_options: Record<string, unknown>;
  /** Why the person cannot wait for approval, in their words. */
  emergency_reason?: string;
}

/** A command somebody keeps to use again. */
export interface QuickCommand {
  id: string;
  name: string;
  module: Labeled;
  args: string;
  is_shared?: boolean;
}

/** A call that the server describes. */
export interface ApiCall {
  method: string;
  url: string;
}

/** Where a review stands and how to ask or cancel it. */
export interface TicketInfo {
  check_ticket_api?: ApiCall;
  close_ticket_api?: ApiCall;
  ticket_detail_page_url?: string;
  assignees?: string[];
}

/** A connection token as the API answers it. */
export interface ConnectionToken {
  id: string;
  asset: { id: string; name: string };
  account: string;
  protocol: string;
  /** Seconds it holds from now on. */
  expire_time?: number;
  /** What the person may do with the account beside connecting. */
  actions?: (Labeled | string)[];
  is_active?: boolean;
  is_reusable?: boolean;
  from_ticket_info?: TicketInfo;
}

/** Answer of `GET /api/v1/terminal/sessions/{id}/replay/`: a waiting note, an error, or the recording's place. */
export interface ReplayAnswer {
  status?: string;
  error?: string;
  /** Present once the recording is ready. */
  type?: "asciicast" | "mp4" | "guacamole" | "json";
  src?: string;
  user?: string;
  asset?: string;
  account?: string;
  date_start?: string;
  date_end?: string | null;
  download_url?: string;
}
