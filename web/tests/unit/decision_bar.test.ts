// What the decision bar says beside its buttons.
import { render, screen } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import DecisionBar from '../../src/frame/DecisionBar.svelte';
import { errorText, useTexts } from '../../src/i18n/i18n.svelte';
import { TableModel } from '../../src/table/model.svelte';
import { connect, update } from './support';

it('tells in how many seconds the next hint is there, beside the button for it', async () => {
  useTexts({ 'web.hint': 'Hint', 'server.error.too_many_hints': 'The next one in {seconds}' });
  const { table, wire } = connect();
  const model = new TableModel(table);
  wire.say(update(0, 0));
  table.hint = () => Promise.resolve(null);
  render(DecisionBar, { model, title: null, waiting: 'Your turn', error: errorText, onconfirm() {}, oncancel() {} });
  expect(document.querySelector('[data-hint-wait]')).toBeNull();
  const refusal = (seconds: number) => ({ scope: 'server', code: 'too_many_hints', rule: '', values: { seconds } });
  model.hintWait = { told: refusal(3), now: refusal(2) };
  const said = await screen.findByText('The next one in 2');
  expect(said.closest('[data-hint-wait]')).not.toBeNull();
  expect(screen.getByRole('status').textContent).toBe('The next one in 3'); // read out once, not every second
  expect((screen.getByRole('button', { name: 'Hint' }) as HTMLButtonElement).disabled).toBe(true);
  expect(screen.getByText('Your turn')).toBeTruthy();
  model.hintWait = null;
  await expect.poll(() => (screen.getByRole('button', { name: 'Hint' }) as HTMLButtonElement).disabled).toBe(false);
});
