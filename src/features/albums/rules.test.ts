// Album rules without music: the export byte for byte, batches, states, covers of our own.
import { expect, test } from 'vitest';
import { printAlbumCsv } from './format-csv.ts';
import { albumPercent, badgeOf, estimateBatch, ownCoverUrl, readBatchSize, scoreTone } from './rules.ts';

test('AB-6 AB-12 the export is exactly this', () => {
  const albums = [
    {
      id: 7,
      artistName: 'Mina "Sea" Okafor, Jr.',
      albumName: 'Salt & Teeth, Vol. 1',
      phoneNumber: '+1 202 555 0142',
      coverImageUrl: '/api/covers/abcdefghijklmnopqrstuvwxyz234567.jpg',
    },
    { id: 8, artistName: 'Ö', albumName: '', phoneNumber: '2025550143', coverImageUrl: null },
    { id: 9, artistName: '=HYPERLINK(1)', albumName: 'A\nB', phoneNumber: '2025550144', coverImageUrl: null },
  ];
  expect(printAlbumCsv(albums, 'https://s.example')).toBe(
    [
      'Artist Name,Album Name,Phone Number,Follow Up Link,Album Publish Link',
      'Mina Sea Okafor  Jr.,Salt & Teeth  Vol. 1,+1 202 555 0142,https://s.example/album-selected/7,https://s.example/album-publish?albumId=7&artistName=Mina%20%22Sea%22%20Okafor%2C%20Jr.&albumName=Salt%20%26%20Teeth%2C%20Vol.%201&imageUrl=%2Fapi%2Fcovers%2Fabcdefghijklmnopqrstuvwxyz234567.jpg',
      'Ö,Untitled Album,2025550143,https://s.example/album-selected/8,https://s.example/album-publish?albumId=8&artistName=%C3%96&albumName=',
      "'=HYPERLINK(1),A B,2025550144,https://s.example/album-selected/9,https://s.example/album-publish?albumId=9&artistName=%3DHYPERLINK(1)&albumName=A%0AB",
    ].join('\n'),
  );
});

test('AB-5 a batch size is a whole number between 1 and all; cost and time are estimated', () => {
  expect(readBatchSize('10', 12)).toBe(10);
  expect(readBatchSize('all', 12)).toBe(12);
  for (const wrong of ['0', '13', '-1', '1.5', '', 'ten']) expect(readBatchSize(wrong, 12)).toBeNull();
  expect(readBatchSize('all', 0)).toBeNull();
  expect(estimateBatch(10)).toEqual({ cost: '$1.00', minutes: 1 });
  expect(estimateBatch(50)).toEqual({ cost: '$5.00', minutes: 4 });
});

test('AB-2 states and score colours', () => {
  expect(badgeOf({ distributionPaid: true, analyzed: false })).toBe('PAID');
  expect(badgeOf({ distributionPaid: false, analyzed: true })).toBe('ANALYZED');
  expect(badgeOf({ distributionPaid: false, analyzed: false })).toBe('PENDING');
  expect([null, 85, 84, 70, 69].map(scoreTone)).toEqual(['none', 'good', 'warm', 'warm', 'hot']);
  expect(albumPercent('running', 1, 0.5)).toBe(50);
  expect(albumPercent('running', 2, 1)).toBe(99);
});

test('PB-5 only covers of our own store are shown', () => {
  const own = '/api/covers/abcdefghijklmnopqrstuvwxyz234567.jpg';
  expect(ownCoverUrl(own)).toBe(own);
  for (const other of [
    `https://evil.example${own}`,
    '/api/covers/../x.jpg',
    'javascript:alert(1)',
    '//x/y',
    '',
    null,
  ])
    expect(ownCoverUrl(other)).toBeNull();
});
