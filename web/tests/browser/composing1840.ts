// Makes an action of 1840 through clicks alone: hexes that are lit, what is offered beside the map, numbers typed into their fields. It
// knows which action is wanted; whether it can be made so is what the test finds out.
import { expect, type Locator, type Page } from '@playwright/test';
import type { Action, MatchView } from '../../src/table/contract';
import { sameAction } from '../../src/games/vienna1840/turn/steps';

export class Maker1840 {
  constructor(private page: Page) {}

  private async click(selector: string): Promise<void> {
    const target = this.page.locator(selector).first();
    await expect(target, selector).toBeAttached();
    const folded = this.page.locator('details:not([open])').filter({ has: target });
    if (await folded.count()) await folded.first().locator('summary').click();
    await target.dispatchEvent('click');
  }
  private async type(field: Locator, value: unknown): Promise<void> {
    await field.fill(String(value));
    await field.dispatchEvent('change');
  }
  private number(value: unknown): Promise<void> {
    return this.type(this.page.locator('.turn .stepper input'), value);
  }

  // A hex that is lit, what fits there, and how it lies.
  private async onMap(hex: string, what: string, lies?: string): Promise<void> {
    await this.click(`g.can[data-hex="${hex}"]`);
    const fits = this.page.locator(`[data-fits="${what}"]`);
    if ((await fits.getAttribute('aria-checked')) !== 'true') await fits.dispatchEvent('click');
    await expect(fits).toHaveAttribute('aria-checked', 'true');
    for (let turns = 0; lies && (await fits.getAttribute('data-turned')) !== lies; ++turns) {
      expect(turns, `${what} never lies ${lies}`).toBeLessThan(12);
      await this.page.getByRole('button', { name: 'Rotate clockwise' }).dispatchEvent('click');
    }
  }
  private async build(action: Action): Promise<void> {
    const hex = String(action.hex);
    if (action.type === 'lay_tile')
      return this.onMap(hex, `tile:${String(action.tile)}`, `${String(action.rotation)}:${Number(action.circle ?? 0)}`);
    if (action.type === 'place_marker')
      return this.onMap(hex, `marker:${Number(action.location ?? 0)}:${Boolean(action.replace)}`);
    await this.click('[data-act="4"]');
    return this.onMap(hex, `remove:${String(action.stadtbahn)}`);
  }
  private async run(action: Action): Promise<void> {
    if (action.empty) return this.click('[data-offer=run_empty]');
    if (action.revenue === undefined) return this.click('[data-offer=run]');
    await this.click('[data-offer=run_claim]');
    await this.number(action.revenue);
  }

  async make(action: Action, view: MatchView): Promise<void> {
    const of = (member: string) => String(action[member]);
    switch (action.type) {
      case 'lay_tile':
      case 'place_marker':
      case 'remove_marker':
        await this.build(action);
        break;
      case 'run':
        await this.run(action);
        break;
      case 'bid':
        await this.click(`[data-offer=bid][data-lot="${action.line === undefined ? of('private') : of('line')}"]`);
        await this.number(action.price);
        break;
      case 'choose_order':
        await this.page.locator('[data-offer=order]').getByText(of('card'), { exact: true }).click();
        break;
      case 'buy_director': {
        const row = this.page.locator(`tr[data-company="${of('company')}"] [data-offer=par]`);
        await row.getByText(of('par'), { exact: true }).click();
        break;
      }
      case 'buy_share':
        await this.click(`tr[data-company="${of('company')}"] [data-offer=buy]`);
        break;
      case 'sell_shares': // each further press sells one more
        for (let n = 0; n < Number(action.count); ++n)
          await this.click(`tr[data-company="${of('company')}"] [data-offer=sell]`);
        break;
      case 'return_private':
        await this.click(`[data-offer=return][data-private="${of('private')}"]`);
        break;
      case 'dividend':
        await this.page.locator('.turn input[type=range]').fill(of('amount'));
        break;
      case 'buy_tram':
        await this.click(`[data-colour="${of('colour')}"] [data-offer=tram]`);
        break;
      case 'scrap_tram':
        await this.click(`[data-offer=scrap][data-tram="${of('colour')}:${Number(action.line ?? 0)}"]`);
        break;
      case 'assign_trams': {
        const all = view.legal.filter(({ type }) => type === 'assign_trams');
        const nth = all.findIndex((entry) => sameAction(entry, action));
        await this.page.locator('[data-offer=assign]').nth(nth).click();
        break;
      }
      case 'offer_private':
        await this.click(`[data-offer=offer][data-private="${of('private')}"]`);
        await this.number(action.price);
        break;
      default:
        await this.click(`[data-offer=${action.type}]`);
    }
    await this.page.locator('[data-confirm]:not(:disabled)').dispatchEvent('click');
  }
}
