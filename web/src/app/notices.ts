// One's turn: in the title, and where asked for with a sound or a notice of the system. Only when the page is not being looked at.
import { t } from '../i18n/i18n.svelte';
import { setting } from './settings.svelte';

let before = false;

function chime(): void {
  const audio = new AudioContext();
  const gain = audio.createGain();
  gain.connect(audio.destination);
  gain.gain.setValueAtTime(0.12, audio.currentTime);
  gain.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.7);
  for (const [i, frequency] of [880, 1175].entries()) {
    const tone = audio.createOscillator();
    tone.frequency.value = frequency;
    tone.connect(gain);
    tone.start(audio.currentTime + i * 0.12);
    tone.stop(audio.currentTime + 0.7);
  }
  setTimeout(() => void audio.close(), 1000);
}

export function notifyTurn(mine: boolean, title: string): void {
  const said = mine ? `● ${t('web.turn.yours')} – ${title}` : `${title} – Remise`;
  if (document.title !== said) document.title = said;
  const fresh = mine && !before;
  before = mine;
  if (!fresh || document.visibilityState === 'visible') return;
  if (setting('sound')) chime();
  if (setting('notify') && 'Notification' in window && Notification.permission === 'granted')
    new Notification(t('web.turn.yours'), { body: title, tag: 'remise-turn' });
}
