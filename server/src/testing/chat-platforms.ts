import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** What the apps of tests are registered with. */
export const chatApps = {
  wecom: { WECOM_CORPID: "ww-corp", WECOM_AGENTID: "1000002", WECOM_SECRET: "wecom-secret-1" },
  dingtalk: { DINGTALK_AGENTID: "77", DINGTALK_APPKEY: "ding-key", DINGTALK_APPSECRET: "ding-secret-1" },
  feishu: { FEISHU_APP_ID: "cli_1", FEISHU_APP_SECRET: "feishu-secret-1" },
} as const;

type Platform = keyof typeof chatApps;

/** A message that somebody got. */
export interface ChatDelivery {
  readonly platform: Platform;
  readonly to: string;
  readonly text: string;
}

/** Servers of WeCom, DingTalk and FeiShu by their published protocols, at one address of this machine. */
export interface ChatPlatformsPeer {
  /** For `SALLYPORT_CHAT_PLATFORM_URL`. */
  readonly url: string;
  readonly delivered: ChatDelivery[];
  /** Paths that were asked for, without their queries. */
  readonly asked: string[];
  /** Who approves in a browser that comes by itself; empty: nobody is there. */
  approver: string;
  /** Signs somebody in at an address people were sent to: the address they come back to. */
  approve(address: string, account: string): string;
  /** Forgets all access tokens, as platforms may at any time. */
  forgetTokens(): void;
  /** Answers so instead of working. */
  outage: { readonly status: number; readonly body: string } | null;
  close(): Promise<void>;
}

/** What requests send, as far as it is looked into. */
interface Sent {
  readonly [name: string]: unknown;
  readonly text?: { readonly content?: unknown };
  readonly msg?: { readonly text?: { readonly content?: unknown } };
  readonly content?: string;
}

const random = (): string => randomBytes(12).toString("hex");
const platformOf = (host: string): Platform =>
  host.includes("dingtalk") ? "dingtalk" : host.includes("weixin") ? "wecom" : "feishu";

async function readJson(request: IncomingMessage): Promise<Sent> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const text = Buffer.concat(pieces).toString();
  return text === "" ? {} : JSON.parse(text);
}

