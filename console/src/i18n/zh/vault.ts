/** 账号密文存放位置页面的文字。 */
export default {
  off: "密文目前保存在数据库中。如需存入密码库：先在此填写并测试，再在配置中设置 SALLYPORT_VAULT_ENABLED=true，重启后执行同步。",
  state: "密文存放位置",
  inVault: "密码库中",
  inDatabase: "数据库中",
  toMove_one: "还有 {{count}} 条密文在数据库中，点击“同步”可将其迁入密码库。",
  toMove_other: "还有 {{count}} 条密文在数据库中，点击“同步”可将其迁入密码库。",
  toBringBack_one: "还有 {{count}} 条密文在密码库中并从那里读取。迁回之前请保留地址和令牌。",
  toBringBack_other: "还有 {{count}} 条密文在密码库中并从那里读取。迁回之前请保留地址和令牌。",
  test: "测试",
  sync: "同步",
  bringBack: "迁回数据库",
};
