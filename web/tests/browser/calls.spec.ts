// Called when it is one's turn: what a server sends, received by programs that are not ours. Push messages are opened by http_ece and
// their headers held beside those of web-push; mail is taken by aiosmtpd, with and without TLS; webhooks are checked by their
// signature. Chromium cannot subscribe without the internet, so the browser's part is played by keys made here.
// `--call-private` lets the server call 127.0.0.1; the last test has a server without it. REMISE_SERVER names the program.
import { expect, test } from '@playwright/test';
import { createECDH, createHmac, createPublicKey, createVerify, randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expectAccessible, shoot } from './axe';
import { closeBrowsers, settings } from './player';
import { freePort, serveMatches, type Served } from './servers';
import { Taker, type Taken } from './takers';

const load = createRequire(import.meta.url);
const ece = load('http_ece') as {
  decrypt(
    body: Buffer,
    how: { version: string; privateKey: ReturnType<typeof createECDH>; authSecret: Buffer },
  ): Buffer;
};
const webpush = load('web-push') as {
  generateVAPIDKeys(): { publicKey: string; privateKey: string };
  generateRequestDetails(to: object, text: string, how: object): { headers: Record<string, string>; body: Buffer };
};
const program = process.env.REMISE_SERVER ?? '';
const dist = join(import.meta.dirname, '../../dist');

