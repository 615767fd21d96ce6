// @vitest-environment node
// The page of licences: everything the page is built from is on it, each with its text.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { licencesOf } from '../../vite/licences.ts';

const parts = licencesOf();
it('names every package that the page holds', () => {
  const lock = JSON.parse(readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
  };
  const held = Object.entries(lock.packages)
    .filter(([path, { dev, devOptional }]) => path && !dev && !devOptional)
    .map(([path]) => path.replace('node_modules/', ''));
  expect(held.length).toBeGreaterThan(2);
  expect(parts.page?.map(({ name }) => name)).toEqual(expect.arrayContaining(held));
});
it('names every library that the server is built with', () => {
  const setup = readFileSync(join(import.meta.dirname, '../../../scripts/setup.sh'), 'utf8');
  const needed = /build_packages=\(([^)]*)\)/.exec(setup)?.[1]?.split(/\s+/) ?? [];
  const libraries = needed.filter((name) => name.endsWith('-dev') && !name.startsWith('libboost-'));
  expect(libraries.length).toBeGreaterThan(8);
  expect([...(parts.engine ?? []), ...(parts.server ?? [])].map(({ name }) => name)).toEqual(
    expect.arrayContaining(libraries),
  );
});
it('says under which licence', () => {
  for (const one of Object.values(parts).flat()) {
    expect(one.licence, one.name).not.toBe('');
    expect(one.text.length, one.name).toBeLessThan(80_000);
  }
  for (const one of parts.page ?? []) expect(one.text, one.name).toMatch(/copyright/i);
});
