// "Why not?": what was touched, asked of the engine as a part of what is being made.
import { t } from '@/i18n/i18n.svelte';
import type { RuleError, Values } from '@/table/contract';
import type { TableModel } from '@/table/model.svelte';
import { edgeTowards, key, spotOf, type Spot } from '../board/board';
import type { BarTexts, Here } from './bar.svelte';
import type { Composer } from './composer.svelte';
import { isKind, type Kind } from './making';

export class Questions {
  asked = $state<string | null>(null); // the field it is about
  constructor(
    private readonly model: TableModel,
    private readonly composer: Composer,
    private readonly bar: BarTexts,
    private readonly here: () => Here,
  ) {}

  // In the action phases, of a seat whose hand is known.
  ask(field: Spot): void {
    const { position, names } = this.here();
    const me = this.model.me === null ? null : position.players[this.model.me];
    if (!this.model.myTurn || !/^act[12]$/.test(position.phase) || !me?.hand) return;
    this.asked = key(field);
    void this.about(names.exact(field), this.questionAt(field));
  }
  askKind(kind: Kind, why: RuleError | null): void {
    const subject = t(`tramways.web.kind.${kind}`);
    if (why) this.model.question = { subject, answer: why, legal: false };
    else void this.about(subject, { type: kind });
  }

  private questionAt(field: Spot): Values {
    const { model, composer } = this;
    const at = this.bar.fieldAt(key(field));
    const kind =
      composer.kind && isKind(composer.kind)
        ? composer.kind
        : at?.passenger
          ? 'move_passenger'
          : at?.parcel && !at.building && at.owner === model.me
            ? 'build'
            : 'lay_track';
    if (kind === 'build' || kind === 'upgrade_building' || kind === 'move_passenger') return { type: kind, field };
    if (kind === 'upgrade_link') return { type: kind };
    // One field further than drawn.
    const last = composer.drawn.at(-1);
    const edge = last ? edgeTowards(spotOf(last), field) : null;
    const line = composer.line?.action;
    const base = line?.base as { kind: string; edge?: string } | undefined;
    if (last && edge && base && line) {
      if (base.kind === 'new' && !base.edge) return { ...line, base: { ...base, edge } };
      return { ...line, exits: [...((line.exits ?? []) as string[]), edge] };
    }
    return { type: 'lay_track', base: { kind: 'new', field } };
  }
  private async about(subject: string, action: Values): Promise<void> {
    const { model } = this;
    const question = { subject, answer: null, legal: false };
    model.question = question;
    const { why, send, next } = await model.table
      .compose({ action })
      .catch((error: { error?: RuleError }) => ({ why: error.error ?? null, send: null, next: [] }));
    if (model.question !== question) return;
    const open = why === null || (why.code === 'not_chosen' && (send !== null || next.length > 0));
    model.question = { subject, answer: open ? null : why, legal: open };
  }
}
