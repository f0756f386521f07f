import { expect, test } from 'vitest';
import { MAX_FILE_BYTES, refuseFile } from '#features/recordings/rules-file.ts';
import { uploadFieldsSchema } from './contract.ts';
import { checkUpload } from './rules-upload.ts';

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

test('UP-2 each field has its own text, and only when it is wrong', () => {
  const file = new File(['x'], 'song.mp3', { type: 'audio/mpeg' });
  expect(checkUpload({ artistName: 'A', phoneNumber: '123456789', trackTitle: '', audioFile: null })).toEqual(
    {
      artistName: 'Artist name must be at least 2 characters',
      phoneNumber: 'Please enter a valid phone number',
      trackTitle: 'Track title is required',
      audioFile: 'Please upload an MP3 file',
    },
  );
  expect(
    checkUpload({ artistName: 'Al', phoneNumber: '1234567890', trackTitle: 'T', audioFile: file }),
  ).toEqual({});
});

test('UP-2 the form says what the server would say', () => {
  const texts = [
    '',
    ' ',
    'A',
    ' A ',
    'Al',
    '123456789',
    '1234567890',
    'é',
    'e\u0301',
    'x'.repeat(20),
    'x'.repeat(21),
    'x'.repeat(255),
    'x'.repeat(256),
  ];
  const file = new File(['x'], 'song.mp3', { type: 'audio/mpeg' });
  for (const text of texts) {
    const fields = { artistName: text, phoneNumber: text, trackTitle: text };
    const issues = uploadFieldsSchema.safeParse(fields).error?.issues ?? [];
    const server = Object.fromEntries(issues.map((issue) => [issue.path.join('.'), issue.message]));
    expect(checkUpload({ ...fields, audioFile: file }), JSON.stringify(text)).toEqual(server);
  }
});
