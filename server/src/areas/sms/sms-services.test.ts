import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestProduct, type TestProduct } from "../../testing/product.ts";
import { type SmsServer, serviceKey, startSmsServer } from "../../testing/sms-servers.ts";
import { type CmppGateway, cmppAccount, startCmppGateway } from "./testing/cmpp-gateway.ts";

const phone = { SMS_TEST_PHONE: "+8613800000000" };
const signed = (name: string) => ({
  [`${name}_VERIFY_SIGN_NAME`]: "Sallyport 测试(a*b~c)",
  [`${name}_VERIFY_TEMPLATE_CODE`]: "SMS_1",
});

describe("services of text messages", () => {
  let product: TestProduct;
  let sms: SmsServer;
  let gateway: CmppGateway;
  beforeAll(async () => {
    [sms, gateway] = await Promise.all([startSmsServer(), startCmppGateway()]);
    product = await createTestProduct({ SALLYPORT_LOCAL_TARGETS: "127.0.0.1" });
    await product.configure({ SMS_LIMIT_NUMBER: 1_000 });
  });
  afterAll(async () => {
    await product?.close();
    await sms?.close();
    await gateway?.close();
  });
  beforeEach(() => {
    sms.temper = "honest";
    sms.taken.length = 0;
    gateway.temper = "honest";
    gateway.taken.length = 0;
    gateway.commands.length = 0;
  });

  const test = (backend: string, body: object) =>
    product.administrator.call("POST", `settings/sms/${backend}/testing/`, body);
  const alibaba = () => ({
    ...phone,
    ...signed("ALIBABA"),
    ALIBABA_ACCESS_KEY_ID: serviceKey.id,
    ALIBABA_ACCESS_KEY_SECRET: serviceKey.secret,
    ALIBABA_SMS_ENDPOINT: sms.address,
  });
  const tencent = () => ({
    ...phone,
    ...signed("TENCENT"),
    TENCENT_SECRET_ID: serviceKey.id,
    TENCENT_SECRET_KEY: serviceKey.secret,
    TENCENT_SDKAPPID: "1400000000",
    TENCENT_SMS_ENDPOINT: sms.address,
  });
  const huawei = () => ({
    ...phone,
    ...signed("HUAWEI"),
    HUAWEI_APP_KEY: serviceKey.id,
    HUAWEI_APP_SECRET: serviceKey.secret,
    HUAWEI_SMS_ENDPOINT: sms.address,
    HUAWEI_SIGN_CHANNEL_NUM: "8820000000000",
  });
  const custom = () => ({ ...phone, CUSTOM_SMS_URL: `${sms.address}/custom` });
  const cmpp = () => ({
    ...phone,
    CMPP2_HOST: "127.0.0.1",
    CMPP2_PORT: gateway.port,
    CMPP2_SP_ID: cmppAccount.id,
    CMPP2_SP_SECRET: cmppAccount.secret,
    CMPP2_SRC_ID: "10690000",
    CMPP2_SERVICE_ID: "login",
    CMPP2_VERIFY_SIGN_NAME: "港口",
    CMPP2_VERIFY_TEMPLATE_CODE: "您的验证码是 {code}",
  });

  it("are listed in the order of the contract", async () => {
    const { body } = await product.administrator.call("GET", "settings/sms/backend/");
    expect(body.map(({ name }: { name: string }) => name)).toEqual([
      "alibaba",
      "tencent",
      "huawei",
      "cmpp2",
      "custom",
    ]);
  });

  it.each([
    ["alibaba", alibaba, "13800000000", "ALIBABA_ACCESS_KEY_SECRET", "SignatureDoesNotMatch"],
    ["tencent", tencent, "+8613800000000", "TENCENT_SECRET_KEY", "AuthFailure.SignatureFailure"],
    ["huawei", huawei, "+8613800000000", "HUAWEI_APP_SECRET", "E000103"],
  ])(
    "%s: signs as the service checks, and repeats why it refuses",
    async (name, settings, number, secret, said) => {
      const sent = await test(name, settings());
      expect([sent.status, sent.body.msg]).toEqual([200, expect.stringContaining("666666")]);
      const sign = "Sallyport 测试(a*b~c)";
      expect(sms.taken).toEqual([{ phone: number, code: "666666", sign, template: "SMS_1" }]);
      const wrong = await test(name, { ...settings(), [secret]: "another secret" });
      expect([wrong.status, wrong.body.error]).toEqual([400, expect.stringContaining(said)]);
      expect(wrong.text).not.toContain("another secret");
      expect(sms.taken).toHaveLength(1);
      sms.temper = "garbage";
      const garbage = await test(name, settings());
      expect([garbage.status, garbage.body.error]).toEqual([400, expect.stringContaining("HTTP 200")]);
      expect(garbage.text).not.toContain("internal-secret");
      sms.temper = "redirecting";
      expect((await test(name, settings())).body.error).toContain("HTTP 302");
      expect(sms.taken).toHaveLength(1);
    },
  );

  it("custom: fills in the parameters, as query or JSON, and repeats the answer without the code", async () => {
    expect((await test("custom", custom())).status).toBe(200);
    const params = { phone_numbers: "{national_number}", code: "{code}", key: "wrong" };
    const post = { ...custom(), CUSTOM_SMS_REQUEST_METHOD: "post", CUSTOM_SMS_API_PARAMS: params };
    const refused = await test("custom", post);
    expect(refused.body.error).toContain("HTTP 403: wrong key ******");
    const right = { ...post, CUSTOM_SMS_API_PARAMS: { ...params, key: serviceKey.secret } };
    expect((await test("custom", right)).status).toBe(200);
    expect(sms.taken).toEqual([
      { phone: "+8613800000000", code: "666666", sign: "GET", template: "" },
      { phone: "13800000000", code: "666666", sign: "POST", template: "" },
    ]);
    for (const wrong of [{}, [], "x", { code: "{code}" }, { phone_numbers: "{phone_numbers}" }, { a: 1 }]) {
      const answer = await test("custom", { ...custom(), CUSTOM_SMS_API_PARAMS: wrong });
      expect(answer.body, JSON.stringify(wrong)).toHaveProperty("CUSTOM_SMS_API_PARAMS");
    }
  });

  it("cmpp2: proves the secret, asks for proof, submits in UCS-2 and says goodbye", async () => {
    const sent = await test("cmpp2", cmpp());
    expect([sent.status, sent.body]).toEqual([200, { msg: expect.any(String) }]);
    expect(gateway.taken).toEqual([
      {
        destination: "13800000000",
        text: "【港口】您的验证码是 666666",
        source: "10690000",
        serviceId: "login",
      },
    ]);
    // CONNECT, SUBMIT, the answer to ACTIVE_TEST, TERMINATE.
    expect(gateway.commands).toEqual([1, 4, 0x80000008, 2]);
    const wrong = await test("cmpp2", { ...cmpp(), CMPP2_SP_SECRET: "another" });
    expect(wrong.body.error).toContain("wrong SP ID or secret");
    gateway.temper = "impostor";
    expect((await test("cmpp2", cmpp())).body.error).toContain("does not know the secret");
    gateway.temper = "refusing";
    expect((await test("cmpp2", cmpp())).body.error).toContain("SUBMIT 8");
    gateway.temper = "garbage";
    expect((await test("cmpp2", cmpp())).body.error).toContain("not CMPP");
    expect(gateway.taken).toHaveLength(1);
  });

  it("do not keep anybody waiting who asks one that is silent, or away", async () => {
    gateway.temper = "silent";
    sms.temper = "slow";
    const answers = await Promise.all([test("cmpp2", cmpp()), test("alibaba", alibaba())]);
    for (const { status, body } of answers) {
      expect([status, body.error]).toEqual([400, expect.stringContaining("no answer in time")]);
    }
    const away = await test("cmpp2", { ...cmpp(), CMPP2_PORT: 1 });
    expect([away.status, away.body.code]).toEqual([400, "unreachable"]);
  }, 30_000);

  it("are not a way to what listens on this machine or its link", async () => {
    for (const address of ["http://169.254.169.254/latest", "http://[::1]:5432/"]) {
      const answer = await test("custom", { ...custom(), CUSTOM_SMS_URL: address });
      expect([answer.status, answer.body.code], address).toEqual([400, "unreachable"]);
    }
  });

  it("are tested with what is in the form, and nothing of it is kept", async () => {
    const { SMS_TEST_PHONE: _phone, ...withoutPhone } = alibaba();
    expect((await test("alibaba", withoutPhone)).body.code).toBe("test_phone_required");
    expect((await test("nowhere", alibaba())).status).toBe(400);
    const { ALIBABA_ACCESS_KEY_SECRET: _secret, ...withoutSecret } = alibaba();
    const incomplete = await test("alibaba", withoutSecret);
    expect(incomplete.body.error).toContain("ALIBABA_ACCESS_KEY_SECRET");
    expect((await test("alibaba", { ...alibaba(), SMS_TEST_PHONE: "12" })).body).toHaveProperty(
      "SMS_TEST_PHONE",
    );
  });

  it("keep their secrets sealed, and give them to no other address", async () => {
    const path = "settings/setting/?category=alibaba";
    const saved = await product.administrator.call("PATCH", path, alibaba());
    expect(saved.status).toBe(200);
    expect(saved.body.SMS_TEST_PHONE).toEqual({ code: "+86", phone: 13800000000 });
    expect(saved.text).not.toContain(serviceKey.secret);
    expect((await product.administrator.call("GET", path)).text).not.toContain(serviceKey.secret);
    const { rows } = await product.database.pool.query("select s::text from settings s");
    expect(JSON.stringify(rows)).not.toContain(serviceKey.secret);
    const { ALIBABA_ACCESS_KEY_SECRET: _secret, ...withoutSecret } = alibaba();
    expect((await test("alibaba", withoutSecret)).status).toBe(200);
    const elsewhere = { ...withoutSecret, ALIBABA_SMS_ENDPOINT: "https://sms.example.com" };
    expect((await test("alibaba", elsewhere)).body).toHaveProperty("ALIBABA_ACCESS_KEY_SECRET");
    expect((await product.administrator.call("PATCH", path, elsewhere)).body).toHaveProperty(
      "ALIBABA_ACCESS_KEY_SECRET",
    );
  });

  it("take no message of CMPP that does not fit, and no account that is none", async () => {
    const path = "settings/setting/?category=cmpp2";
    const long = { ...cmpp(), CMPP2_VERIFY_TEMPLATE_CODE: `{code}${"好".repeat(60)}` };
    expect((await product.administrator.call("PATCH", path, long)).body).toHaveProperty(
      "CMPP2_VERIFY_TEMPLATE_CODE",
    );
    for (const wrong of [{ CMPP2_SP_ID: "12345" }, { CMPP2_VERIFY_TEMPLATE_CODE: "no code" }]) {
      const answer = await product.administrator.call("PATCH", path, wrong);
      expect([answer.status, Object.keys(answer.body)]).toEqual([400, Object.keys(wrong)]);
    }
  });
});
