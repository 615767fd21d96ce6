// Makes an action of Tramways through clicks alone: what is lit on the board, what is offered beside it, symbols of the hand. It knows
// which action is wanted and what it is called in the page; whether it can be made so is what the test finds out.
import { expect, type Page } from '@playwright/test';
import type { Action, MatchView } from '../../src/table/contract';
import { symbolsOf } from '../../src/games/tramways/turn/making';
import { trackWay } from '../../src/games/tramways/turn/track';
import type { BoardLink, Spot } from '../../src/games/tramways/board/board';

type State = {
  map: { x: number; y: number; ground: string }[];
  links: Record<string, Omit<BoardLink, 'id'>>;
};

export class Maker {
  clicks = 0;
  constructor(private page: Page) {}

  async click(selector: string): Promise<void> {
    const target = this.page.locator(selector).first();
    await expect(target, selector).toBeAttached();
    await target.dispatchEvent('click');
    ++this.clicks;
    await this.settled();
  }
  // Every touch is answered before the next one.
  private async settled(): Promise<void> {
    await this.page.waitForFunction(() => !document.querySelector('[aria-busy=true]'));
    await this.page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => done())));
  }
  private async lit(field: string): Promise<void> {
    await expect(this.page.locator(`g.can[data-field="${field}"]`), `lit ${field}`).toBeAttached();
    await this.click(`g[data-field="${field}"]`);
  }

  // So many clicks it took, the confirmation with them.
  async make(action: Action, view: MatchView): Promise<number> {
    const state = view.state as State;
    const parcel = (name: string): Spot => {
      const field = state.map.find((entry) => entry.ground === name);
      return field ? [field.x, field.y] : [-1, -1];
    };
    const links = Object.entries(state.links).map(([id, link]) => ({ ...link, id: Number(id) })) as BoardLink[];
    this.clicks = 0;
    const key = (spot: Spot) => spot.join(',');
    const card = (offer: string, id: unknown) => this.click(`[data-card="${String(id)}"] [data-offer=${offer}]`);
    switch (action.type) {
      case 'lay_track': {
        await this.click('[data-offer=lay_track]');
        for (const spot of trackWay(action, links, parcel)?.way ?? []) await this.lit(key(spot));
        const { kind, link = '' } = action.base as { kind: string; link?: number };
        if (await this.page.locator('[data-offer=variant]').count()) await this.click(`[data-base="${kind}:${link}"]`);
        break;
      }
      case 'move_passenger':
        await this.click('[data-offer=move_passenger]');
        await this.lit(key(action.field as Spot));
        for (const link of action.route as number[]) await this.click(`[data-ride="${link}"]`);
        break;
      case 'upgrade_link':
        await this.click('[data-offer=upgrade_link]');
        await this.click(`g.can[data-link="${String(action.link)}"]`);
        break;
      case 'upgrade_building':
        await this.click('[data-offer=upgrade_building]');
        await this.lit(key(action.field as Spot));
        break;
      case 'build':
        await this.click('[data-offer=build]');
        await this.lit(key(parcel(String(action.parcel))));
        await card('building', action.card);
        break;
      case 'bid': {
        const input = this.page.getByRole('spinbutton').first();
        await input.fill(String(action.amount));
        await input.dispatchEvent('change');
        ++this.clicks;
        await this.settled();
        await this.click('[data-offer=bid]');
        break;
      }
      case 'solo_reveal':
        await this.click('[data-offer=reveal]');
        break;
      case 'admin_play':
        for (const use of action.uses as { slot: number; field: Spot | null }[]) {
          await this.click(`[data-symbol="${String(action.card)}:${use.slot}"]`);
          if (use.field) await this.lit(key(use.field));
        }
        break;
      case 'admin_discard':
        await card('discard', action.card);
        break;
      case 'take_dev':
        await card('take_dev', action.card);
        if (action.reveal !== null) await card('reveal_dev', action.reveal);
        break;
      case 'choose_book': {
        const open = (view.state as { books: { open: number }[] }).books[Number(action.book)]?.open;
        await card('book', open);
        break;
      }
      case 'take_auction_card':
      case 'solo_take':
      case 'take_open_dev':
        await card('take', action.card);
        break;
      case 'draft_parcel':
        await card('card', action.card);
        break;
      case 'choose_hand':
        for (const id of action.cards as number[]) await card('card', id);
        if ((action.cards as number[]).length === 0) await this.click('[data-offer=ask]');
        break;
      case 'keep_dev':
      case 'void_discard':
        await card(action.type, action.card);
        break;
      case 'take_top_dev':
        await this.click('[data-offer=top]');
        break;
      case 'buy_hp': {
        const input = this.page.getByRole('spinbutton');
        if (await input.count()) {
          await input.first().fill(String(action.n));
          await input.first().dispatchEvent('change');
          ++this.clicks;
          await this.settled();
        }
        await this.click('[data-offer=buy_hp]');
        break;
      }
      default:
        await this.click(`[data-offer=${action.type}]`);
    }
    if (action.type !== 'admin_play') await this.pay(symbolsOf(action));
    await this.click('[data-confirm]:not(:disabled)');
    return this.clicks;
  }

  // Frees what pays and should not, uses what should and does not.
  private async pay(wanted: string[]): Promise<void> {
    for (let i = 0; i < 14; ++i) {
      const paying = await this.page
        .locator('[data-symbol][aria-pressed=true]')
        .evaluateAll((all) => all.map((element) => element.getAttribute('data-symbol') ?? ''));
      const missing = wanted.find((symbol) => !paying.includes(symbol));
      const extra = paying.find((symbol) => !wanted.includes(symbol));
      if (!missing && !extra) return;
      await this.click(`[data-symbol="${missing ?? extra ?? ''}"]`);
    }
    throw new Error(`cannot pay with ${wanted.join(' ')}`);
  }
}
