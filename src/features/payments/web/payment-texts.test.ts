import { expect, test } from 'vitest';
import { ApiError } from '#web/api-client.ts';
import { failureText, outcomeText, returnText, setupText } from './payment-texts.ts';

test('PA-2 each state on return has its sentence', () => {
  expect(returnText('succeeded', null)).toBe('Your payment was processed successfully!');
  expect(returnText('processing', null)).toBe('Your payment is processing.');
  expect(returnText('requires_payment_method', 'Your card was declined.')).toBe('Your card was declined.');
  expect(returnText('requires_payment_method', null)).toBe(
    'Your payment was not successful, please try again.',
  );
  expect(returnText('canceled', null)).toBe('Something went wrong.');
});

test('PA-3 the provider’s message for card and validation errors, one sentence for the rest', () => {
  expect(failureText({ type: 'card_error', message: 'Your card was declined.' })).toBe(
    'Your card was declined.',
  );
  expect(failureText({ type: 'validation_error' })).toBe('Something went wrong with your payment.');
  expect(failureText({ type: 'api_error', message: 'stack' })).toBe('An unexpected error occurred.');
});

test('PA-2 PA-3 what stands above the button after a try', () => {
  expect(outcomeText(undefined)).toBeNull();
  expect(outcomeText({ status: 'succeeded' })).toBeNull();
  expect(outcomeText({ status: 'processing' })).toBe('Your payment is processing.');
  expect(outcomeText({ status: 'requires_payment_method' })).toBe(
    'Your payment was not successful, please try again.',
  );
  expect(outcomeText({ status: 'canceled' })).toBe('Something went wrong.');
  const failure = { type: 'card_error', message: 'Your card was declined.' };
  expect(outcomeText({ status: 'requires_payment_method', failure })).toBe('Your card was declined.');
});

test('PA-4 why a payment could not be begun', () => {
  expect(setupText(new ApiError(409, '{"error":"This track already has a tour place."}'))).toBe(
    'Error: This track already has a tour place.',
  );
  expect(setupText(new ApiError(502, 'Bad Gateway'))).toBe('Failed to create payment intent');
  expect(setupText(new TypeError('network'))).toBe('An error occurred while setting up payment.');
});
