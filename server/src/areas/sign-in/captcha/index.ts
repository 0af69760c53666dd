export { type Captcha, checkCaptcha, newCaptcha } from "./captcha.ts";
export { captchaField } from "./field.ts";
export { askForCaptcha, forgetCaptcha, isCaptchaDue, pruneCaptcha } from "./marks.ts";
export { captchaRoutes } from "./routes.ts";
export { text as captchaText } from "./texts.ts";
