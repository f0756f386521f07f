import { expect, test } from 'vitest';
import { MAX_FILE_BYTES } from './contract.ts';
import { refuseFile, uploadFormSchema } from './rules-upload.ts';

const mp3 = (size: number, type = 'audio/mpeg', name = 'song.mp3') => ({ name, size, type });

test('UP-4 a file of exactly 10 MB passes and one byte more does not', () => {
  expect(refuseFile(mp3(MAX_FILE_BYTES))).toBeNull();
  expect(refuseFile(mp3(MAX_FILE_BYTES + 1))).toBe('File size must be less than 10MB');
});

test('UP-3 no file and files of another type are refused with their texts', () => {
  expect(refuseFile(null)).toBe('Please upload an MP3 file');
  expect(refuseFile(undefined)).toBe('Please upload an MP3 file');
  expect(refuseFile(mp3(10, 'audio/wav', 'song.mp3'))).toBe('Only MP3 files are allowed');
  expect(refuseFile(mp3(10, '', 'song.txt'))).toBe('Only MP3 files are allowed');
});

test('UP-3 the other names systems have for MP3 are accepted', () => {
  expect(refuseFile(mp3(10, 'audio/mp3'))).toBeNull();
  expect(refuseFile(mp3(10, 'AUDIO/MPEG'))).toBeNull();
  expect(refuseFile(mp3(10, '', 'Song.MP3'))).toBeNull();
});

function messagesOf(form: Record<string, unknown>): Record<string, string> {
  const parsed = uploadFormSchema.safeParse(form);
  const messages: Record<string, string> = {};
  for (const issue of parsed.error?.issues ?? []) messages[issue.path.join('.')] ??= issue.message;
  return messages;
}

test('UP-2 each field has its own text, and only when it is wrong', () => {
  const file = new File(['x'], 'song.mp3', { type: 'audio/mpeg' });
  expect(messagesOf({ artistName: 'A', phoneNumber: '123456789', trackTitle: '', audioFile: null })).toEqual({
    artistName: 'Artist name must be at least 2 characters',
    phoneNumber: 'Please enter a valid phone number',
    trackTitle: 'Track title is required',
    audioFile: 'Please upload an MP3 file',
  });
  expect(
    messagesOf({ artistName: 'Al', phoneNumber: '1234567890', trackTitle: 'T', audioFile: file }),
  ).toEqual({});
});
