/** Who may call what directories and identity providers are set up by, and call themselves: lines of the table in `policy.ts`. */
export const providerCalls = `
everybody       GET                        /core/auth/{openid,oauth2}/{login,callback,logout}/
everybody       GET                        /core/auth/{wecom,dingtalk}/{qr,oauth}/login/
everybody       GET                        /core/auth/{wecom,dingtalk}/{qr,oauth}/login/callback/
everybody       GET                        /core/auth/{wecom,dingtalk}/qr/bind/:user/callback/
everybody       GET                        /core/auth/{wecom,dingtalk,feishu}/qr/bind/
signedIn        GET                        /core/auth/{wecom,dingtalk,feishu}/bind/start/
signedIn        POST                       /api/v1/authentication/{wecom,dingtalk,feishu}/qr/unbind/
administrators  POST                       /api/v1/authentication/{wecom,dingtalk,feishu}/qr/unbind/:user/
system          POST                       /api/v1/settings/{wecom,dingtalk,feishu}/testing/
everybody       GET,POST                   /core/auth/cas/{login,callback}/
everybody       GET                        /core/auth/cas/logout/
everybody       GET                        /core/auth/saml2/{login,logout,metadata}/
everybody       GET,POST                   /core/auth/saml2/callback/
everybody       POST                       /api/v1/sallyport/openid/backchannel-logout/
system          POST                       /api/v1/sallyport/openid/testing/
system          GET,POST                   /api/v1/sallyport/source-rules/
system          GET,PUT,PATCH,DELETE       /api/v1/sallyport/source-rules/:id/
system          GET                        /api/v1/sallyport/source-links/
system          GET,DELETE                 /api/v1/sallyport/source-links/:id/
system          POST                       /api/v1/sallyport/{source-rules,source-links}/render-to-json/
system          POST                       /api/v1/sallyport/source-trials/
system          GET,POST                   /api/v1/sallyport/scim-sources/
system          GET,PUT,PATCH,DELETE       /api/v1/sallyport/scim-sources/:id/
system          POST,DELETE                /api/v1/sallyport/scim-sources/:id/token/
system          POST                       /api/v1/sallyport/scim-sources/render-to-json/
directories     GET,POST                   /scim/v2/{Users,Groups}
directories     GET,PUT,PATCH,DELETE       /scim/v2/{Users,Groups}/:id
directories     POST                       /scim/v2/{Users,Groups}/.search
directories     GET                        /scim/v2/{ServiceProviderConfig,ResourceTypes,Schemas}
directories     GET                        /scim/v2/{ResourceTypes,Schemas}/:id
system          POST                       /api/v1/authentication/sso/login-url/
everybody       GET                        /api/v1/authentication/sso/login/
signedIn        GET                        /api/v1/sallyport/my-source-links/
signedIn        GET,DELETE                 /api/v1/sallyport/my-source-links/:id/
`;
