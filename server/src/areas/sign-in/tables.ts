declare module "../../engine/database/database.ts" {
  interface Database {
    captcha_uses: { key_hash: Buffer; date_expired: Date };
    captcha_marks: { remote_addr: string; date_expired: Date };
    password_reset_tokens: {
      hash: Buffer;
      user_id: string;
      email: string;
      date_password: Date | null;
      date_expired: Date;
    };
  }
}

export {};
