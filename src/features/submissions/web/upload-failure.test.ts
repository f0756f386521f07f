import { expect, test } from 'vitest';
import { ApiError } from '#web/api-client.ts';
import { UploadBroken } from '#web/upload-client.ts';
import { describeUploadFailure } from './upload-failure.ts';

test('UP-6 the message of the server is shown as it is', () => {
  expect(describeUploadFailure(new ApiError(413, '{"message":"File size must be less than 10MB"}'))).toBe(
    'File size must be less than 10MB',
  );
});

test('UP-6 an answer that is not JSON gives its status', () => {
  expect(describeUploadFailure(new ApiError(502, '<h1>Bad gateway</h1>'))).toBe('Server error: 502');
  expect(describeUploadFailure(new ApiError(500, 'Internal Server Error'))).toBe('Server error: 500');
});

test('UP-6 JSON without a message gives the general server text', () => {
  expect(describeUploadFailure(new ApiError(500, '{}'))).toBe('Server error occurred');
  expect(describeUploadFailure(new ApiError(500, '{"message":""}'))).toBe('Server error occurred');
});

test('UP-6 without an answer the general text is shown', () => {
  expect(describeUploadFailure(new UploadBroken('network'))).toBe(
    'There was an error uploading your track. Please try again.',
  );
});
