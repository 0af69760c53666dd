import { it } from "vitest";
import { openBrowser } from "./support/browser.ts";
import { ConsolePerson } from "./support/console.ts";
import { adminPassword, startProduct } from "./support/product.ts";
it("try", async () => {
  const product = await startProduct();
  const browser = await openBrowser();
  const page = await browser.context.newPage();
  const person = new ConsolePerson(page, product.url);
  try {
    await person.signIn("admin", adminPassword);
    await person.open("/ui/console/assets/hosts/create?platform=1"); await page.waitForTimeout(2000);
    console.log(await page.locator("form").ariaSnapshot());
    console.log(await page.locator("form .ant-form-item", {hasText:"Nodes"}).first().innerHTML());
    await person.open("/ui/console/perms/asset-permissions/create"); await page.waitForTimeout(2000);
    console.log(await page.locator("form").ariaSnapshot());
  } finally { await browser.close(); await product.dispose(); }
});
