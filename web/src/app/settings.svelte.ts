// What a person has chosen on this device.
import { languages, preferredLanguage, useLanguage, type Language } from '../i18n/i18n.svelte';

export interface Settings {
  theme: 'system' | 'light' | 'dark';
  language: Language;
  name: string;
  gains: 'always' | 'chosen' | 'never'; // "+30" on the board
  motion: 'system' | 'reduced';
  wheel: 'zoom' | 'move'; // what the mouse wheel does on a board
  sound: boolean;
  notify: boolean;
  botPause: number; // milliseconds before a bot's move
  against: Partial<Record<string, { bots: number; level: string }>>; // chosen last at "Play now", by game
}

const key = 'remise.settings';

function stored(): Settings {
  const fresh: Settings = {
    theme: 'system',
    language: preferredLanguage(),
    name: '',
    gains: 'always',
    motion: 'system',
    wheel: 'zoom',
    sound: false,
    notify: false,
    botPause: 350,
    against: {},
  };
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Settings>;
    if (kept.language && !languages.includes(kept.language)) delete kept.language;
    return { ...fresh, ...kept };
  } catch {
    return fresh;
  }
}

let settings = $state.raw<Settings>(stored());

export function setting<K extends keyof Settings>(name: K): Settings[K] {
  return settings[name];
}

export function change(part: Partial<Settings>): void {
  settings = { ...settings, ...part };
  try {
    localStorage.setItem(key, JSON.stringify(settings));
  } catch {
    // Private windows may keep nothing; the choice then lasts as long as the page.
  }
  apply();
  if (part.language) void useLanguage(part.language);
}

const darkSystem = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : null;
const calmSystem = typeof matchMedia === 'function' ? matchMedia('(prefers-reduced-motion: reduce)') : null;
let systemDark = $state(darkSystem?.matches ?? false);
darkSystem?.addEventListener?.('change', () => {
  systemDark = darkSystem.matches;
  apply();
});

export function isDark(): boolean {
  return settings.theme === 'dark' || (settings.theme === 'system' && systemDark);
}

export function reducedMotion(): boolean {
  return settings.motion === 'reduced' || (calmSystem?.matches ?? false);
}

export function apply(): void {
  document.documentElement.dataset.theme = isDark() ? 'dark' : 'light';
  document.documentElement.dataset.motion = reducedMotion() ? 'reduced' : 'full';
}
