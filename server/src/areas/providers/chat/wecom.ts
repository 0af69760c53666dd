import type { ChatPlatform } from "./platform.ts";

const api = "https://qyapi.weixin.qq.com/cgi-bin";

/** WeCom, by an app of the corporation's own. Documented at developer.work.weixin.qq.com. */
export const wecom: ChatPlatform = {
  name: "wecom",
  label: "WeCom",
  settings: { switch: "AUTH_WECOM", id: "WECOM_CORPID", agent: "WECOM_AGENTID", secret: "WECOM_SECRET" },
  hasInAppSignIn: true,
  namesUserInCallback: true,
  authorization({ id, agent }, { redirect, state, inApp }) {
    const address = new URL(
      inApp
        ? "https://open.weixin.qq.com/connect/oauth2/authorize"
        : "https://login.work.weixin.qq.com/wwlogin/sso/login",
    );
    const query = inApp
      ? {
          appid: id,
          redirect_uri: redirect,
          response_type: "code",
          scope: "snsapi_base",
          state,
          agentid: agent,
        }
      : { login_type: "CorpApp", appid: id, agentid: agent, redirect_uri: redirect, state };
    address.search = new URLSearchParams(query).toString();
    if (inApp) address.hash = "wechat_redirect";
    return address;
  },
  codeName: "code",
  async requestToken(ask, { id, secret }) {
    const { access_token, expires_in } = await ask(`${api}/gettoken`, {
      query: { corpid: id, corpsecret: secret },
    });
    return { token: access_token, seconds: expires_in };
  },
  async identify(ask, _app, token, { code }) {
    // People outside the corporation have an `openid` instead.
    const { userid, UserId } = await ask(`${api}/auth/getuserinfo`, { query: { access_token: token, code } });
    return userid ?? UserId;
  },
  async send(ask, { agent }, token, to, { subject, text }) {
    await ask(`${api}/message/send`, {
      query: { access_token: token },
      json: { touser: to, msgtype: "text", agentid: agent, text: { content: `${subject}\n\n${text}` } },
    });
  },
  tokenGone: ["40014", "42001"],
  recipientUnknown: ["81013", "60111", "82001"],
};
