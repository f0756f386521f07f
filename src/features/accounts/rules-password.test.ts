/** Which new passwords are refused. */
import { expect, test } from 'vitest';
import { refusePassword } from './rules-password.ts';

test('LK-1 short passwords, and those that are guessed first, are refused', () => {
  for (const easy of [
    'Sh0rt!pass',
    'passwordpassword',
    'P@ssw0rd2026!',
    'Password123456',
    'qwertyuiop123',
    '1q2w3e4r5t6y'.replace(/./g, '1'),
    '123456789012',
    'abcabcabcabc',
    'Summer2026!!!!',
    'letmein-letmein',
    'iloveyou12345',
    'Soundcheck2026',
    'aaaaaaaaaaaab',
    'zyxwvutsrqpo',
    '1qaz2wsx3edc',
  ])
    expect(refusePassword(easy), easy).not.toBeNull();
});

test('LK-1 name and address of the account are no password; sentences and random ones are', () => {
  const about = ['mina.okafor@label.example', 'Mina Okafor'];
  expect(refusePassword('OkaforMina2026', about)).not.toBeNull();
  for (const good of [
    'correct horse',
    'their secret',
    'a new secret',
    'seven small otters',
    'vK3-qz9_Lw7e',
    '8f4k2m9x1c7p5w3z6b',
  ])
    expect(refusePassword(good, about), good).toBeNull();
});
