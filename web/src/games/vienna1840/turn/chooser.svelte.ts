// What is chosen and not yet confirmed: something of the turn card, or a hex of the map with what is to lie there.
import { t } from '@/i18n/i18n.svelte';
import type { Action, Effects } from '@/table/contract';
import type { TableModel } from '@/table/model.svelte';
import { painted } from '@/ui/time';
import type { LaidTile } from '../board/board';
import { actionOf, candidatesAt, legalHexes, type Candidate, type Mode } from '../board/places';
import { mapOf } from '../data';
import type { Position } from '../position';
import { sentence, type ViennaTexts } from '../texts';
import type { Choice } from './choice';
import { changesTold } from './effects';
import { sameAction } from './steps';
import { answerFor, questionsAt } from './whynot';

// Each question to a server takes its time: how many are asked about one place.
const questionsHere = 60;
const questionsFar = 8;

export class Chooser {
  choice = $state.raw<Choice | null>(null);
  mode = $state<Mode>('all');
  hex = $state<string | null>(null);
  candidate = $state(0);
  turn = $state(0);
  private make: (() => Choice) | null = null;
  by: Element | null = null; // what was pressed to choose it: Enter there confirms
  private told = $state.raw<{ of: string; effects: Effects | null } | null>(null);
  // What was chosen on a hex is chosen again when one comes back to it, as long as nothing has been played.
  private kept = new Map<string, { candidate: number; turn: number }>();

  readonly legal = $derived.by(() => (this.model.myTurn ? legalHexes(this.position, this.mode) : new Map()));
  readonly candidates = $derived.by(() => (this.model.myTurn && this.hex ? this.fitting(this.hex) : []));
  readonly chosen = $derived.by((): Candidate | undefined => this.candidates[this.candidate]);
  readonly ghost = $derived.by((): LaidTile | null => {
    const { hex, chosen } = this;
    if (!hex || chosen?.kind !== 'tile') return null;
    return { hex, tile: chosen.tile, rotation: chosen.turns[this.turn % chosen.turns.length]?.rotation ?? 0 };
  });
  readonly decision = $derived.by((): Choice | null =>
    this.hex && this.chosen ? this.onMap(this.hex, this.chosen) : this.choice,
  );
  // The question behind what is chosen; the same text for the same action.
  readonly question = $derived.by(() =>
    this.decision && this.model.myTurn ? JSON.stringify(this.decision.action) : null,
  );
  readonly effect = $derived.by(() => {
    const { decision, told, question, model } = this;
    const changes = told && told.of === question ? told.effects : null;
    const changed = changesTold(changes, this.position, model.me, (seat) => model.name(seat));
    // A bid that wins at once is paid at once: what is left is told by that.
    const own = decision?.action.type === 'bid' && changed.length > 0 ? '' : (decision?.effect ?? '');
    return [own, ...changed].filter(Boolean).join(' · ');
  });

  constructor(
    readonly model: TableModel,
    private readonly now: () => { position: Position; texts: ViennaTexts },
  ) {}

  private get position(): Position {
    return this.now().position;
  }
  private fitting(hex: string): Candidate[] {
    return candidatesAt(this.position, hex).filter((entry) => this.mode !== 'remove' || entry.kind === 'remove');
  }

  private onMap(hex: string, chosen: Candidate): Choice {
    const where = this.now().texts.hex(hex);
    const action = actionOf(hex, chosen, this.turn);
    const line = this.position.lines.find((entry) => entry.number === this.position.line);
    const now = line?.best ?? 0;
    const gainText = (gain: number | null) => {
      if (gain === null) return '';
      if (gain === 0) return t('1840.web.best_same', { now });
      return t('1840.web.best_change', { now, then: now + gain, gain: gain > 0 ? `+${gain}` : `\u2212${-gain}` });
    };
    if (chosen.kind === 'marker')
      return { action, title: sentence(this.now().texts.action(action)), effect: gainText(chosen.gain) };
    if (chosen.kind === 'remove')
      return {
        action,
        title: t('1840.web.remove', { stadtbahn: chosen.stadtbahn, hex: where }),
        effect: t('1840.web.remove_effect'),
      };
    const of = chosen.turns.length;
    const at = this.turn % of;
    const parts = [
      gainText(chosen.turns[at]?.gain ?? null),
      of > 1 ? t('1840.web.rotation', { n: at + 1, of }) : '',
      chosen.turns.some(({ circle }) => circle > 0) ? this.circlesTold(hex, chosen.turns[at]?.circle ?? 0) : '',
      chosen.bonus ? t('1840.web.bonus', { bonus: t(`1840.bonus.${chosen.bonus}`) }) : '',
    ];
    return {
      action,
      title: t('1840.web.lay', { tile: chosen.tile, hex: where }),
      effect: parts.filter(Boolean).join(' · '),
    };
  }

