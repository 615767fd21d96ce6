// The colours of the companies, from data/1840/game.json into one style sheet: there is no second list of them.
import { classOf, companies, stadtbahnen } from './data';

let done = false;

export function useCompanyColours(): void {
  if (done) return;
  done = true;
  let css = '';
  for (const { id, colour, dark, text } of [...companies.values(), ...stadtbahnen.values()]) {
    const ring = text.toUpperCase() === '#FFFFFF' ? '#fff' : '#1B1F26';
    css += `.${classOf(id)}{--cc:${colour};--ci:${text}}[data-theme=dark] .${classOf(id)}{--cc:${dark}}.mk.${classOf(id)}{stroke:${ring}}\n`;
  }
  const style = document.createElement('style');
  style.textContent = css;
  document.head.append(style);
}
