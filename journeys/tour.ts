import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { openBrowser, openPage } from './browser.ts';
import { findDump, findSwitchableDump, type SwitchableDump } from './dump.ts';
import { fillFeasibility, fillUpload, logIn, openFileOf, saveFeasibility, type SentFile } from './main-job-steps.ts';
import { ADMINISTRATOR, DEMO_CUSTOMERS, startPortal, type Portal } from './portal.ts';

/** `npm run tour` creates the README's animated picture from the demo world: the main job, and DTC OFF. */
const PICTURE = fileURLToPath(new URL('../docs/images/tour.webp', import.meta.url));

const SIZE = { width: 1366, height: 800 };
const CAPTION_HEIGHT = 64;
const SHOWN_WIDTH = 1000;
const MOST_BYTES = 1_500_000;

interface Frame {
  picture: Buffer;
  seconds: number;
}

/** Takes screenshots of pages, each below a caption. */
class Camera {
  readonly frames: Frame[] = [];
  readonly #frame: Page;

  constructor(frame: Page) {
    this.#frame = frame;
  }

  async take(page: Page, caption: string, seconds = 2): Promise<void> {
    await page.waitForTimeout(500);
    const shot = (await page.screenshot()).toString('base64');
    await this.#frame.setContent(
      `<body style="margin:0;font:600 28px/${CAPTION_HEIGHT}px sans-serif;background:#16303a;color:#fff">
        <div style="padding:0 24px;height:${CAPTION_HEIGHT}px">${caption}</div>
        <img style="display:block" src="data:image/png;base64,${shot}">`,
    );
    await this.#frame.locator('img').evaluate('async (image) => image.decode()');
    this.frames.push({ picture: await this.#frame.screenshot(), seconds });
  }
}

const CUSTOMER = DEMO_CUSTOMERS[2] as (typeof DEMO_CUSTOMERS)[number];

async function openAs(browser: Browser, portal: Portal, login: { email: string; password: string }): Promise<Page> {
  const { page } = await openPage(browser, portal.url, { viewport: SIZE, isStill: true });
  await logIn(page, login.email, login.password);
  await page.waitForURL(/dashboard/);
  return page;
}

async function showMainJob(camera: Camera, people: Record<'customer' | 'admin', Page>, dump: SentFile) {
  const { customer, admin } = people;
  const modified = Buffer.from(dump.bytes);
  modified.writeUInt32LE(0xc0ffee, 0x1000);
  await fillUpload(customer, dump);
  await customer.getByLabel('Brand').scrollIntoViewIfNeeded();
  await camera.take(customer, 'A customer uploads a file and chooses solutions', 2.5);
  await customer.getByRole('button', { name: 'Upload', exact: true }).click();
  await customer.waitForURL('**/my-files');
  await customer.locator('tbody tr').first().waitFor();
  await camera.take(customer, 'It waits in the list');
  await openFileOf(admin, dump.name);
  await camera.take(admin, 'An administrator looks at it …');
  await fillFeasibility(admin, '80', { name: 'audi-a6-modified.bin', bytes: modified });
  await camera.take(admin, '… sets the price and attaches the modified file', 2.5);
  await saveFeasibility(admin);
  await customer.goto(new URL(admin.url()).pathname.replace('/admin', ''));
  const pay = customer.getByRole('button', { name: 'Confirm & Pay' });
  await pay.waitFor();
  await camera.take(customer, 'The customer sees the price', 2.5);
  await pay.click();
  await customer
    .getByRole('button', { name: /Download modified/ })
    .first()
    .waitFor();
  await camera.take(customer, 'Paid: the modified file can be downloaded', 2.5);
}

async function showDtcOff(camera: Camera, page: Page, { name, bytes, codes }: SwitchableDump): Promise<void> {
  await page.getByRole('link', { name: 'DTC OFF' }).click();
  await page.getByLabel('ECU file').setInputFiles({ name, mimeType: 'application/octet-stream', buffer: bytes });
  await camera.take(page, 'DTC OFF: drop a raw dump');
  await page.getByRole('button', { name: 'Process File' }).click();
  await page.getByRole('heading', { name: 'File Analysis' }).scrollIntoViewIfNeeded();
  await camera.take(page, 'The control unit is recognised from its bytes', 2.5);
  await page.getByRole('button', { name: "Check DTC's" }).click();
  for (const code of codes) {
    await page.getByPlaceholder('Search DTC / HEX / status…').fill(code);
    await page.getByRole('switch', { name: code, exact: true }).click();
  }
  await page.getByPlaceholder('Search DTC / HEX / status…').fill('');
  await camera.take(page, 'Choose trouble codes', 2.5);
  await page.getByRole('button', { name: 'Generate (DTC OFF) File' }).click();
  await page.getByRole('radio', { name: /^Diagnosis or a test bench/ }).check();
  await camera.take(page, 'Say what the file is for');
  await page.getByRole('button', { name: 'Declare and generate' }).click();
  await page.getByText(/^Bytes changed: \d+, in \d+ regions?$/).scrollIntoViewIfNeeded();
  await camera.take(page, 'Switched off, checksums corrected, with a proof to download', 4);
}

async function develop(frames: readonly Frame[]): Promise<Buffer> {
  const pictures = await Promise.all(frames.map(({ picture }) => sharp(picture).resize(SHOWN_WIDTH).png().toBuffer()));
  const delay = frames.map(({ seconds }) => seconds * 1000);
  return sharp(pictures, { join: { animated: true } })
    .webp({ quality: 72, effort: 5, delay, loop: 0 })
    .toBuffer();
}

const portal = await startPortal({ DEMO: '1' });
const browser = await openBrowser();
try {
  const viewport = { width: SIZE.width, height: SIZE.height + CAPTION_HEIGHT };
  const camera = new Camera(await (await browser.newContext({ viewport })).newPage());
  const people = {
    customer: await openAs(browser, portal, CUSTOMER),
    admin: await openAs(browser, portal, ADMINISTRATOR),
  };
  await showMainJob(camera, people, { ...(await findDump()), name: 'audi-a6-original.bin' });
  await showDtcOff(camera, people.customer, await findSwitchableDump());
  const picture = await develop(camera.frames);
  if (picture.length > MOST_BYTES) throw new Error(`The tour has ${picture.length} bytes, more than ${MOST_BYTES}.`);
  await writeFile(PICTURE, picture);
  console.log(`${camera.frames.length} pictures, ${Math.round(picture.length / 1024)} kB in ${PICTURE}`);
} finally {
  await browser.close();
  await portal.stop();
}
