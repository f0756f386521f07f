/** Titles, artists and owners, as recordings and releases of a message both have them. */
import type { ReleaseDraft } from './contract.ts';
import type { PartyList } from './format-ern-parties.ts';
import { element, type XmlElement } from './format-xml.ts';

/** As stores show it, and in its parts. */
export function printTitle({ title, version }: { title: string; version: string }): XmlElement[] {
  const [name, which] = [title.trim(), version.trim()];
  return [
    element('DisplayTitleText', which ? `${name} (${which})` : name),
    element('DisplayTitle', [
      element('TitleText', name),
      which ? element('SubTitle', which, { SubTitleType: 'Version' }) : null,
    ]),
  ];
}

export function printArtists(
  main: readonly string[],
  featured: readonly string[],
  parties: PartyList,
): XmlElement[] {
  const joined = main.length > 1 ? `${main.slice(0, -1).join(', ')} & ${main.at(-1)}` : main[0];
  const guests = featured.length > 0 ? ` feat. ${featured.join(' & ')}` : '';
  const artist = (name: string, role: string, at: number) =>
    element(
      'DisplayArtist',
      [element('ArtistPartyReference', parties.refer(name)), element('DisplayArtistRole', role)],
      { SequenceNumber: String(at + 1) },
    );
  return [
    element('DisplayArtistName', joined + guests),
    ...main.map((name, at) => artist(name, 'MainArtist', at)),
    ...featured.map((name, at) => artist(name, 'FeaturedArtist', main.length + at)),
  ];
}

export function printLine(name: 'PLine' | 'CLine', { year, owner }: ReleaseDraft['pLine']): XmlElement {
  const sign = name === 'PLine' ? '℗' : '©';
  return element(name, [
    element('Year', year),
    element(`${name}Company`, owner.trim()),
    element(`${name}Text`, `${sign} ${year} ${owner.trim()}`),
  ]);
}
