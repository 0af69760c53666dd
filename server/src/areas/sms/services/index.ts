import type { SmsService } from "../sms-service.ts";
import { alibabaService } from "./alibaba.ts";
import { cmpp2Service } from "./cmpp2.ts";
import { customService } from "./custom.ts";
import { huaweiService } from "./huawei.ts";
import { tencentService } from "./tencent.ts";

/** Every service, in the order of the contract. */
export const smsServices: readonly SmsService[] = [
  alibabaService,
  tencentService,
  huaweiService,
  cmpp2Service,
  customService,
];

/** The service of a name. */
export const findSmsService = (name: string): SmsService | undefined =>
  smsServices.find((service) => service.name === name);
