import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FILMS, type Film } from '../features/shop/films.ts';
import { englishText, type Label } from '../contract/texts.ts';
import { openBrowser, openPage } from './browser.ts';
import { makeFilm, type Still } from './film.ts';
import { findDump, findSwitchableDump, type SwitchableDump } from './dump.ts';
import { fillFeasibility, fillUpload, logIn, openFilePage, saveFeasibility, type SentFile } from './main-job-steps.ts';
import { ADMINISTRATOR, DEMO_CUSTOMERS, startPortal, type Portal } from './portal.ts';

/**
 * `npm run generate tour` records the main job and DTC OFF in the demo world: the README's animated picture, and the films that
 * come with the product (features/shop/films.ts).
 */
const PICTURE = fileURLToPath(new URL('../docs/images/tour.webp', import.meta.url));
const PUBLIC = fileURLToPath(new URL('../app/web/public/', import.meta.url));

/** Together with the caption 16:9, as the frame in which a film is shown. */
const SIZE = { width: 1366, height: 704 };
const FILM_SIZE = { width: 1280, height: 720, fit: 'fill' } as const;
const CAPTION_HEIGHT = 64;
const SHOWN_WIDTH = 1000;
const MAX_PICTURE_BYTES = 1_500_000;
const MAX_FILM_BYTES = 600_000;
/** Of the picture that is shown until the tutorial is opened. */
const SMALL_WIDTH = 640;

/** Takes a screenshot for each scene of a film: above its caption for the README, and with room for it for the film. */
class Camera {
  readonly pictures: Still[] = [];
  readonly stills: Still[] = [];
  readonly #frame: Page;
  readonly #scenes: Iterator<{ caption: Label; seconds: number }>;

  constructor(frame: Page, film: Film) {
    this.#frame = frame;
    this.#scenes = FILMS[film].scenes[Symbol.iterator]();
  }

  async take(page: Page): Promise<void> {
    const { value: scene, done } = this.#scenes.next();
    if (done === true) throw new Error('There are more pictures than scenes.');
    await page.waitForTimeout(500);
    const shot = (await page.screenshot()).toString('base64');
    const { seconds } = scene;
    this.pictures.push({ picture: await this.#draw(shot, englishText(scene.caption)), seconds });
    const still = sharp(await this.#draw(shot, '')).resize(FILM_SIZE);
    this.stills.push({ picture: await still.png().toBuffer(), seconds });
  }

  async #draw(shot: string, caption: string): Promise<Buffer> {
    await this.#frame.setContent(
      `<body style="margin:0;font:600 26px/${CAPTION_HEIGHT}px sans-serif;background:#16303a;color:#fff">
        <img style="display:block" src="data:image/png;base64,${shot}">
        <div style="padding:0 24px;height:${CAPTION_HEIGHT}px">${caption}</div>`,
    );
    await this.#frame.locator('img').evaluate('async (image) => image.decode()');
    return this.#frame.screenshot();
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
  await camera.take(customer);
  await customer.getByRole('button', { name: 'Upload', exact: true }).click();
  await customer.waitForURL('**/my-files');
  await customer.locator('tbody tr').first().waitFor();
  await camera.take(customer);
  await openFilePage(admin, dump.name);
  await camera.take(admin);
  await fillFeasibility(admin, '80', { name: 'audi-a6-modified.bin', bytes: modified });
  await camera.take(admin);
  await saveFeasibility(admin);
  await customer.goto(new URL(admin.url()).pathname.replace('/admin', ''));
  const pay = customer.getByRole('button', { name: 'Confirm & Pay' });
  await pay.waitFor();
  await camera.take(customer);
  await pay.click();
  await customer
    .getByRole('button', { name: /Download modified/ })
    .first()
    .waitFor();
  await camera.take(customer);
}

async function showDtcOff(camera: Camera, page: Page, { name, bytes, codes }: SwitchableDump): Promise<void> {
  await page.getByRole('link', { name: 'DTC OFF' }).click();
  await page.getByLabel('ECU file').setInputFiles({ name, mimeType: 'application/octet-stream', buffer: bytes });
  await camera.take(page);
  await page.getByRole('button', { name: 'Process File' }).click();
  await page.getByRole('heading', { name: 'File Analysis' }).scrollIntoViewIfNeeded();
  await camera.take(page);
  await page.getByRole('button', { name: "Check DTC's" }).click();
  for (const code of codes) {
    await page.getByPlaceholder('Search DTC / HEX / status…').fill(code);
    await page.getByRole('switch', { name: code, exact: true }).click();
  }
  await page.getByPlaceholder('Search DTC / HEX / status…').fill('');
  await camera.take(page);
  await page.getByRole('button', { name: 'Generate (DTC OFF) File' }).click();
  const use = page.getByRole('button', { name: /^Diagnosis or a test bench/ });
  await use.waitFor();
  await camera.take(page);
  await use.click();
  await page.getByText(/^Bytes changed: \d+, in \d+ regions?$/).scrollIntoViewIfNeeded();
  await camera.take(page);
}

async function develop(frames: readonly Still[]): Promise<Buffer> {
  const pictures = await Promise.all(frames.map(({ picture }) => sharp(picture).resize(SHOWN_WIDTH).png().toBuffer()));
  const delay = frames.map(({ seconds }) => seconds * 1000);
  return sharp(pictures, { join: { animated: true } })
    .webp({ quality: 72, effort: 5, delay, loop: 0 })
    .toBuffer();
}

async function write(path: string, bytes: Buffer, max: number): Promise<void> {
  if (bytes.length > max) throw new Error(`${path} has ${bytes.length} bytes, more than ${max}.`);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
  console.log(`${Math.round(bytes.length / 1024)} kB in ${path}`);
}

const portal = await startPortal({ DEMO: '1' });
const browser = await openBrowser();
try {
  const viewport = { width: SIZE.width, height: SIZE.height + CAPTION_HEIGHT };
  const frame = await (await browser.newContext({ viewport })).newPage();
  const cameras = { watch: new Camera(frame, 'watch'), tutorial: new Camera(frame, 'tutorial') };
  const people = {
    customer: await openAs(browser, portal, CUSTOMER),
    admin: await openAs(browser, portal, ADMINISTRATOR),
  };
  await showMainJob(cameras.watch, people, { ...(await findDump()), name: 'audi-a6-original.bin' });
  await showDtcOff(cameras.tutorial, people.customer, await findSwitchableDump());
  const tour = await develop([...cameras.watch.pictures, ...cameras.tutorial.pictures]);
  await write(PICTURE, tour, MAX_PICTURE_BYTES);
  for (const film of ['watch', 'tutorial'] as const) {
    await write(PUBLIC + FILMS[film].address, await makeFilm(people.admin, cameras[film].stills), MAX_FILM_BYTES);
  }
  const small = sharp(cameras.tutorial.stills[1]?.picture).resize(SMALL_WIDTH).webp({ quality: 60 });
  await write(PUBLIC + FILMS.tutorial.picture, await small.toBuffer(), MAX_FILM_BYTES);
} finally {
  await browser.close();
  await portal.stop();
}
