// The message of a release: whole, in order, escaped, and telling what a machine made as DDEX wants it told.
import { expect, test } from 'vitest';
import { EAN, makePackage } from '#app/test-releases.ts';
import { printErn } from './format-ern.ts';
import { checkMessage, readXml, type XmlNode } from './rules-message.ts';
import { printDuration, type ReleasePackage } from './rules-package.ts';

const filesOf = ({ tracks, cover }: ReleasePackage) => [...tracks.map(({ path }) => path), cover.path];
const check = (pack: ReleasePackage) => checkMessage(printErn(pack), filesOf(pack));

function find(node: XmlNode, name: string): XmlNode[] {
  return node.children.flatMap((child) => [...(child.name === name ? [child] : []), ...find(child, name)]);
}
const textsIn = (pack: ReleasePackage, name: string) =>
  find(readXml(printErn(pack))!, name).map(({ text }) => text);

test('RL-4 the message of a track and of an album stands by our rules', () => {
  for (const tracks of [1, 3]) expect(check(makePackage(tracks))).toEqual([]);
  const album = makePackage(3);
  expect(textsIn(album, 'ISRC')).toEqual(['USS1Z2600001', 'USS1Z2600002', 'USS1Z2600003']);
  expect(textsIn(album, 'ICPN')).toEqual([EAN]);
  expect(textsIn(album, 'ReleaseType')).toEqual(['EP']);
  expect(textsIn(album, 'RightSharePercentage').slice(0, 2)).toEqual(['66.67', '33.33']);
  expect(textsIn(album, 'DisplayArtistName')[0]).toBe('Mina Okafor feat. Dre Palomar');
  expect(printErn(album)).toContain('xmlns:ern="http://ddex.net/xml/ern/432"');
});

test('RL-4 names go in whole, and what XML cannot hold is left out', () => {
  const pack = makePackage();
  pack.draft.title = 'Salt & <Teeth> "\u0000\u0008é\ud800涙"';
  pack.draft.mainArtists = ["D'Angelo & Sons"];
  expect(check(pack)).toEqual([]);
  expect(printErn(pack)).toContain('Salt &amp; &lt;Teeth&gt; &quot;é涙&quot;');
});

test('RL-4 where it is sold, and until when after a takedown', () => {
  const only = makePackage();
  only.draft.territories = { mode: 'only', codes: ['US', 'DE'] };
  expect(textsIn(only, 'TerritoryCode').slice(0, 2)).toEqual(['US', 'DE']);
  const except = makePackage();
  except.draft.territories = { mode: 'except', codes: ['KP'] };
  expect([textsIn(except, 'TerritoryCode'), textsIn(except, 'ExcludedTerritoryCode')[0]]).toEqual([[], 'KP']);
  const takedown = makePackage(1, { kind: 'takedown' });
  expect(check(takedown)).toEqual([]);
  expect(new Set([...textsIn(takedown, 'StartDate'), ...textsIn(takedown, 'EndDate')])).toEqual(
    new Set(['2026-11-16']),
  );
});

test('RL-3 what a machine made is told as DDEX has it, in every mixture', () => {
  const uses = ['none', 'partly', 'wholly'] as const;
  for (const vocals of uses)
    for (const music of uses)
      for (const words of uses)
        for (const artwork of uses) {
          const pack = makePackage();
          pack.draft.ai = { vocals, music, words, artwork };
          expect(check(pack), JSON.stringify(pack.draft.ai)).toEqual([]);
          const told = [vocals, music, words];
          const [sound] = textsIn(pack, 'ContainsAI');
          expect(sound).toBe(
            told.every((use) => use === 'none')
              ? 'None'
              : told.every((use) => use === 'wholly')
                ? 'All'
                : 'Partly',
          );
        }
});

test('RL-4 our rules find what is wrong with a message', () => {
  const pack = makePackage(3);
  const xml = printErn(pack);
  const wrong = (change: (text: string) => string, files = filesOf(pack)) =>
    checkMessage(change(xml), files)[0];
  expect(wrong((text) => text.replace('</Party>', ''))).toContain('well-formed');
  expect(wrong((text) => text.replace('&', '&').replace('Indie', 'R&B'))).toContain('well-formed');
  expect(
    wrong((text) => text.replace(/\s*<Duration>[^<]*<\/Duration>(?=\s*<ParentalWarningType>)/, '')),
  ).toContain('SoundRecording has parts missing');
  expect(
    wrong((text) => text.replace('<ReleaseResourceReference>A2<', '<ReleaseResourceReference>A9<')),
  ).toContain('A9 is pointed to');
  expect(wrong((text) => text.replace('<ResourceReference>A2<', '<ResourceReference>A1<'))).toContain(
    'A1 is there twice',
  );
  expect(wrong((text) => text.replace('USS1Z2600001<', 'USS1Z260000<'))).toContain('ISRC cannot be');
  expect(wrong((text) => text, filesOf(pack).slice(1))).toContain('is not in the package');
  expect(wrong((text) => text, [...filesOf(pack), 'resources/more.wav'])).toContain('is not in the message');
  expect(wrong((text) => text.replace('<ContainsAI>Partly<', '<ContainsAI>None<'))).toContain(
    'Nothing of it',
  );
});

test('durations are written as ISO 8601 has them', () => {
  expect([0.5, 59.9996, 205.5, 3600, 3725.25].map(printDuration)).toEqual([
    ...['PT0.5S', 'PT1M0S', 'PT3M25.5S', 'PT1H0M0S', 'PT1H2M5.25S'],
  ]);
});
