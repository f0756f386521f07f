import { expect, test } from 'vitest';
import { sayForm } from './rules-form.ts';

const SHORT: Record<string, string> = {
  i: 'intro',
  v: 'verse',
  p: 'pre-chorus',
  c: 'chorus',
  b: 'bridge',
  o: 'outro',
};
const say = (letters: string) =>
  sayForm({ sections: [...letters].map((letter) => ({ label: SHORT[letter] })) });

test('AN-2 a form of up to eight parts is told part by part, a label that follows itself once', () => {
  expect(say('ivvcvcbco')).toBe('intro, verse, chorus, verse, chorus, bridge, chorus, outro');
});

test.each([
  ['ivpcbvpcbvpcbo', 'intro, then verse, pre-chorus, chorus and bridge 3 times over, then outro'],
  ['icvpcbvpcbco', 'intro, chorus, then verse, pre-chorus, chorus and bridge twice over, then chorus, outro'],
  ['vpcvpcbvcbo', 'verse, pre-chorus and chorus twice over, then bridge, verse, chorus, bridge, outro'],
  ['vcvcvcvcvcvc', 'verse and chorus 6 times over'],
  ['ivcbcvbvcvbcpo', 'an intro, 4 verses, 4 choruses, 3 bridges, a pre-chorus and an outro'],
])('AN-2 nobody is read a list of more than eight parts: %s', (letters, said) => {
  expect(say(letters)).toBe(said);
});
