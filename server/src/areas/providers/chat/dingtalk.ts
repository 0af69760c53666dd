import { isObject } from "../../../engine/json.ts";
import { headerToken } from "./ask-platform.ts";
import type { ChatPlatform } from "./platform.ts";

const old = "https://oapi.dingtalk.com";
const current = "https://api.dingtalk.com/v1.0";

/** DingTalk, by an app of the organization's own. Documented at open.dingtalk.com. */
export const dingtalk: ChatPlatform = {
  name: "dingtalk",
  label: "DingTalk",
  settings: {
    switch: "AUTH_DINGTALK",
    id: "DINGTALK_APPKEY",
    agent: "DINGTALK_AGENTID",
    secret: "DINGTALK_APPSECRET",
  },
  hasInAppSignIn: true,
  namesUserInCallback: true,
  authorization({ id }, { redirect, state }) {
    const address = new URL("https://login.dingtalk.com/oauth2/auth");
    address.search = new URLSearchParams({
      redirect_uri: redirect,
      response_type: "code",
      client_id: id,
      scope: "openid",
      state,
      prompt: "consent",
    }).toString();
    return address;
  },
  codeName: "authCode",
  async requestToken(ask, { id, secret }) {
    const { access_token, expires_in } = await ask(`${old}/gettoken`, {
      query: { appkey: id, appsecret: secret },
    });
    return { token: access_token, seconds: expires_in };
  },
  async identify(ask, { id, secret }, token, { code }) {
    const { accessToken } = await ask(`${current}/oauth2/userAccessToken`, {
      json: { clientId: id, clientSecret: secret, code, grantType: "authorization_code" },
    });
    const { unionId } = await ask(`${current}/contact/users/me`, {
      headers: { "x-acs-dingtalk-access-token": headerToken(accessToken) },
    });
    const { result } = await ask(`${old}/topapi/user/getbyunionid`, {
      query: { access_token: token },
      json: { unionid: unionId },
    });
    // 0 is somebody of the organization; others are contacts from outside.
    return isObject(result) && Number(result.contact_type) === 0 ? result.userid : undefined;
  },
  async send(ask, { agent }, token, to, { subject, text }) {
    // The same text twice in a day is not delivered.
    const content = `${subject}\n\n${text}\n${new Date().toISOString()}`;
    await ask(`${old}/topapi/message/corpconversation/asyncsend_v2`, {
      query: { access_token: token },
      json: { agent_id: agent, userid_list: to, msg: { msgtype: "text", text: { content } } },
    });
  },
  tokenGone: ["40014", "42001", "40001"],
  recipientUnknown: ["33012", "60121"],
};