// What the server answers, as far as this looks at it.
interface Said {
  table: { id: string };
  push: string;
  way: { kind: string; state: string };
  secret: string;
  ways: unknown[];
  error: { code: string };
  rev: number;
  view: { legal: unknown[] };
}
class Client {
  private cookies = new Map<string, string>();
  constructor(private site: string) {}
  async ask(method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<Said> {
    const response = await fetch(`${this.site.replace(/\/$/, '')}/api${path}`, {
      method,
      headers: {
        'Content-Type': 'application/json',
        'Sec-Fetch-Site': 'same-origin',
        Cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (name) this.cookies.set(name, value ?? '');
    }
    return (await response.json()) as Said;
  }
}

// Two people at a table of 1840, its first turn begun.
async function begin(a: Client, b: Client): Promise<string> {
  const seats = [{ kind: 'human' }, { kind: 'human' }];
  const made = await a.ask('POST', '/tables', {
    game: '1840',
    seats,
    name: 'Ada',
    title: 'Donnerstag',
    shuffle: false,
  });
  const id = made.table.id as string;
  await b.ask('POST', `/tables/${id}/join`, { name: 'Bruno' });
  return id;
}
// Begins, with Ada to move: chance says who is first, and Bruno passes where it is him.
async function start(a: Client, b: Client, id: string): Promise<void> {
  await a.ask('POST', `/tables/${id}/start`, {});
  const { rev, view } = await b.ask('GET', `/tables/${id}/view`);
  if (!view.legal.length) return;
  await b.ask('POST', `/tables/${id}/moves`, { rev, key: 'first-pass', action: { type: 'pass' } });
  expect((await b.ask('GET', `/tables/${id}/view`)).view.legal).toEqual([]);
}
const calling = (http: number, ...more: string[]): string[] => [
  '--origin',
  `http://127.0.0.1:${http}`,
  '--contact',
  'mailto:host@trams.example',
  '--webhooks',
  '--call-after-ms',
  '500',
  '--call-private',
  ...more,
];
const until = async <T>(look: () => T | undefined): Promise<T> => {
  let found: T | undefined;
  await expect.poll(() => (found = look()) !== undefined, { timeout: 30_000 }).toBe(true);
  return found as T;
};
const header = (one: Taken, name: string): string =>
  Object.entries(one.headers).find(([key]) => key.toLowerCase() === name)?.[1] ?? '';

let served: Served | undefined;
let taker: Taker | undefined;
test.afterEach(async () => {
  await served?.stop();
  taker?.stop();
  served = taker = undefined;
});

test.afterEach(closeBrowsers);
test('push messages are opened by http_ece and look like those of web-push', async () => {
  taker = await new Taker().start('http');
  served = await serveMatches(program, dist, ...calling(taker.port));
  const [a, b] = [new Client(served.site), new Client(served.site)];
  await a.ask('GET', '/me');
  await b.ask('GET', '/me');
  const id = await begin(a, b);
  const browser = createECDH('prime256v1');
  browser.generateKeys();
  const auth = randomBytes(16);
  const endpoint = `http://127.0.0.1:${taker.port}/push/1`;
  const keys = { p256dh: browser.getPublicKey('base64url'), auth: auth.toString('base64url') };
  const { push } = await a.ask('GET', '/me/calls');
  const added = await a.ask('POST', '/me/ways', { kind: 'push', lang: 'de', zone: 60, endpoint, ...keys });
  expect(added.way.kind).toBe('push');
  await start(a, b, id);
  const got = await until(() => taker?.posts()[0]);

  const opened = ece.decrypt(Buffer.from(got.body, 'base64'), {
    version: 'aes128gcm',
    privateKey: browser,
    authSecret: auth,
  });
  const said = JSON.parse(opened.toString());
  expect(said).toMatchObject({ title: 'Donnerstag: Du bist am Zug', table: id, lang: 'de' });
  expect(said.text).toContain('Ada');

  const model = webpush.generateRequestDetails({ endpoint, keys }, 'x', {
    vapidDetails: { subject: 'mailto:host@trams.example', ...webpush.generateVAPIDKeys() },
    TTL: 86400,
    topic: 'x',
    urgency: 'normal',
  });
  for (const name of ['Content-Encoding', 'TTL', 'Urgency'])
    expect(header(got, name.toLowerCase()), name).toBe(String(model.headers[name]));
  expect(header(got, 'topic')).toMatch(/^[A-Za-z0-9_-]{1,32}$/);
  const form = /^vapid t=([^.]+)\.([^.]+)\.([^,]+), k=(.+)$/;
  const ours = form.exec(header(got, 'authorization'));
  const theirs = form.exec(String(model.headers.Authorization));
  const read = (part: string | undefined) => JSON.parse(Buffer.from(part ?? '', 'base64url').toString());
  expect(read(ours?.[1])).toEqual(read(theirs?.[1]));
  expect(Object.keys(read(ours?.[2])).sort()).toEqual(Object.keys(read(theirs?.[2])).sort());
  expect(read(ours?.[2])).toMatchObject({ aud: `http://127.0.0.1:${taker.port}`, sub: 'mailto:host@trams.example' });
  expect(ours?.[4]).toBe(push);
  const point = Buffer.from(push as string, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const check = createVerify('SHA256').update(`${ours?.[1]}.${ours?.[2]}`);
  const key = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' as const };
  expect(check.verify(key, Buffer.from(ours?.[3] ?? '', 'base64url'))).toBe(true);
});

test('webhooks are signed; who answers 410 or sends elsewhere hears no more', async () => {
  taker = await new Taker().start('http');
  served = await serveMatches(program, dist, ...calling(taker.port));
  const [a, b] = [new Client(served.site), new Client(served.site)];
  await a.ask('GET', '/me');
  await b.ask('GET', '/me');
  const id = await begin(a, b);
  const at = (path: string) => ({
    kind: 'webhook',
    lang: 'en',
    format: 'json',
    url: `http://127.0.0.1:${taker?.port}${path}`,
  });
  const { secret } = await a.ask('POST', '/me/ways', at('/hook'));
  await a.ask('POST', '/me/ways', at('/410'));
  await a.ask('POST', '/me/ways', at('/redirect'));
  await start(a, b, id);
  await until(() => ((taker?.posts().length ?? 0) >= 3 ? true : undefined));
  const posts = taker.posts();
  const hook = posts.find((one) => one.path === '/hook') as Taken;
  const body = Buffer.from(hook.body, 'base64').toString();
  expect(JSON.parse(body)).toMatchObject({ type: 'turn', table: id, title: 'Donnerstag', name: 'Ada' });
  const signed = `${header(hook, 'webhook-id')}.${header(hook, 'webhook-timestamp')}.${body}`;
  const seal = createHmac('sha256', Buffer.from(secret as string, 'base64url'))
    .update(signed)
    .digest('base64');
  expect(header(hook, 'webhook-signature')).toBe(`v1,${seal}`);
  await expect.poll(async () => (await a.ask('GET', '/me/calls')).ways.length).toBe(2);
  expect(taker.posts().filter((one) => one.path === '/followed')).toEqual([]);
});

for (const mode of ['smtp', 'smtps'] as const)
  test(`mail by ${mode}: confirmed, called, stopped by one click`, async () => {
    taker = await new Taker().start(mode);
    const secure = mode === 'smtps' ? ['--call-certificates', join(taker.folder, 'ca.pem')] : ['--smtp-plain'];
    const smtp = ['--smtp', `${mode}://127.0.0.1:${taker.port}`, '--mail-from', 'trams@trams.example', ...secure];
    served = await serveMatches(program, dist, ...calling(9, ...smtp));
    const [a, b] = [new Client(served.site), new Client(served.site)];
    await a.ask('POST', '/accounts', { name: 'Ada', password: 'long enough' });
    await b.ask('GET', '/me');
    const id = await begin(a, b);
    await a.ask('POST', '/me/ways', { kind: 'mail', lang: 'en', address: 'ada@example.org', password: 'long enough' });
    const text = (mail: string) => Buffer.from(mail.slice(mail.indexOf('\r\n\r\n')), 'base64').toString();
    const first = await until(() => taker?.files('.eml')[0]);
    expect(first).toContain('X-To: ada@example.org');
    const token = /confirm\/(\S+)/.exec(text(first))?.[1];
    expect((await a.ask('POST', '/calls/confirm', { token: `${token}x` })).error.code).toBe('link_expired');
    expect(await b.ask('POST', '/calls/confirm', { token })).toEqual({});
    await start(a, b, id);
    const second = await until(() => taker?.files('.eml')[1]);
    expect(text(second)).toContain(`#/t/${id}`);
    expect(second).toMatch(/^Message-ID: <[\w-]{22}@trams\.example>\r$/m);
    expect(second).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    const stop = /List-Unsubscribe: <[^>]*\/api(\/calls\/stop\?token=[^>]+)>/.exec(second)?.[1] ?? '';
    const click = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const anyone = await fetch(`${served.site.replace(/\/$/, '')}/api${stop}`, {
      method: 'POST',
      headers: click,
      body: 'List-Unsubscribe=One-Click',
    });
    expect(anyone.status).toBe(200);
    expect((await a.ask('GET', '/me/calls')).ways).toEqual([]);
  });

test('a forgotten password is replaced by a link of a mail', async ({ browser }) => {
  taker = await new Taker().start('smtp');
  const smtp = ['--smtp', `smtp://127.0.0.1:${taker.port}`, '--mail-from', 'trams@trams.example', '--smtp-plain'];
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  served = await serveMatches(program, dist, '--port', `${port}`, '--origin', origin, ...smtp);
  const text = (mail: string) => Buffer.from(mail.slice(mail.indexOf('\r\n\r\n')), 'base64').toString();
  const a = new Client(served.site);
  await a.ask('POST', '/accounts', { name: 'Ada', password: 'long enough' });
  await a.ask('POST', '/me/ways', { kind: 'mail', lang: 'en', address: 'ada@example.org', password: 'long enough' });
  const token = /confirm\/(\S+)/.exec(text(await until(() => taker?.files('.eml')[0])))?.[1];
  await a.ask('POST', '/calls/confirm', { token });
  let mails = 1;
  for (const [language, theme] of [
    ['en', 'light'],
    ['de', 'dark'],
    ['es', 'light'],
    ['ru', 'dark'],
  ] as const) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, colorScheme: theme });
    const page = await context.newPage();
    await settings(page, { name: 'Ada', language });
    await page.goto(`${origin}/#/settings`);
    await page.locator('input[autocomplete=username]').fill('Ada');
    await page.locator('.btn.ghost', { hasText: /[?]/ }).first().click();
    await expect(page.getByRole('status').filter({ hasText: 'Ada' })).toBeVisible();
    await shoot(page, `recovery-asked-${language}`);
    const mail = text(await until(() => taker?.files('.eml')[mails]));
    mails += 1;
    const link = /#\/recover\/\S+/.exec(mail)?.[0] ?? '';
    await page.goto(`${origin}/${link}`);
    const field = page.locator('input[autocomplete=new-password]');
    await field.fill(`new password ${language}`);
    await expectAccessible(page, `recovery, ${language}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await shoot(page, `recovery-${language}`);
    await page.locator('main .btn.pri').click();
    await expect(page.getByRole('status').filter({ hasText: 'Ada' })).toBeVisible();
    // Once: whoever finds the link later is refused.
    await page.goto(`${origin}/#/`);
    await expect(page.locator('article[data-game]').first()).toBeVisible();
    await page.goto(`${origin}/${link}`);
    await field.fill('another password');
    await page.locator('main .btn.pri').click();
    await expect(page.getByRole('alert')).toBeVisible();
    await context.close();
  }
});

test('nothing inside is called, whatever a name means', async () => {
  taker = await new Taker().start('http');
  const how = calling(taker.port).filter((word) => word !== '--call-private');
  served = await serveMatches(program, dist, ...how);
  const [a, b] = [new Client(served.site), new Client(served.site)];
  await a.ask('GET', '/me');
  await b.ask('GET', '/me');
  const id = await begin(a, b);
  const add = async (url: string) => a.ask('POST', '/me/ways', { kind: 'webhook', lang: 'en', format: 'json', url });
  for (const url of [
    `http://127.0.0.1:${taker.port}/x`,
    'https://127.0.0.1/',
    'https://[::ffff:7f00:1]/',
    'https://0x7f000001/',
  ])
    expect((await add(url)).error.code, url).toBe('bad_address');
  expect((await add(`https://localhost:${taker.port}/x`)).way.state).toBe('active'); // a name is looked at when it is used
  await start(a, b, id);
  await new Promise((resolve) => setTimeout(resolve, 4_000));
  expect(taker.posts()).toEqual([]);
});

test('the settings say how one is called', async ({ browser }) => {
  taker = await new Taker().start('http');
  const smtp = ['--smtp', 'smtp://127.0.0.1:9', '--mail-from', 'trams@trams.example', '--smtp-plain'];
  served = await serveMatches(program, dist, ...calling(taker.port, ...smtp));
  for (const [language, size] of [
    ['en', { width: 1280, height: 720 }],
    ['de', { width: 390, height: 844 }],
    ['es', { width: 390, height: 844 }],
    ['ru', { width: 390, height: 844 }],
  ] as const) {
    const page = await (await browser.newContext({ viewport: size })).newPage();
    await settings(page, { name: 'Ada', language });
    await page.goto(`${served.site}#/settings`);
    await expect(page.locator('.calls')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await expectAccessible(page, `settings, ${language}`);
    await page.locator('.calls').evaluate((card) => card.scrollIntoView());
    await shoot(page, `calls-settings-${language}`);
    await page.close();
  }
});

test('the menu of seats has notifications of its table; a server that is not set up shows nothing of them', async ({
  browser,
}) => {
  for (const more of [['--contact', 'mailto:host@trams.example'], []]) {
    served = await serveMatches(program, dist, ...more);
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 720 } })).newPage();
    await settings(page, { name: 'Ada', language: 'en' });
    await page.goto(`${served.site}#/settings`);
    await expect(page.locator('h2').first()).toBeVisible();
    const headers = { 'Sec-Fetch-Site': 'same-origin' };
    const post = async (path: string, data: object) =>
      (await page.request.post(`${served?.site.replace(/\/$/, '')}/api${path}`, { data, headers })).json();
    const b = new Client(served.site);
    await b.ask('GET', '/me');
    const seats = [{ kind: 'human' }, { kind: 'human' }];
    const { table } = (await post('/tables', { game: '1840', seats, name: 'Ada', shuffle: false })) as Said;
    await b.ask('POST', `/tables/${table.id}/join`, { name: 'Bruno' });
    await post(`/tables/${table.id}/start`, {});
    const asked = page.waitForResponse((answer) => answer.url().endsWith(`/${table.id}/calls`));
    await page.goto(`${served.site}#/t/${table.id}`);
    await page.getByRole('button', { name: 'Seats and clocks' }).click();
    await asked;
    const item = page.getByRole('button', { name: 'Notifications of this table' });
    if (more.length) {
      await item.click();
      await page.getByLabel('Browser').selectOption('no');
      await expect(page.getByText('Saved.')).toBeVisible();
      await shoot(page, 'calls-table');
    } else {
      await expect(page.getByRole('button', { name: 'Resign' })).toBeVisible();
      await expect(item).toHaveCount(0);
      const looked = page.waitForResponse((answer) => answer.url().endsWith('/me/calls'));
      await page.goto(`${served.site}#/settings`);
      await looked;
      await page.waitForTimeout(200);
      await expect(page.locator('.calls')).toHaveCount(0);
    }
    await page.close();
    await served.stop();
    served = undefined;
  }
});