  // R72: which of the two circles of 235, that with track (0) or the other, each marker on the hex takes.
  private circlesTold(hex: string, first: number): string {
    return this.position.markers
      .filter((marker) => marker.hex === hex && marker.line !== undefined)
      .map(({ line = 0, circle = 0 }) =>
        t('1840.web.marker_to', { line, track: (circle === 0 ? first : 1 - first) === 0 }),
      )
      .join(' · ');
  }

  // What it would change: asked for whenever something else is chosen.
  async ask(): Promise<void> {
    const of = this.question;
    if (of === null) return;
    const answer = await this.model.table.compose({ action: JSON.parse(of) as Action }).catch(() => null);
    if (of === this.question) this.told = { of, effects: answer?.effects ?? null };
  }

  choose(make: (() => Choice) | null): void {
    this.hex = null;
    this.make = make;
    this.choice = make?.() ?? null;
    this.by = document.activeElement;
  }
  // The same in the language that is spoken now.
  retell(): void {
    if (this.choice && this.make) this.choice = this.make();
  }
  place(id: string | null): void {
    this.choice = null;
    this.hex = id;
    const before = id ? this.kept.get(id) : undefined;
    this.candidate = before?.candidate ?? 0;
    this.turn = before?.turn ?? 0;
  }
  chooseCandidate(i: number): void {
    if (i === this.candidate) return this.turnBy(1); // pressed again, a tile turns
    this.candidate = i;
    this.turn = 0;
    this.keep();
  }
  turnBy(by: number): void {
    this.turn += by + (this.chosen?.kind === 'tile' ? this.chosen.turns.length : 1);
    this.keep();
  }
  private keep(): void {
    if (this.hex) this.kept.set(this.hex, { candidate: this.candidate, turn: this.turn });
  }
  drop(): void {
    this.place(null);
    this.model.refusal = null;
  }
  // A new position drops what was chosen in the old one.
  forget(): void {
    this.drop();
    this.kept.clear();
    this.mode = 'all';
  }
  use(mode: Mode): void {
    this.mode = mode;
    this.drop();
  }

  // A hex is pressed: what can be done there, or why nothing can.
  pick(id: string): void {
    const { model, position } = this;
    if (!model.myTurn || !this.legal.has(id)) {
      if (model.myTurn && position.moves && ['build', 'bonus', 'home'].includes(position.step)) void this.why(id);
      else this.drop();
      return;
    }
    model.question = null;
    if (this.hex === id) this.turnBy(1);
    else this.place(id);
  }
  // Why nothing can be done on a hex. Where something can after all, only not of the kind that is lit, it is chosen.
  async why(id: string): Promise<void> {
    const { model, position } = this;
    const far = model.table.kind === 'local' ? questionsHere : questionsFar;
    const answer = await model.whyOf(this.now().texts.hex(id), (why) =>
      answerFor(questionsAt(mapOf(position.map), position, id, this.mode), why, far),
    );
    if (answer === null && candidatesAt(position, id).length > 0) {
      this.mode = 'all';
      this.place(id);
      model.question = null;
    }
  }
  // What a hint says is chosen as if it had been pressed: on the map where it is there, else in the turn card.
  take(action: Action): void {
    this.model.question = null;
    const at = typeof action.hex === 'string' ? action.hex : null;
    if (!at) {
      this.choose(() => ({ action, title: this.now().texts.choice(action), effect: '' }));
      this.by = null;
      return;
    }
    this.mode = action.type === 'remove_marker' ? 'remove' : 'all';
    this.place(at);
    const entries = this.fitting(at);
    const turnFor = (entry: Candidate) =>
      (entry.kind === 'tile' ? entry.turns : [0]).findIndex((_, k) => sameAction(actionOf(at, entry, k), action));
    this.candidate = Math.max(
      0,
      entries.findIndex((entry) => turnFor(entry) >= 0),
    );
    const entry = entries[this.candidate];
    this.turn = entry ? Math.max(0, turnFor(entry)) : 0;
    this.keep();
  }
  async confirm(): Promise<void> {
    if (!this.decision) return;
    if (await this.model.play(this.decision.action)) {
      this.drop();
      await painted(); // focus has everything laid out at once
      document.getElementById('turn-title')?.focus({ preventScroll: true });
    }
  }
}
