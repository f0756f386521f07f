// Each rule of a release lets a good one through, and refuses a wrong one in words an artist can act on.
import { describe, expect, test } from 'vitest';
import { GOOD_FACTS, makeDraft, TODAY } from '#app/test-releases.ts';
import type { ReleaseDraft } from './contract.ts';
import { sayAiUse } from './format-ai.ts';
import { checkRelease, isDay, problemsOf, progressOf, type ReleaseFacts } from './rules.ts';
import { beginDraft } from './rules-draft.ts';
import { findMasterProblem } from './rules-master.ts';

const problemsIn = (draft: ReleaseDraft, facts: Partial<ReleaseFacts> = {}) =>
  problemsOf(checkRelease(draft, { ...GOOD_FACTS, ...facts }));

/** What is refused when one thing of a good release is changed. */
function refused(change: (draft: ReleaseDraft) => void, facts?: Partial<ReleaseFacts>) {
  const draft = makeDraft(3);
  change(draft);
  return problemsIn(draft, facts).map(({ field, problem }) => `${field}: ${problem}`);
}

test('RL-2 a whole release passes every rule, for one track and for three', () => {
  expect(problemsIn(makeDraft(1))).toEqual([]);
  expect(problemsIn(makeDraft(3))).toEqual([]);
  expect(progressOf(checkRelease(makeDraft(3), GOOD_FACTS))).toBe(100);
});

test('RL-2 a new draft holds what the contest knows and names the rest', () => {
  const begun = {
    title: 'Low Tide',
    artistName: 'Mina Okafor',
    genre: 'pop',
    ai: null,
    trackTitles: ['Low Tide'],
    today: TODAY,
  };
  const draft = beginDraft(begun);
  expect(draft).toMatchObject({ genre: 'Pop', mainArtists: ['Mina Okafor'], pLine: { year: '2026' } });
  const open = problemsIn(draft).map(({ field }) => field);
  expect(open).toEqual([
    ...['releaseDate', 'upc', 'ai', 'tracks.0.writers', 'tracks.0.producers', 'tracks.0.language'],
    ...['tracks.0.explicit', 'tracks.0.isrc'],
  ]);
  const checks = checkRelease(draft, GOOD_FACTS);
  expect(progressOf(checks)).toBe(Math.floor((100 * (checks.length - open.length)) / checks.length));
  expect(progressOf([...Array(199).fill({ field: '', problem: null }), { field: '', problem: 'x' }])).toBe(
    99,
  );
});

test('RL-2 what is not there yet is told from what is wrong', () => {
  const missing = (change: (draft: ReleaseDraft) => void) => {
    const draft = makeDraft(1);
    change(draft);
    return problemsIn(draft).map((check) => [check.field, check.missing]);
  };
  expect(missing((draft) => Object.assign(draft, { upc: ' ', releaseDate: '' }))).toEqual([
    ...[
      ['releaseDate', true],
      ['upc', true],
    ],
  ]);
  expect(missing((draft) => Object.assign(draft, { upc: '1', releaseDate: '99999-01-01' }))).toEqual([
    ...[
      ['releaseDate', false],
      ['upc', false],
    ],
  ]);
  expect(missing(({ tracks: [track] }) => Object.assign(track, { writers: [], isrc: 'x' }))).toEqual([
    ...[
      ['tracks.0.writers', true],
      ['tracks.0.isrc', false],
    ],
  ]);
  expect(findMasterProblem(undefined, 'a').missing).toBe(true);
  const refused = { state: 'refused', refusal: 'An MP3.', audioSha256: null } as const;
  expect(findMasterProblem(refused, 'a')).toEqual({ problem: 'An MP3.', missing: false });
});

test('RL-2 text that is too long is kept and named with its length, and so are too many names', () => {
  const long = 'Salt '.repeat(60).trim();
  const words = 'Stores take 255 letters here at most. These are 299.';
  expect(
    refused((draft) => {
      Object.assign(draft, { version: long, mainArtists: [long], cLine: { year: '2026', owner: long } });
      draft.tracks[0].writers[0].name = long;
    }),
  ).toEqual([
    ...[`version: ${words}`, `mainArtists: ${words}`, `cLine: ${words}`, `tracks.0.writers: ${words}`],
  ]);
  const many = Array.from({ length: 21 }, (_, at) => `Guest No${at}`);
  expect(refused(({ tracks: [track] }) => Object.assign(track, { featuredArtists: many }))).toEqual([
    'tracks.0.featuredArtists: Stores take 20 guests at most. These are 21.',
  ]);
});

describe('RL-2 writers’ shares', () => {
  const share = (...shares: number[]) =>
    refused(({ tracks: [track] }) => {
      track.writers = shares.map((each, at) => ({ name: `Writer No${at}`, role: 'Composer', share: each }));
    })[0];
  test('add up to 100 exactly, in hundredths', () => {
    expect(share(33.34, 33.33, 33.33)).toBeUndefined();
    expect(share(0.1, 0.2, 99.7)).toBeUndefined();
    expect(share(...Array(40).fill(2.5))).toBeUndefined();
  });
  test('are refused with the sum and what is off', () => {
    expect(share(50, 51)).toBe(
      'tracks.0.writers: The writers’ shares add up to 101%. They have to make 100%: 1% too much.',
    );
    expect(share(33.33, 33.33, 33.33)).toContain(
      'add up to 99.99%. They have to make 100%: 0.01% too little',
    );
    expect(share(33.333, 66.667)).toContain('at most two decimals');
    expect(share(100, 0)).toContain('Writer No1 has no share');
    expect(share()).toContain('Name everybody who wrote');
  });
  test('belong to people by their legal names, each once in a role', () => {
    const named = (...names: string[]) =>
      refused(({ tracks: [track] }) => {
        track.writers = names.map((name) => ({ name, role: 'Composer', share: 100 / names.length }));
      })[0];
    expect(named('Prince')).toContain('“Prince” is one word');
    expect(named('Ann Lee', 'ann lee ')).toContain('twice in the same role');
    expect(named('Ann Lee', ' ')).toContain('no name yet');
  });
});

