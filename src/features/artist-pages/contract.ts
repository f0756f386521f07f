/** Artist pages on the wire. Nothing here says whose number a page is, nor who follows it. */
import { z } from 'zod';
import { idParams } from '#features/submissions/contract.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { CLEARABLE, MOST_BIO, MOST_LINK, MOST_LINKS } from './limits.ts';

const trackSchema = z.object({
  id: z.int(),
  trackTitle: z.string(),
  score: z.int(),
  genre: z.string(),
  duration: z.number().nullable(),
  /** Seconds: where the hook begins. */
  hookStart: z.number().nullable(),
  audioUrl: z.string(),
  voteCount: z.int(),
  peaks: z.array(z.int()),
  /** Beats a minute, for the portrait. */
  tempo: z.number().nullable(),
  createdAt: z.iso.datetime(),
  /** In the fan battle; null when it is not in it. */
  rank: z.object({ rank: z.int(), of: z.int() }).nullable(),
  /** Where its rank changed, oldest first. */
  history: z.array(z.object({ day: z.iso.date(), rank: z.int() })),
});
export type ArtistTrack = z.infer<typeof trackSchema>;

const albumSchema = z.object({
  id: z.int(),
  albumName: z.string(),
  /** Out of 100. */
  score: z.int().nullable(),
  coverUrl: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type ArtistAlbum = z.infer<typeof albumSchema>;

const artistSchema = z.object({
  id: z.int(),
  name: z.string(),
  bio: z.string(),
  links: z.array(z.string()),
  showsAlbums: z.boolean(),
  /** Whether the person signed in here is the artist, or follows them. */
  mine: z.boolean(),
  following: z.boolean(),
  followers: z.int(),
  votes: z.int(),
  tracks: z.array(trackSchema),
  albums: z.array(albumSchema),
});
export type Artist = z.infer<typeof artistSchema>;

export const getArtist = endpoint({
  method: 'GET',
  path: '/api/artists/:id',
  summary: 'The public page of an artist: words, tracks, votes and where the tracks stood',
  access: 'public',
  params: idParams,
  response: artistSchema,
});

/** Only addresses a browser opens as a page of the web. */
const linkSchema = z
  .string()
  .trim()
  .max(MOST_LINK)
  .refine((link) => URL.canParse(link) && new URL(link).protocol === 'https:', {
    message: 'A link begins with https://',
  });

export const changeArtist = endpoint({
  method: 'PATCH',
  path: '/api/artists/:id',
  summary: 'Change the words and links of one’s own page',
  access: 'person',
  params: idParams,
  body: z
    .object({
      bio: z
        .string()
        .transform((bio) =>
          bio
            .normalize('NFC')
            // biome-ignore lint/suspicious/noControlCharactersInRegex: they are exactly what is taken out
            .replace(/[\u0000-\u0009\u000b-\u001f\u007f\u2028\u2029]+/g, ' ')
            .trim(),
        )
        .pipe(z.string().max(MOST_BIO)),
      links: z.array(linkSchema).max(MOST_LINKS),
      showsAlbums: z.boolean(),
    })
    .partial(),
  response: artistSchema.pick({ bio: true, links: true, showsAlbums: true }),
  rateLimit: { name: 'artist-page', limit: 60, windowSeconds: 3600 },
});

export const clearWords = endpoint({
  method: 'POST',
  path: '/api/admin/artist-pages/:id/clear',
  summary: 'Take the words or links off an artist’s page; the artist is told why and may write others',
  access: 'a&r',
  params: idParams,
  body: z.object({
    parts: z.array(z.enum(CLEARABLE)).min(1).max(CLEARABLE.length),
    reason: z.string().trim().min(3, 'Please give a reason').max(300),
  }),
  response: z.object({ success: z.literal(true) }),
});

const followSchema = artistSchema.pick({ following: true, followers: true });

export const followArtist = endpoint({
  method: 'PUT',
  path: '/api/artists/:id/follow',
  summary: 'Follow an artist: a notice for each new track',
  access: 'person',
  params: idParams,
  response: followSchema,
  rateLimit: { name: 'follow', limit: 120, windowSeconds: 3600 },
});

export const unfollowArtist = endpoint({
  method: 'DELETE',
  path: '/api/artists/:id/follow',
  summary: 'Follow an artist no longer',
  access: 'person',
  params: idParams,
  response: followSchema,
});

const namedSchema = z.object({ id: z.int(), name: z.string() });

export const listMyArtists = endpoint({
  method: 'GET',
  path: '/api/me/artists',
  summary: 'The pages of the person signed in, and the artists they follow, newest first',
  access: 'person',
  response: z.object({ own: z.array(namedSchema), following: z.array(namedSchema) }),
});
