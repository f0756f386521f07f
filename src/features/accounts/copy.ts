/** Sentences that both sides say. */

export const COPY = {
  email: 'Please enter a valid email',
  password: 'Password must be at least 6 characters',
  credentials: 'Invalid credentials',
} as const;
