/** A signed, random cookie that tells browsers apart: it owns uploads and tickets. It says nothing about the person. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import { randomCode, type Tokens } from '../tokens.ts';

const COOKIE = 'sc_browser';
const YEAR = 365 * 24 * 3600;

export function readBrowserId(request: FastifyRequest, tokens: Tokens, clock: Clock): string | null {
  return tokens.verify('browser', request.cookies[COOKIE], clock.now())?.subject ?? null;
}

export function giveBrowserId(request: FastifyRequest, reply: FastifyReply, tokens: Tokens): string {
  const id = randomCode();
  reply.setCookie(COOKIE, tokens.sign('browser', { subject: id }), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.protocol === 'https',
    maxAge: YEAR,
  });
  return id;
}
