/** Sentences that both sides say. */

export const COPY = {
  email: 'Please enter a valid email',
  password: 'Password must be at least 6 characters',
  newPassword: 'A password needs at least 12 characters. A sentence is easy to keep in mind.',
  commonPassword: 'This password is among the first that would be guessed. Please choose another.',
  currentPassword: 'The current password is not right.',
  credentials: 'Invalid credentials',
  askFactor: 'One more step: your second factor.',
  wrongCode: 'That code is not right, or was used already.',
} as const;
