import { isObject } from "../../../engine/json.ts";
import { headerToken } from "./ask-platform.ts";
import type { ChatApp, ChatPlatform } from "./platform.ts";

const domainOf = ({ edition }: ChatApp): string => (edition === "lark" ? "larksuite.com" : "feishu.cn");
const api = (app: ChatApp): string => `https://open.${domainOf(app)}/open-apis`;

/** FeiShu, or Lark, by an app of the tenant's own. Documented at open.feishu.cn. */
export const feishu: ChatPlatform = {
  name: "feishu",
  label: "FeiShu",
  settings: {
    switch: "AUTH_FEISHU",
    id: "FEISHU_APP_ID",
    secret: "FEISHU_APP_SECRET",
    edition: "FEISHU_VERSION",
  },
  hasInAppSignIn: false,
  namesUserInCallback: false,
  authorization(app, { redirect, state }) {
    const address = new URL(`https://accounts.${domainOf(app)}/open-apis/authen/v1/authorize`);
    address.search = new URLSearchParams({
      client_id: app.id,
      response_type: "code",
      redirect_uri: redirect,
      state,
    }).toString();
    return address;
  },
  codeName: "code",
  async requestToken(ask, app) {
    const { tenant_access_token, expire } = await ask(`${api(app)}/auth/v3/tenant_access_token/internal`, {
      json: { app_id: app.id, app_secret: app.secret },
    });
    return { token: tenant_access_token, seconds: expire };
  },
  async identify(ask, app, _token, { code, redirect }) {
    const { access_token } = await ask(`${api(app)}/authen/v2/oauth/token`, {
      json: {
        grant_type: "authorization_code",
        client_id: app.id,
        client_secret: app.secret,
        code,
        redirect_uri: redirect,
      },
    });
    const { data } = await ask(`${api(app)}/authen/v1/user_info`, {
      headers: { authorization: `Bearer ${headerToken(access_token)}` },
    });
    return isObject(data) ? data.open_id : undefined;
  },
  async send(ask, app, token, to, { subject, text }) {
    await ask(`${api(app)}/im/v1/messages`, {
      query: { receive_id_type: "open_id" },
      headers: { authorization: `Bearer ${token}` },
      json: {
        receive_id: to,
        msg_type: "text",
        content: JSON.stringify({ text: `${subject}\n\n${text}` }),
      },
    });
  },
  tokenGone: ["99991663", "99991661", "99991664", "99991668"],
  recipientUnknown: ["230001", "230013", "99992351", "99992361"],
};
