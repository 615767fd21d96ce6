// A group that plays for days: four browsers in four languages at one table of two real servers on one PostgreSQL, one of which is
// killed. The servers' clock is set by a file (tests/support/later.c), the pages' by the test. People are called by push messages to
// an endpoint of the test's own. REMISE_SERVER names the program.
import { expect, test, type Browser, type Page } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { createECDH, randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { expectAccessible, shoot } from './axe';
import { openLog, settings, watch } from './player';
import { freePort, served, type Served } from './servers';
import { Taker } from './takers';

const program = process.env.REMISE_SERVER ?? '';
const root = join(import.meta.dirname, '../../..');
const hour = 3600;
const phone = { width: 390, height: 844 };
const ece = createRequire(import.meta.url)('http_ece') as {
  decrypt(
    body: Buffer,
    how: { version: string; privateKey: ReturnType<typeof createECDH>; authSecret: Buffer },
  ): Buffer;
};

// ---- The world: a clock, a database, two servers ------------------------------------------------------------------------------------

class World {
  readonly folder = mkdtempSync(join(tmpdir(), 'remise-weeks-'));
  readonly taker = new Taker();
  nodes: Served[] = [];
  private ports: number[] = [];
  private seconds = 0;
  private clock = join(this.folder, 'clock');
  private shim = join(this.folder, 'later.so');

  async start(): Promise<void> {
    chmodSync(this.folder, 0o777);
    execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', this.shim, join(root, 'tests/support/later.c')]);
    this.later(0);
    this.sql('initdb', '-D', join(this.folder, 'data'), '-U', 'remise', '-A', 'trust', '-N', '--no-instructions');
    const where = `-c listen_addresses='' -k ${this.folder} -p 5433`;
    this.sql('pg_ctl', '-D', join(this.folder, 'data'), '-w', '-l', join(this.folder, 'log'), '-o', where, 'start');
    this.sql('createdb', '-h', this.folder, '-p', '5433', '-U', 'remise', '-w', 'weeks');
    await this.taker.start('http');
    for (const n of [0, 1]) {
      this.ports[n] = await freePort();
      await this.serve(n);
    }
  }
  async serve(n: number): Promise<void> {
    const port = String(this.ports[n]);
    const database = `postgresql://remise@/weeks?host=${this.folder}&port=5433`;
    this.nodes[n] = await served('/usr/bin/env', [
      `LD_PRELOAD=${this.shim}`,
      `REMISE_TEST_CLOCK=${this.clock}`,
      ...[program, 'serve', '--port', port, '--db', database, '--web', join(root, 'web/dist'), '--log', 'error'],
      ...['--rate-limit', '1000', '--origin', `http://127.0.0.1:${port}`],
      ...['--contact', 'mailto:host@trams.example', '--call-after-ms', '10000', '--call-private'],
    ]);
  }
  site = (n: number): string => this.nodes[n]?.site ?? '';
  // So much later for the servers and for everybody who looks.
  async later(seconds: number, ...pages: Page[]): Promise<void> {
    this.seconds += seconds;
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(BigInt(this.seconds));
    writeFileSync(this.clock, bytes);
    for (const page of pages) await page.evaluate((by) => localStorage.setItem('test.later', String(by)), this.seconds);
  }
  now = (): number => this.seconds;
  async stop(): Promise<void> {
    for (const node of this.nodes) await node.stop().catch(() => undefined);
    this.taker.stop();
    this.sql('pg_ctl', '-D', join(this.folder, 'data'), '-m', 'immediate', '-w', 'stop');
    rmSync(this.folder, { recursive: true, force: true });
  }
  private sql(name: string, ...args: string[]): void {
    const command = [`/usr/lib/postgresql/15/bin/${name}`, ...args];
    const whole = userInfo().uid === 0 ? ['runuser', '-u', 'postgres', '--', ...command] : command;
    execFileSync(whole[0] ?? '', whole.slice(1), { stdio: 'ignore', cwd: this.folder });
  }
}

// ---- People ------------------------------------------------------------------------------------------------------------------------

const catalogues = new Map<string, Record<string, string>>();
function words(language: string, key: string): string {
  let all = catalogues.get(language);
  if (!all) {
    all = JSON.parse(readFileSync(join(root, `data/locale/${language}/web.json`), 'utf8')) as Record<string, string>;
    catalogues.set(language, all);
  }
  const text = all[key];
  if (!text) throw new Error(`no text ${key}`);
  return text;
}
// A sentence with whatever stands in its gaps.
const sentence = (language: string, key: string): RegExp =>
  new RegExp(
    words(language, key)
      .split(/\{[^}]*\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.+'),
  );

interface Said {
  id: string;
  title: string;
  text: string;
  table: string;
  lang: string;
}
class Person {
  page!: Page;
  errors: string[] = [];
  private keys = createECDH('prime256v1');
  private auth = randomBytes(16);
  constructor(
    readonly world: World,
    readonly name: string,
    readonly language: string,
    readonly node: number,
  ) {
    this.keys.generateKeys();
  }
  say = (key: string): string => words(this.language, key);
  button = (key: string) => this.page.getByRole('button', { name: this.say(key) }).first();
  async come(browser: Browser, size?: typeof phone): Promise<this> {
    const context = await browser.newContext({ ...(size ? { viewport: size } : {}), timezoneId: 'Europe/Vienna' });
    this.page = await context.newPage();
    await settings(this.page, { botPause: 0, motion: 'reduced', name: this.name, language: this.language });
    await this.page.addInitScript((by) => {
      const real = Date.now.bind(Date);
      if (location.protocol !== 'http:') return;
      if (!localStorage.getItem('test.later')) localStorage.setItem('test.later', String(by));
      Date.now = () => real() + Number(localStorage.getItem('test.later')) * 1000;
    }, this.world.now());
    this.errors = watch(this.page, /127\.0\.0\.1/).errors; // a server dies
    return this;
  }
  // What a server answers to this browser.
  ask = <T>(method: string, path: string, body?: object): Promise<T> =>
    this.page.evaluate(
      async ([how, where, what]) => {
        const response = await fetch(`./api${where}`, {
          method: how,
          ...(what ? { headers: { 'Content-Type': 'application/json' }, body: what } : {}),
        });
        return (await response.json()) as unknown;
      },
      [method, path, body ? JSON.stringify(body) : ''] as const,
    ) as Promise<T>;
  async registerBrowser(): Promise<void> {
    const added = await this.ask<{ way: { state: string } }>('POST', '/me/ways', {
      kind: 'push',
      lang: this.language,
      zone: 60,
      endpoint: `http://127.0.0.1:${this.world.taker.port}/push/${this.name}`,
      p256dh: this.keys.getPublicKey('base64url'),
      auth: this.auth.toString('base64url'),
    });
    expect(added.way.state).toBe('active');
  }
  calls(): Said[] {
    const mine = this.world.taker.posts().filter((one) => one.path === `/push/${this.name}`);
    return mine.map((one) => {
      const how = { version: 'aes128gcm', privateKey: this.keys, authSecret: this.auth };
      return JSON.parse(ece.decrypt(Buffer.from(one.body, 'base64'), how).toString()) as Said;
    });
  }
  open = (id: string) => this.page.goto(`${this.world.site(this.node)}#/t/${id}`);
  away = () => this.page.goto(`${this.world.site(this.node)}health`); // another page
  seats = () => this.page.locator('header button.seats');
  // The seats as this page tells of them.
  async seatMenu(): Promise<string> {
    await this.seats().click();
    const dialog = this.page.locator('dialog[open]');
    await expect(dialog).toBeVisible();
    const told = await dialog.locator('ul.people').innerText();
    await this.page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    return told;
  }
  async menu(item: string): Promise<void> {
    await this.seats().click();
    await this.page
      .locator('dialog[open]')
      .getByRole('button', { name: this.say(`web.seat.${item}_title`) })
      .click();
    await this.page
      .locator('dialog[open]')
      .getByRole('button', { name: this.say(`web.seat.${item}_do`) })
      .click();
    await expect(this.page.locator('dialog[open]')).toBeHidden();
  }
  async pass(): Promise<void> {
    await this.page.locator('[data-offer="pass"]').first().click();
    await this.page.locator('[data-confirm]').first().click();
  }
  // The log of this page marks a move so.
  async logSays(key: string): Promise<void> {
    const log = await openLog(this.page, this.say('web.log.title'));
    await expect(log.getByText(this.say(key)).first(), `${this.name}: ${key}`).toBeAttached();
    const turn = this.page.getByRole('tab', { name: this.say('web.tab.turn'), exact: true }); // on a phone
    if (await turn.count()) await turn.click();
  }
}

// The numbers a text says, in whichever language.
const numbers = (text: string | null): number[] => (text?.match(/\d+/g) ?? []).map(Number);

test('@long four people, days on two servers: a plan, a deadline, a return, a replacement, an agreed end', async ({
  browser,
}) => {
  expect(program, 'no server to test against (REMISE_SERVER)').not.toBe('');
  const world = new World();
  try {
    await world.start();
    const people = [
      await new Person(world, 'Ada', 'en', 0).come(browser),
      await new Person(world, 'Bruno', 'de', 1).come(browser, phone),
      await new Person(world, 'Chiara', 'es', 0).come(browser, phone),
      await new Person(world, 'Dmitri', 'ru', 1).come(browser),
    ] as const;
    const [ada] = people;

    // A table of 1840 with a day for each decision, nights as well as days.
    await ada.page.goto(`${world.site(0)}#/new/1840`);
    await ada.page.getByLabel('Your name').fill('Ada');
    await ada.page.getByRole('combobox', { name: 'Players' }).first().selectOption('4');
    await ada.page.getByText('A move a day').click();
    await ada.page.getByLabel(/rests from 23:00/).uncheck();
    await ada.page.getByRole('button', { name: 'Create the table' }).click();
    await expect(ada.page.getByText('1 day for each decision')).toBeVisible();
    const id = /#\/t\/([\w-]+)/.exec(ada.page.url())?.[1] ?? '';
    for (const one of people.slice(1)) {
      await one.open(id);
      await one.page.getByRole('textbox', { name: one.say('web.new.name') }).fill(one.name);
      await one.button('web.wait.sit').click();
      await expect(one.button('web.wait.sit')).toBeHidden();
    }
    await ada.page.getByRole('button', { name: 'Start the game' }).click();
    for (const one of people) {
      await expect(one.page.locator('#turn-title')).toBeVisible();
      await one.registerBrowser();
    }
    // What anybody may see there, at the server that lives on.
    const look = async <T>(path: string): Promise<T> =>
      (await (await fetch(`${world.site(0)}api/tables/${id}${path}`)).json()) as T;
    const names = async (): Promise<string[]> =>
      (await look<{ table: { seats: { name: string }[] } }>('')).table.seats.map((seat) => seat.name);
    const toAct = async (): Promise<string[]> => {
      const { view } = await look<{ view: { to_act: number[] } }>('/view');
      const seated = await names();
      return view.to_act.map((seat) => seated[seat] ?? '');
    };
    const turnOf = (name: string) => expect.poll(toAct, { timeout: 30_000 }).toEqual([name]);
    const moved = (name: string) => expect.poll(toAct, { timeout: 30_000 }).not.toEqual([name]);
    const find = (name: string | undefined): Person => {
      const found = people.find((one) => one.name === name);
      if (!found) throw new Error(`nobody is called ${name}`);
      return found;
    };

    const [seated, { view }] = [await names(), await look<{ view: { state: { order: number[] } } }>('/view')];
    const [first, planner, absent] = view.state.order.map((seat) => find(seated[seat])) as [Person, Person, Person];
    await turnOf(first.name);

    // Every page counts the same time.
    const left = async () => {
      const told = await Promise.all(people.map((one) => one.seats().getAttribute('aria-label')));
      return told.map((text, n) => {
        expect(text).toMatch(sentence(people[n]?.language ?? '', 'web.seat.left'));
        return numbers(text);
      });
    };
    for (const one of await left()) expect(one[0]).toBe(23);

    // One decides in advance, in the page; another goes away. The first passes: the plan follows by itself.
    await planner.page.locator('header button.ahead').click();
    await planner.page.locator('dialog[open] .kinds button').first().click();
    await expect(planner.page.locator('dialog[open] li')).toHaveCount(1);
    await planner.page.keyboard.press('Escape');
    for (const one of people)
      if (one !== planner) await expect(one.page.locator('header button.ahead .count')).toHaveCount(0);
    await absent.away();
    await first.pass();
    await turnOf(absent.name);
    for (const one of people) if (one !== absent) await one.logSays('web.log.advance');

    // Who is to move and does not look is called, once; before the time is up once more.
    await expect.poll(() => absent.calls().length, { timeout: 30_000 }).toBe(1);
    expect(absent.calls()[0]).toMatchObject({ table: id, lang: absent.language });
    expect(absent.calls()[0]?.text).toContain(absent.name);
    const here = people.filter((one) => one !== absent).map((one) => one.page);
    await world.later(21.5 * hour, ...here);
    await expect.poll(() => absent.calls().length, { timeout: 30_000 }).toBe(2);
    expect(new Set(absent.calls().map((one) => one.id)).size).toBe(2);
    for (const one of people.filter((p) => p !== absent)) {
      const told = await one.seatMenu();
      expect(told).toMatch(sentence(one.language, 'web.table.left'));
      expect(numbers(await one.seats().getAttribute('aria-label'))[0]).toBe(2);
    }

    // The time is up: a bot makes the move, and everybody reads so.
    await world.later(3 * hour, ...here);
    await moved(absent.name);
    for (const one of people.filter((p) => p !== absent)) await one.logSays('web.log.minded');
    await shoot(planner.page, 'weeks-time-up');

    // A server dies and comes back; its people are there again by themselves, and the match goes on.
    await world.nodes[1]?.kill?.();
    await world.serve(1);
    await absent.open(id);
    await expect(absent.page.locator('#turn-title')).toBeVisible();
    await absent.logSays('web.log.minded');
    expect(await absent.seatMenu()).not.toContain(absent.say('web.seat.minded'));
    expect(absent.calls().length).toBe(2);
    const next = find((await toAct())[0]);
    await next.pass();
    await moved(next.name);

    // One leaves to a bot, which plays at once; everybody sees it; the seat is handed back at once.
    const leaver = find((await toAct())[0]);
    await leaver.menu('bot');
    await expect(leaver.page.getByText(leaver.say('web.seat.you_left_bot'))).toBeVisible();
    await moved(leaver.name);
    for (const one of people)
      await expect.poll(() => one.seatMenu(), { message: one.name }).toContain(one.say('web.seat.minded'));
    await leaver.button('web.seat.come_back').click();
    await expect(leaver.page.getByText(leaver.say('web.seat.you_left_bot'))).toBeHidden();
    for (const one of people)
      await expect.poll(() => one.seatMenu(), { message: one.name }).not.toContain(one.say('web.seat.minded'));

    // One offers the seat. A fifth person opens the link at the other server and takes it; all read the new name.
    await planner.menu('offer');
    const eva = await new Person(world, 'Eva', 'en', 1 - planner.node).come(browser);
    await eva.open(id);
    await expect(eva.page.getByText(sentence('en', 'web.seat.free'))).toBeVisible();
    await expectAccessible(eva.page, 'a seat that is free');
    await shoot(eva.page, 'weeks-free-seat');
    await eva.page.getByRole('textbox', { name: 'Your name' }).fill('Eva');
    await eva.button('web.wait.sit').click();
    await expect.poll(names, { timeout: 30_000 }).toContain('Eva');
    const group = [...people.filter((one) => one !== planner), eva];
    for (const one of [...group, planner])
      await expect.poll(() => one.seatMenu(), { message: one.name }).toContain('Eva');
    await planner.seats().click();
    await expect(planner.page.locator('dialog[open] ul.people')).toBeVisible();
    await expect(planner.page.locator('dialog[open] button.item')).toHaveCount(0);
    await planner.page.keyboard.press('Escape');

    // The end all agree on. Everybody reads the same result.
    const proposer = group[0] as Person;
    await proposer.menu('end');
    for (const one of group.slice(1)) {
      await expect(one.page.getByText(sentence(one.language, 'web.proposal.end_standing'))).toBeVisible();
      await one.button('web.proposal.agree').click();
    }
    const results: number[][] = [];
    for (const one of [...group, planner]) {
      const notice = one.page.locator('.notice', { hasText: one.say('web.seat.ended_agreed') });
      await expect(notice).toBeVisible();
      expect(await notice.innerText()).toMatch(sentence(one.language, 'web.seat.ended_standing'));
      results.push(numbers(await notice.innerText()));
      await shoot(one.page, `weeks-ended-${one.language}`);
    }
    expect(results[0]?.length).toBe(4);
    for (const one of results) expect(one).toEqual(results[0]);

    // Nobody was called who looked, and nobody after the end.
    for (const one of people) expect(one.calls().length, one.name).toBe(one === absent ? 2 : 0);
    for (const one of [...people, eva]) expect(one.errors).toEqual([]);
  } finally {
    await world.stop();
  }
});
