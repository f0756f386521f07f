/** Covers by any endpoint that speaks the OpenAI images API; the words are set by us, so that they are spelt right. */
import sharp from 'sharp';
import type { CoverArtConfig } from '#platform/config-providers.ts';
import { COVER_SIZE, type CoverArt, CoverArtError, type CoverFacts } from '#ports/cover-art.ts';
import { setTitle } from './set-title.ts';

type Endpoint = Extract<CoverArtConfig, { kind: 'openai' }>;

/** The largest square such endpoints make; enlarged to the size of a cover. */
const ASKED_SIZE = '1024x1024';
/** An answer longer than this is no picture of that size (bytes). */
const MOST_BYTES = 40 * 1024 * 1024;

export function openImagesEndpoint(endpoint: Endpoint): CoverArt {
  const name = `images endpoint ${endpoint.model}`;
  return {
    name,
    async drawCover(facts, signal) {
      const picture = await askForPicture(endpoint, describeCover(facts), signal);
      const square = await sharp(picture)
        .resize(COVER_SIZE, COVER_SIZE, { fit: 'cover' })
        .toBuffer()
        .catch((error) => {
          throw new CoverArtError('The images endpoint answered with something that is no picture.', error);
        });
      return { bytes: await setTitle(square, facts), contentType: 'image/jpeg', by: name };
    },
  };
}

/** What the picture should be, from measurements; no person, brand or living artist's style is asked for. */
export function describeCover({ tracks }: CoverFacts): string {
  const moods = tracks.map(({ key, energy, genre, tempoBpm }) =>
    [
      genre === 'Other' ? 'music' : genre,
      `${Math.round(tempoBpm)} BPM`,
      key ? `${key.endsWith('m') ? 'minor' : 'major'} key` : 'no fixed key',
      energy > 0.6 ? 'hard and dense' : energy > 0.35 ? 'moderate energy' : 'quiet and open',
    ].join(', '),
  );
  return [
    'Square abstract album cover artwork, bold graphic shapes, print texture, limited palette.',
    `It stands for three tracks: ${moods.map((mood, index) => `(${index + 1}) ${mood}`).join('; ')}.`,
    'Leave the lower fifth calm and dark. No letters, no words, no logos, no people.',
  ].join(' ');
}

async function askForPicture(
  { url, key, model }: Endpoint,
  prompt: string,
  signal?: AbortSignal,
): Promise<Buffer> {
  const answer = await ask(`${url}/images/generations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ model, prompt, n: 1, size: ASKED_SIZE }),
    signal,
  });
  const body = (await answer.json().catch(() => null)) as {
    data?: { b64_json?: string; url?: string }[];
  } | null;
  const first = body?.data?.[0];
  if (first?.b64_json) return Buffer.from(first.b64_json, 'base64');
  if (first?.url) return readPicture(await ask(first.url, { signal }));
  throw new CoverArtError('The images endpoint answered without a picture.');
}

async function readPicture(answer: Response): Promise<Buffer> {
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (bytes.length > MOST_BYTES) throw new CoverArtError('The picture of the images endpoint is too large.');
  return bytes;
}

async function ask(url: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(url, init).catch((error) => {
    throw new CoverArtError('The images endpoint could not be reached.', error);
  });
  if (!answer.ok)
    throw new CoverArtError(`The images endpoint refused with ${answer.status}.`, await answer.text());
  return answer;
}
