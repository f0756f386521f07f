/** The share card as a drawing: fits, is safe, and shows the real waveform. */
import { expect, test } from 'vitest';
import { encodeQr } from '#platform/qr-code.ts';
import { cutToWidth, drawShareCard, escapeXml, fitTitle, measure, type ShareCard } from './share-card.ts';
import { createPictures } from './share-pictures.ts';
import { withoutSigns } from './share-signs.ts';
import { drawStoryCard } from './share-story.ts';

const widthOf = () => 0.6;
const card: ShareCard = {
  product: 'Soundcheck',
  title: 'Saltwater Teeth',
  subtitle: 'Mina Okafor',
  facts: ['raw 86', 'Dancehall'],
  score: 96,
  peaks: Array.from({ length: 300 }, (_, index) => index % 101),
  demo: false,
};

test('holds title, artist, score, product and one bar for each stretch of the track', () => {
  const svg = drawShareCard(card, widthOf);
  for (const words of ['SALTWATER', 'TEETH', 'Mina Okafor', '>96<', 'SOUNDCHECK', 'RAW 86', 'DANCEHALL'])
    expect(svg).toContain(words);
  expect(svg.match(/<rect x="[\d.]+" y="[\d.]+" width="5.0"/g)).toHaveLength(150);
  expect(svg).not.toContain('DEMO');
  expect(drawShareCard({ ...card, demo: true }, widthOf)).toContain('DEMO CAMPAIGN');
  expect(drawShareCard({ ...card, peaks: card.peaks.map(() => 0) }, widthOf)).not.toBe(svg);
});

test('PT-3 a card to post has the wave, the score, what to do, and the address as a code with its clear edge', () => {
  const link = 'https://contest.example/artist-vote/7';
  for (const [shape, height] of [
    ['story', 1920],
    ['square', 1080],
  ] as const) {
    const svg = drawStoryCard({ ...card, shape, link, ask: 'One vote, free' }, shape, widthOf);
    for (const words of ['SALTWATER', 'Mina Okafor', '>96<', 'SCORE · RAW 86', 'One vote, free'])
      expect(svg).toContain(words);
    expect(svg).toContain(`height="${height}"`);
    expect(svg.match(/h1v1h-1z/g)).toHaveLength(encodeQr(link).flat().filter(Boolean).length);
    expect(svg).toMatch(/translate\(4 4\)/);
    expect(drawStoryCard({ ...card, peaks: [1, 2, 3] }, shape, widthOf)).not.toContain('h1v1h-1z');
    const ranked = drawStoryCard({ ...card, rank: 6, facts: ['score 86 of 100'] }, shape, widthOf);
    expect(ranked).toContain('>#6<');
    expect(ranked).toContain('FAN RANK · SCORE 86 OF 100');
    expect(ranked).not.toContain('>96<');
  }
  expect(drawShareCard({ ...card, ask: 'One vote, free' }, widthOf)).toContain('>One vote, free<');
});

test('SEC-4 names are text, never markup', () => {
  const svg = drawShareCard(
    { ...card, title: '</text><script>alert(1)</script>', subtitle: '"&\u0000\ud800' },
    widthOf,
  );
  expect(svg).not.toMatch(/<script/i);
  expect(escapeXml('<a b="c">&\'')).toBe('&#60;a b=&#34;c&#34;&#62;&#38;&#39;');
  expect(escapeXml('a\u0000b\ud800c')).toBe('a b\ufffdc');
});

test('a long title gets smaller, then two lines, then an ellipsis; nothing is wider than its room', () => {
  const titles = [
    'Yes',
    'A title of usual length',
    'A rather long title that goes on about this and that for two lines at least',
    'word '.repeat(60),
    'W'.repeat(255),
    '',
  ];
  for (const title of titles) {
    const { size, lines } = fitTitle(title, 800, widthOf);
    expect(lines.length).toBeLessThanOrEqual(2);
    for (const line of lines) expect(measure(line, size, widthOf)).toBeLessThanOrEqual(800);
  }
  expect(fitTitle('Yes', 800, widthOf).size).toBe(116);
  expect(fitTitle('word '.repeat(60), 800, widthOf).lines[1]).toMatch(/…$/);
  expect(fitTitle('W'.repeat(255), 800, widthOf).lines).toEqual([expect.stringMatching(/^W+…$/)]);
  expect(cutToWidth('short', 800, 20, widthOf)).toBe('short');
});

test('a sign that no font of the machine has is left out, with what belonged to it', () => {
  const missing = new Set(['🔥', '👩', '🎤', '桜']);
  const odd = { ...card, title: '🔥🔥 Hot / 👩🏽\u200d🎤\ufe0f Cold', subtitle: '桜 Mina' };
  expect(withoutSigns(odd, missing)).toMatchObject({ title: 'Hot / Cold', subtitle: 'Mina' });
  expect(withoutSigns({ ...card, title: '桜桜' }, missing)).toMatchObject({
    title: 'Mina Okafor',
    subtitle: '',
  });
  expect(withoutSigns({ ...card, title: '🔥', subtitle: '桜' }, missing).title).toBe('Listen');
  expect(withoutSigns(card, new Set())).toEqual(card);
});

test('the picture of a name with a sign nobody can draw is that of the name without it: no empty boxes', async () => {
  const pictures = createPictures();
  const plain = await pictures.draw('plain', card);
  const odd = await pictures.draw('odd', { ...card, title: 'Saltwater \u{10fffc} Teeth' });
  const other = await pictures.draw('other', { ...card, title: 'Saltwater' });
  expect(odd.equals(plain)).toBe(true);
  expect(other.equals(plain)).toBe(false);
  pictures.close();
});
