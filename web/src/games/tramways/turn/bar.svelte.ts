// What is being made, in words: what and where, what it would bring, what is missing, what one would regret.
import { t } from '@/i18n/i18n.svelte';
import type { Action, RuleError, Values } from '@/table/contract';
import type { TableModel } from '@/table/model.svelte';
import { key, type Spot } from '../board/board';
import type { PlaceNames } from '../board/names';
import { cards } from '../data';
import type { TramwaysTexts } from '../texts';
import type { Position } from '../view';
import type { Composer } from './composer.svelte';
import { effectsTold, stressAfter } from './effects';
import { isKind, symbolsOf } from './making';
import { trackWay } from './track';

export interface Here {
  position: Position;
  names: PlaceNames;
  texts: TramwaysTexts;
  linkName: (id: number) => string; // also of links that are gone
}

// Events of the action that people would otherwise overlook.
const notable = new Set(['link_joined', 'link_split', 'hand_limit_raised', 'link_unpaid', 'stress_at_maximum']);

export class BarTexts {
  constructor(
    private readonly model: TableModel,
    private readonly composer: Composer,
    private readonly here: () => Here,
  ) {}

  readonly answer = $derived.by(() => (this.model.myTurn ? this.composer.answer : null));
  readonly title = $derived.by(() =>
    this.answer && this.composer.kind ? this.titleOf(this.answer.send ?? this.answer.action) : null,
  );
  readonly stressTo = $derived.by(() => stressAfter(this.answer?.effects ?? null, this.me));
  readonly effect = $derived.by(() => this.effects().filter(Boolean).join(' · '));
  // What is still missing.
  readonly blocked = $derived.by(() => {
    if (!this.answer || this.answer.send) return undefined;
    if (this.composer.slot !== null) return t('tramways.web.choose_field');
    return this.whyText(this.answer.why);
  });
  // What one would regret.
  readonly slip = $derived.by(() => {
    const { me, stressTo, composer } = this;
    if (stressTo !== null && me && stressTo > me.stress && stressTo >= me.stressMax)
      return t('tramways.web.at_maximum');
    return composer.kind === 'end_turn' && composer.root?.next.some((step) => isKind(step.set.type))
      ? t('tramways.web.slip_end')
      : null;
  });

  private get position(): Position {
    return this.here().position;
  }
  private get me() {
    return this.model.me === null ? null : (this.position.players[this.model.me] ?? null);
  }
  fieldAt(id: string) {
    return this.position.fields.find((field) => key([field.x, field.y]) === id);
  }
  parcelAt(parcel: string): Spot | null {
    const field = this.position.fields.find((entry) => entry.parcel === parcel);
    return field ? [field.x, field.y] : null;
  }
  trackOf(action: Values) {
    return trackWay(action, this.position.links, (parcel) => this.parcelAt(parcel));
  }

  private effects(): string[] {
    const { answer, model, composer } = this;
    const { position, texts } = this.here();
    const told = effectsTold(answer?.effects ?? null, model.me, position.players, (seat) => model.name(seat));
    const events = answer?.effects?.events ?? [];
    const open = answer?.send?.type === 'lay_track' && (answer.send.dests as string[]).length === 0;
    return [
      this.railsSoFar(),
      ...told.own.map(({ text }) => text),
      open ? t('tramways.web.incomplete') : '',
      this.bonus(),
      ...told.others,
      ...events.filter((event) => notable.has(event.kind)).map((event) => texts.event(event)),
      told.then.length ? t('tramways.web.then', { what: told.then.join(', ') }) : '',
      answer?.send && told.own.length === 0 && isKind(composer.kind) ? t('tramways.web.no_change') : '',
    ];
  }
  private bonus(): string {
    const { answer } = this;
    if (this.composer.kind !== 'move_passenger' || !answer?.send) return '';
    const to = this.placesOf(answer.send.field as Spot, answer.send.route as number[]).at(-1);
    const building = to ? this.fieldAt(key(to))?.building : null;
    return building ? t(`tramways.web.bonus.${building}`) : '';
  }
  private railsSoFar(): string {
    const { composer } = this;
    const track = composer.kind === 'lay_track' && composer.line ? this.trackOf(composer.line.action) : null;
    if (!track || this.answer?.send) return '';
    const rails = track.pieces.reduce((sum, [x, y]) => sum + (this.fieldAt(key([x, y]))?.rails ?? 0), 0);
    return rails ? t('tramways.web.rails', { n: rails }) : '';
  }
  private whyText(why: RuleError | null): string {
    return !why || why.code === 'not_chosen' ? t('tramways.web.go_on') : this.here().texts.error(why);
  }

  // What is being made, in words: always with its places.
  titleOf(action: Values): string | null {
    const { names, texts, linkName } = this.here();
    switch (action.type) {
      case 'lay_track': {
        const way = this.trackOf(action)?.way ?? [];
        const [from, to] = [way[0], way.at(-1)];
        if (!from || !to || way.length < 2) return null;
        const turned = action.redirect ? `${t('tramways.web.redirected')} · ` : '';
        return turned + t('tramways.web.lay', { from: names.exact(from), to: names.exact(to) });
      }
      case 'move_passenger': {
        const route = (action.route ?? []) as number[];
        if (!action.field || route.length === 0) return null;
        const to = this.placesOf(action.field as Spot, route).at(-1);
        return t('tramways.web.ride', {
          from: names.exact(action.field as Spot),
          to: to ? names.exact(to) : '',
          links: route.map(linkName).join(', '),
        });
      }
      case 'upgrade_link':
        return action.link === undefined ? null : t('tramways.web.up_link', { link: linkName(Number(action.link)) });
      case 'upgrade_building':
        return action.field ? t('tramways.web.up_building', { place: names.exact(action.field as Spot) }) : null;
      case 'build':
        if (!action.parcel) return null;
        return action.card === undefined
          ? t('tramways.web.build_on', { parcel: String(action.parcel) })
          : t('tramways.web.build_what', {
              parcel: String(action.parcel),
              building: t(`tramways.web.building.${cards.get(Number(action.card))?.building_type ?? 'R'}`),
            });
      case 'admin_play': {
        const uses = (action.uses ?? []) as { slot: number }[];
        const symbols = uses.map((use) => `${String(action.card)}:${use.slot}`);
        return symbols.length || this.composer.slot !== null
          ? t('tramways.web.use', { symbols: texts.symbols(symbols) || texts.cardTitle(Number(action.card)) })
          : null;
      }
      case 'choose_hand':
        return t('tramways.web.hand_done', { n: ((action.cards ?? []) as number[]).length });
      case undefined:
        return null;
      default:
        return texts.action(action as Action);
    }
  }
  // The places a route leads to, one after the other.
  private placesOf(from: Spot, route: number[]): Spot[] {
    const root = (at: Spot) => key(this.fieldAt(key(at))?.place ?? at);
    let here = root(from);
    return route.flatMap((id) => {
      const link = this.position.links.find((entry) => entry.id === id);
      const ends = (link?.ends ?? []).flatMap((end): Spot[] => (end ? [end] : []));
      const to = ends.find((end) => root(end) !== here) ?? ends[0];
      if (!to) return [];
      here = root(to);
      return [to];
    });
  }
  // Everything a hint or a choice says: what, where, and which cards.
  described(action: Action): string {
    const paid = action.type === 'admin_play' ? [] : symbolsOf(action);
    return [
      this.titleOf(action) ?? this.here().texts.action(action),
      paid.length ? this.here().texts.symbols(paid) : '',
    ]
      .filter(Boolean)
      .join(' · ');
  }
}