test('RL-2 titles leave guests and versions to their own fields', () => {
  const title = (text: string) =>
    refused((draft) => {
      draft.tracks[1].title = text;
    })[0];
  expect(title('Low Tide (feat. Dre)')).toContain('name them as featured artists');
  expect(title('Low Tide (Dre Remix)')).toContain('its own field');
  expect(title('LOW TIDE')).toContain('capitals alone');
  expect(title(' ')).toContain('Write the title');
  for (const fine of ['Low Tide', 'Feature Film', 'ABC', '1999', 'Live and Let Go', '涙'])
    expect(title(fine)).toBeUndefined();
});

test('RL-2 dates exist, lie where they can, and an earlier release was earlier', () => {
  expect(
    refused((draft) => {
      draft.releaseDate = '2026-02-30';
    }),
  ).toEqual(['releaseDate: There is no such day. Choose the one it should be in the stores.']);
  expect(
    refused((draft) => {
      draft.releaseDate = '2026-11-15';
    })[0],
  ).toContain('This day is over');
  expect(
    refused((draft) => {
      draft.releaseDate = TODAY;
    }),
  ).toEqual([]);
  expect(
    refused((draft) => {
      draft.originalReleaseDate = '2026-12-05';
    })[0],
  ).toContain('after this release');
  expect(
    refused((draft) => {
      draft.originalReleaseDate = '1999-13-01';
    })[0],
  ).toContain('no such day');
  expect(
    refused((draft) => {
      draft.originalReleaseDate = '1999-12-31';
    }),
  ).toEqual([]);
  expect(isDay('2028-02-29') && !isDay('2027-02-29')).toBe(true);
});

test('RL-2 P and C lines, genre, language, explicit words and territories', () => {
  expect(
    refused((draft) => {
      draft.pLine.owner = '℗ 2026 Okafor';
    })[0],
  ).toContain('name alone');
  expect(
    refused((draft) => {
      draft.cLine.year = '26';
    })[0],
  ).toBe('cLine: The year has four digits.');
  expect(
    refused((draft) => {
      draft.pLine.year = '2031';
    })[0],
  ).toContain('too far ahead');
  expect(
    refused((draft) => {
      draft.genre = 'Vaporgrunge';
    })[0],
  ).toContain('stores’ list');
  expect(
    refused((draft) => {
      draft.tracks[0].language = 'xx';
    })[0],
  ).toContain('which language');
  expect(
    refused(({ tracks: [track] }) => {
      Object.assign(track, { language: 'zxx', explicit: 'explicit' });
    })[0],
  ).toContain('nothing is explicit');
  const sold = (mode: 'world' | 'only' | 'except', codes: string[]) =>
    refused((draft) => {
      draft.territories = { mode, codes };
    })[0];
  expect(sold('only', [])).toContain('at least one country');
  expect(sold('except', ['UK'])).toContain('“UK” is no country code');
  expect(sold('only', ['US', 'US'])).toContain('twice');
  expect(sold('except', ['GB', 'KP'])).toBeUndefined();
});

test('RL-2 artists stand one a line and guests are others', () => {
  expect(
    refused((draft) => {
      draft.mainArtists = ['Mina feat. Dre'];
    })[0],
  ).toContain('each on a line');
  expect(
    refused((draft) => {
      draft.mainArtists = [];
    })[0],
  ).toContain('Name the artist');
  expect(
    refused((draft) => {
      draft.tracks[0].featuredArtists = ['mina okafor'];
    })[0],
  ).toContain('main artist already');
  expect(
    refused((draft) => {
      draft.tracks[0].producers = [];
    })[0],
  ).toContain('at least one producer');
});

test('RL-2 codes that another release holds, or another track of this one, are named', () => {
  expect(refused(() => {}, { takenCodes: ['USS1Z2600002', '0036000291452'] })).toEqual([
    'upc: This code belongs to another release here. Each has its own.',
    'tracks.1.isrc: This code belongs to another recording here. Each has its own.',
  ]);
  expect(
    refused((draft) => {
      draft.tracks[2].isrc = 'uss1z2600001';
    }),
  ).toEqual([
    'tracks.0.isrc: Track 3 has the same ISRC. Each recording has its own.',
    'tracks.2.isrc: Track 1 has the same ISRC. Each recording has its own.',
  ]);
});

test('RL-3 AI use is answered for each part; none is an answer', () => {
  expect(
    refused((draft) => {
      Object.assign(draft.ai, { vocals: null, words: null });
    }),
  ).toEqual(['ai: Say how much a machine made of: vocals, words. “None” is an answer too.']);
});

test('RL-3 what was stated is said in a sentence, and silence is no statement', () => {
  const ai = { vocals: null, music: null, words: null, artwork: null };
  expect(sayAiUse(ai)).toBeNull();
  expect(sayAiUse({ ...ai, music: 'partly', words: 'none' })).toBe(
    'AI use, as the artist states it: music partly, words none.',
  );
  expect(sayAiUse({ vocals: 'none', music: 'none', words: 'none', artwork: 'none' })).toContain(
    'No AI was used',
  );
});
