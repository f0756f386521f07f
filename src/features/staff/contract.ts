/** Staff sign-in on the wire. */
import { z } from 'zod';
import { endpoint } from '#platform/http/endpoint.ts';

export const TEXTS = {
  email: 'Please enter a valid email',
  password: 'Password must be at least 6 characters',
  credentials: 'Invalid credentials',
} as const;

export const loginSchema = z.object({
  email: z.email(TEXTS.email).max(255),
  password: z.string().min(6, TEXTS.password).max(200),
});

export const staffSchema = z.object({
  id: z.int(),
  email: z.string(),
  name: z.string(),
  role: z.enum(['a&r', 'owner']),
});

export const login = endpoint({
  method: 'POST',
  path: '/api/admin/login',
  summary: 'Sign in as staff',
  access: 'public',
  body: loginSchema,
  response: z.object({ success: z.boolean(), message: z.string() }),
  rateLimit: { name: 'login', limit: 20, windowSeconds: 300 },
});

export const me = endpoint({
  method: 'GET',
  path: '/api/admin/me',
  summary: 'Who is signed in',
  access: 'staff',
  response: staffSchema,
});

export const logout = endpoint({
  method: 'POST',
  path: '/api/admin/logout',
  summary: 'End this session on the server',
  access: 'staff',
  response: z.object({ success: z.literal(true) }),
});
