// An open table of a game that this page has no folder for: said plainly, nothing breaks.
import { render, screen } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import { useTexts } from '../../src/i18n/i18n.svelte';
import TablePage from '../../src/pages/TablePage.svelte';
import { emptyData, type TableData } from '../../src/table/table';

vi.mock('../../src/table/local_store', () => ({
  localMatches: { get: (id: string) => Promise.resolve({ id, game: 'chess' }) },
}));
vi.mock('../../src/engine/engine', () => ({ engine: () => ({}) }));
vi.mock('../../src/table/local_table', () => ({
  LocalTable: class {
    kind = 'local';
    subscribe(listen: (data: TableData) => void): () => void {
      const info = {
        id: 'x',
        game: 'chess',
        title: '',
        status: 'playing' as const,
        seats: [],
        host: 0,
        you: 0,
        options: {},
        hints: true,
        watchersChat: false,
        shuffle: false,
        proposal: null,
      };
      listen({ ...emptyData, info });
      return () => undefined;
    }
    close(): void {}
  },
}));

it('says that the page cannot show the game', async () => {
  useTexts({ 'web.table.no_page': 'No page for {game}', 'web.table.no_page_text': 'Load it again.' });
  render(TablePage, { kind: 'local', id: 'x' });
  expect(await screen.findByRole('heading', { name: 'No page for chess' })).toBeTruthy();
  expect(screen.getByText('Load it again.')).toBeTruthy();
});