/** Starts the servers. Codes count once, for the platform and the app they were given to. */
export async function startChatPlatforms(): Promise<ChatPlatformsPeer> {
  const tokens = new Map<string, Platform>();
  const codes = new Map<string, { readonly platform: Platform; readonly account: string }>();
  const users = new Map<string, string>();
  const issue = (platform: Platform): string => {
    const token = random();
    tokens.set(token, platform);
    return token;
  };
  const redeem = (platform: Platform, code: unknown): string | null => {
    const found = codes.get(String(code));
    codes.delete(String(code));
    return found?.platform === platform ? found.account : null;
  };
  const deliver = (platform: Platform, to: unknown, text: unknown): boolean => {
    if (typeof to !== "string" || !to.startsWith("u-")) return false;
    peer.delivered.push({ platform, to, text: String(text) });
    return true;
  };

  function answer(host: string, url: URL, body: Sent, header: IncomingMessage["headers"]): unknown {
    const { searchParams: query } = url;
    const platform = platformOf(host);
    const bearer = String(header.authorization ?? "").replace("Bearer ", "");
    const isKnown = (token: string | null): boolean => tokens.get(token ?? "") === platform;
    const gone = { errcode: 40014, errmsg: "invalid access_token" };
    switch (`${host}${url.pathname}`) {
      case "qyapi.weixin.qq.com/cgi-bin/gettoken":
        if (query.get("corpid") !== "ww-corp") return { errcode: 40013, errmsg: "invalid corpid" };
        if (query.get("corpsecret") !== "wecom-secret-1") {
          return { errcode: 40001, errmsg: `invalid credential ${query.get("corpsecret")}` };
        }
        return { errcode: 0, errmsg: "ok", access_token: issue(platform), expires_in: 7200 };
      case "qyapi.weixin.qq.com/cgi-bin/auth/getuserinfo": {
        if (!isKnown(query.get("access_token"))) return { ...gone, errcode: 42001 };
        const account = redeem(platform, query.get("code"));
        if (account === null) return { errcode: 40029, errmsg: "invalid code" };
        return account.startsWith("outside")
          ? { errcode: 0, openid: account }
          : { errcode: 0, userid: account };
      }
      case "qyapi.weixin.qq.com/cgi-bin/message/send":
        if (!isKnown(query.get("access_token"))) return gone;
        return deliver(platform, body.touser, body.text?.content)
          ? { errcode: 0, errmsg: "ok" }
          : { errcode: 81013, errmsg: "user & party & tag all invalid" };
      case "oapi.dingtalk.com/gettoken":
        return query.get("appkey") === "ding-key" && query.get("appsecret") === "ding-secret-1"
          ? { errcode: 0, access_token: issue(platform), expires_in: 7200 }
          : { errcode: 40089, errmsg: "invalid appkey or appsecret" };
      case "api.dingtalk.com/v1.0/oauth2/userAccessToken": {
        const account =
          body.clientSecret === "ding-secret-1" && body.grantType === "authorization_code"
            ? redeem(platform, body.code)
            : null;
        if (account === null) return { code: "invalidParameter.authCode.notFound", message: "no such code" };
        const accessToken = random();
        users.set(accessToken, account);
        return { accessToken, expireIn: 7200 };
      }
      case "api.dingtalk.com/v1.0/contact/users/me": {
        const account = users.get(String(header["x-acs-dingtalk-access-token"]));
        return account === undefined ? { code: "InvalidAuthentication" } : { unionId: `union ${account}` };
      }
      case "oapi.dingtalk.com/topapi/user/getbyunionid": {
        if (!isKnown(query.get("access_token"))) return gone;
        const userid = String(body.unionid).replace("union ", "");
        return { errcode: 0, result: { contact_type: userid.startsWith("outside") ? 1 : 0, userid } };
      }
      case "oapi.dingtalk.com/topapi/message/corpconversation/asyncsend_v2":
        if (!isKnown(query.get("access_token"))) return gone;
        return deliver(platform, body.userid_list, body.msg?.text?.content)
          ? { errcode: 0, task_id: 1 }
          : { errcode: 33012, errmsg: "invalid USERID" };
      case "open.feishu.cn/open-apis/auth/v3/tenant_access_token/internal":
        return body.app_id === "cli_1" && body.app_secret === "feishu-secret-1"
          ? { code: 0, msg: "ok", tenant_access_token: issue(platform), expire: 7200 }
          : { code: 10014, msg: "app secret invalid" };
      case "open.feishu.cn/open-apis/authen/v2/oauth/token": {
        const account =
          body.client_id === "cli_1" && body.client_secret === "feishu-secret-1"
            ? redeem(platform, body.code)
            : null;
        if (account === null)
          return { code: 20003, error: "invalid_grant", error_description: "no such code" };
        const access_token = random();
        users.set(access_token, account);
        return { code: 0, access_token, token_type: "Bearer", expires_in: 7200 };
      }
      case "open.feishu.cn/open-apis/authen/v1/user_info": {
        const account = users.get(bearer);
        return account === undefined ? { code: 20005 } : { code: 0, data: { open_id: account, name: "Ada" } };
      }
      case "open.feishu.cn/open-apis/im/v1/messages":
        if (!isKnown(bearer)) return { code: 99991663, msg: "invalid tenant_access_token" };
        return deliver(platform, body.receive_id, JSON.parse(body.content ?? "{}").text)
          ? { code: 0, data: {} }
          : { code: 230001, msg: "invalid receive_id" };
      default:
        return null;
    }
  }

  const server = createServer(async (request, response) => {
    const whole = new URL(request.url ?? "", "http://peer.invalid");
    const [, host = "", ...rest] = whole.pathname.split("/");
    const url = new URL(`/${rest.join("/")}${whole.search}`, "http://peer.invalid");
    peer.asked.push(`${host}${url.pathname}`);
    const body = await readJson(request);
    if (peer.outage !== null) {
      response.writeHead(peer.outage.status).end(peer.outage.body);
      return;
    }
    const said = answer(host, url, body, request.headers);
    if (said === null && url.searchParams.has("redirect_uri") && peer.approver !== "") {
      response.writeHead(302, { location: peer.approve(`${peer.url}${request.url}`, peer.approver) }).end();
      return;
    }
    // Refusals come with 200, as the platforms send them.
    response.writeHead(said === null ? 404 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(said ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const peer: ChatPlatformsPeer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    delivered: [],
    asked: [],
    approver: "",
    outage: null,
    approve(address, account) {
      const url = new URL(address);
      const platform = platformOf(url.pathname);
      const back = new URL(url.searchParams.get("redirect_uri") ?? "");
      const code = random();
      codes.set(code, { platform, account });
      back.searchParams.set(platform === "dingtalk" ? "authCode" : "code", code);
      back.searchParams.set("state", url.searchParams.get("state") ?? "");
      return back.href;
    },
    forgetTokens: () => tokens.clear(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return peer;
}
