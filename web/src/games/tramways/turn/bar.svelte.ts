// What is being made, in words: what and where, what it would bring, what is missing, what one would regret.
import { t } from '@/i18n/i18n.svelte';
import type { Action, RuleError, Values } from '@/table/contract';
import type { TableModel } from '@/table/model.svelte';
import { key, type Spot } from '../board/board';
import type { PlaceNames } from '../board/names';
import type { TramwaysTexts } from '../texts';
import type { Position } from '../view';
import type { Composer } from './composer.svelte';
import { stressAfter } from './effects';
import { isKind, symbolsOf } from './making';
import { barParts } from './promises';
import { Titles } from './titles';
import { trackWay } from './track';

export interface Here {
  position: Position;
  names: PlaceNames;
  texts: TramwaysTexts;
  linkName: (id: number) => string; // also of links that are gone
}

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
  readonly effect = $derived.by(() => {
    const { position, texts } = this.here();
    const name = (seat: number) => this.model.name(seat);
    return barParts({ answer: this.answer, me: this.model.me, players: position.players, name, texts }).join(' · ');
  });
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

  private whyText(why: RuleError | null): string {
    return !why || why.code === 'not_chosen' ? t('tramways.web.go_on') : this.here().texts.error(why);
  }

  private get titles(): Titles {
    const { position, names, texts, linkName } = this.here();
    return new Titles(position, names, texts, linkName);
  }
  titleOf(action: Values): string | null {
    return this.titles.of(action, this.composer.slot !== null);
  }
  // Everything a hint or a choice says: what, where, and which cards.
  described(action: Action): string {
    const paid = action.type === 'admin_play' ? [] : symbolsOf(action);
    return [
      this.titles.named(action) ?? this.here().texts.action(action),
      paid.length ? this.here().texts.symbols(paid) : '',
    ]
      .filter(Boolean)
      .join(' · ');
  }
}
