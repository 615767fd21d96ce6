// Bots in words.
import { hasText, t } from '../i18n/i18n.svelte';
import { plainLevel, styleOf } from '../table/levels';

// "hard", or "hard, builder".
export function levelText(level: string): string {
  const style = styleOf(level);
  const plain = t(`web.bot.${plainLevel(level)}`);
  return style ? t('web.bot.styled', { level: plain, style: t(`web.bot.style.${style}`) }) : plain;
}

// What the level overlooks, and what the style leans to.
export function levelAbout(level: string): string {
  const keys = [`web.bot.about.${plainLevel(level)}`, `web.bot.style.about.${styleOf(level) ?? ''}`];
  return keys
    .filter(hasText)
    .map((key) => t(key))
    .join(' ');
}
