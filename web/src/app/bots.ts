// Bots in words.
import { hasText, t } from '../i18n/i18n.svelte';
import { plainLevel, styleOf } from '../table/levels';

// "hard", or "hard, builder".
export function levelText(level: string): string {
  const style = styleOf(level);
  const plain = t(`web.bot.${plainLevel(level)}`);
  return style ? t('web.bot.styled', { level: plain, style: t(`web.bot.style.${style}`) }) : plain;
}

// The same in a list that goes from the weakest to the strongest: "3 · medium".
export const levelStep = (level: string, i: number): string => `${i + 1} · ${levelText(level)}`;

// Which step of these it is, what the level overlooks, and what the style leans to.
export function levelAbout(level: string, levels: string[] = []): string {
  const step = levels.indexOf(plainLevel(level)) + 1;
  const keys = [`web.bot.about.${plainLevel(level)}`, `web.bot.style.about.${styleOf(level) ?? ''}`];
  return [
    ...(step > 0 && levels.length > 1 ? [t('web.bot.step', { n: step, of: levels.length })] : []),
    ...keys.filter(hasText).map((key) => t(key)),
  ].join(' ');
}
