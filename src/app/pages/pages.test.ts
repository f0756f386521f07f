import { createHash } from 'node:crypto';
/** Pages over HTTP with the built files replaced by a small folder: head, status, share card, robots, compression. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tellStory } from '#features/scoring/rules-story.ts';
import { createApp } from '../create-app.ts';
import { insertPendingAlbum } from '../test-albums.ts';
import { type Browser, startTestApp, type TestApp } from '../test-app.ts';
import { signInAs } from '../test-people.ts';

let app: TestApp;
let webFolder: string;
let id: number;
let artist: Browser;
const SCRIPT = 'console.log("a built file");'.repeat(50);

beforeAll(async () => {
  webFolder = await mkdtemp(join(tmpdir(), 'soundcheck-web-'));
  await mkdir(join(webFolder, 'assets'));
  await writeFile(
    join(webFolder, 'index.html'),
    '<html><head><!--head--><script id="campaign">__CAMPAIGN__</script></head><body nonce="__NONCE__"><!--first-paint--><script>start()</script></body></html>',
  );
  await writeFile(join(webFolder, 'page-files.json'), JSON.stringify({ rules: ['assets/main.js'] }));
  await writeFile(join(webFolder, 'assets/main.js'), SCRIPT);
  await writeFile(join(webFolder, 'assets/main.js.gz'), gzipSync(SCRIPT));
  app = await startTestApp({ worker: true, webFolder, env: { PUBLIC_URL: 'https://contest.example/' } });
  artist = app.browser();
  id = await artist.submit({
    artistName: '"Mina" & <b>Okafor</b>',
    trackTitle: 'Salt <script>alert(1)</script>',
  });
  await artist.hear(id);
});
afterAll(async () => {
  await app.close();
  await rm(webFolder, { recursive: true, force: true });
});

const page = async (path: string, headers: Record<string, string> = {}) => {
  const response = await app.browser().fetch(path, { headers });
  return { response, html: await response.text() };
};

test('SH-5 each page has its own title, description, canonical address and picture', async () => {
  const { response, html } = await page('/rules?x=1');
  expect(response.status).toBe(200);
  expect(html).toContain('<title>Official rules · Soundcheck</title>');
  expect(html).toContain('<link rel="canonical" href="https://contest.example/rules" />');
  expect(html).toMatch(/<meta name="description" content="The official rules of Soundcheck[^"]+"/);
  expect(html).toContain(
    '<meta property="og:image" content="https://contest.example/share-card/site.png" />',
  );
  expect((await page('/')).html).toContain('<title>Soundcheck · Put your track on the desk.</title>');
});

test('SEC-4 a page about a track names it, as text', async () => {
  const { response, html } = await page(`/submission/${id}`);
  expect(response.status).toBe(200);
  expect(html).toContain(
    '<title>Salt &#60;script&#62;alert(1)&#60;/script&#62; by &#34;Mina&#34; &#38; &#60;b&#62;Okafor&#60;/b&#62;',
  );
  expect(html).toContain(`https://contest.example/share-card/${id}.png`);
  expect(html).not.toContain('<script>alert');
  expect(html).toMatch(/Score \d+ \(raw \d+ of 100\)/);
});

test("LA-1 a page says what it is about before any script has come, in the campaign's own words", async () => {
  const { html } = await page('/');
  expect(html).toMatch(/<h1><span>[^<]+<\/span> <span>[^<]+<\/span> <span>[^<]+<\/span><\/h1>/);
  for (const line of app.deps.campaign.copy.heroLines) expect(html).toContain(`<span>${line}</span>`);
  expect(html).toContain('DEMO CAMPAIGN');
  expect(html).toContain('<a href="">Try again</a>');
  expect(html).not.toContain('__NONCE__');
  const rules = (await page('/rules')).html;
  expect(rules).toContain('<h1><span>Official rules</span></h1>');
  expect(rules).toContain('<link rel="later" href="/assets/main.js" />');
  const track = (await page(`/results/${id}`)).html;
  expect(track).toContain('<h1><span>Salt &#60;script&#62;');
  expect((await page('/nothing-here')).html).toContain('<h1><span>Page not found</span></h1>');
});

test('SEC-4 of all scripts in a page only the one that was built into it may run', async () => {
  const { response, html } = await page(`/submission/${id}`);
  const hash = createHash('sha256').update('start()').digest('base64');
  expect(html).toContain('<script>start()</script>');
  expect(response.headers.get('content-security-policy')).toContain(`script-src 'self' 'sha256-${hash}';`);
});

test('a page that many arrive at brings what it asks for first, as its visitor may see it; others bring nothing', async () => {
  const readAnswer = (html: string) => {
    const [, url, json] = /data-answer="([^"]+)">(.*?)<\/script>/s.exec(html) ?? [];
    return url ? { url, json: JSON.parse(json) } : null;
  };
  const { html } = await page(`/results/${id}`);
  const answer = readAnswer(html);
  expect(answer).toEqual({
    url: `/api/submissions/${id}`,
    json: await (await app.browser().fetch(`/api/submissions/${id}`)).json(),
  });
  expect(html).toContain(
    `<p class="fp-verdict">${tellStory(answer?.json.analysis, answer?.json.score).verdict}</p>`,
  );
  const own = readAnswer(await (await artist.fetch(`/results/${id}`)).text());
  expect([answer?.json.mine, own?.json.mine]).toEqual([false, true]);
  expect(readAnswer((await page('/leaderboard')).html)?.json.rows).toHaveLength(1);
  for (const path of [`/results/${id}?owner=x`, '/results/abc', '/leaderboard?genre=Pop', '/rules'])
    expect(readAnswer((await page(path)).html), path).toBeNull();
  expect((await page('/results/9999')).html).not.toContain('data-answer="/api/submissions');
});

test('SH-4 an unknown path and an unknown track are 404, a known one is not', async () => {
  for (const path of [
    '/nothing-here',
    '/submission/999999',
    '/submission/abc',
    '/submission/99999999999',
    '/submission',
  ]) {
    const { response, html } = await page(path);
    expect(response.status, path).toBe(404);
    expect(html, path).toContain('noindex');
    expect(response.headers.get('content-type')).toContain('text/html');
  }
  expect((await page('/about/')).response.status).toBe(200);
  expect((await app.browser().post('/about')).status).toBe(404);
});

test('SH-4 a hidden track is 404 for the public, and stays a page for its artist, its private link and staff', async () => {
  const hide = (at: Date | null, reason: string | null) =>
    app.sql('UPDATE submissions SET hidden_at = $2, hidden_reason = $3 WHERE id = $1', [id, at, reason]);
  await hide(new Date(), 'a report');
  for (const path of [`/results/${id}`, `/artist-vote/${id}`, `/submission/${id}`]) {
    const { response, html } = await page(path);
    expect(response.status, path).toBe(404);
    expect(html, path).not.toContain('Okafor');
    expect((await artist.get(path)).status, path).toBe(200);
    expect((await (await app.staff()).get(path)).status, path).toBe(200);
  }
  expect((await page(`/submission/${id}?owner=token`)).response.status).toBe(200);
  await hide(null, null);
  expect((await page(`/results/${id}`)).response.status).toBe(200);
});

test('the page for those who build the site is there while they do, and not in production', async () => {
  const workshop = await page('/kit');
  expect(workshop.response.status).toBe(200);
  expect(workshop.html).toContain('<meta name="workshop"');
  const config = { ...app.deps.config, production: true };
  const server = await createApp({ ...app.deps, config }, { webFolder });
  const kit = await server.inject('/kit');
  expect(kit.statusCode).toBe(404);
  expect(kit.body).not.toContain('workshop');
  await server.close();
});

test('AS-1 the page of an album names it and shows its cover; an unknown album is 404', async () => {
  const album = await insertPendingAlbum(app, '2025550150', 'Salt & <i>Iron</i>');
  const bare = await page(`/album-selected/${album}`);
  expect(bare.response.status).toBe(200);
  expect(bare.html).toContain(
    '<title>Salt &#38; &#60;i&#62;Iron&#60;/i&#62; by Dre Palomar · Soundcheck</title>',
  );
  expect(bare.html).toContain('share-card/site.png');
  expect(bare.html).toContain('noindex');
  await app.sql(
    `UPDATE album_submissions SET cover_key = 'covers/aaaaaaaaaaaaaaaaaaaaaaaa.jpg', cover_by = 'test' WHERE id = $1`,
    [album],
  );
  const { html } = await page(`/album-selected/${album}`);
  expect(html).toContain('content="https://contest.example/api/covers/aaaaaaaaaaaaaaaaaaaaaaaa.jpg"');
  expect(html).toContain('<meta property="og:image:width" content="1500" />');
  for (const unknown of ['999999', 'abc', '99999999999'])
    expect((await page(`/album-selected/${unknown}`)).response.status, unknown).toBe(404);
});

test('PA-12 a payment that comes back to the bare address or to /success ends on the return page', async () => {
  const query = '?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=succeeded';
  for (const path of ['/', '/success']) {
    const { response } = await page(path + query);
    expect([response.status, response.headers.get('location')], path).toEqual([
      302,
      `/payment-success${query}`,
    ]);
  }
  expect((await page('/payment-success')).response.status).toBe(200);
  expect((await page('/?utm=x')).response.status).toBe(200);
});

test('a share card is a 1200 x 630 PNG of the track, the same again, and 304 when known', async () => {
  const response = await app.browser().get(`/share-card/${id}.png`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('image/png');
  const png = Buffer.from(await response.arrayBuffer());
  const picture = sharp(png);
  expect(await picture.metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
  // Amber bars of the waveform and the mark are there: not an empty plate.
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  let amber = 0;
  for (let at = 0; at < data.length; at += info.channels)
    if (data[at] === 0xff && data[at + 1] === 0xb2 && data[at + 2] === 0x24) amber += 1;
  expect(amber).toBeGreaterThan(5000);
  const again = await app.browser().get(`/share-card/${id}.png`);
  expect(Buffer.from(await again.arrayBuffer()).equals(png)).toBe(true);
  const etag = response.headers.get('etag') ?? '';
  const known = await app.browser().fetch(`/share-card/${id}.png`, { headers: { 'if-none-match': etag } });
  expect(known.status).toBe(304);
  expect((await app.browser().get('/share-card/site.png')).status).toBe(200);
});

test('no picture for what does not exist', async () => {
  for (const file of [
    '999999.png',
    '0.png',
    '-1.png',
    '1.jpg',
    'site',
    '..%2f..%2fetc.png',
    `${'9'.repeat(30)}.png`,
  ])
    expect((await app.browser().get(`/share-card/${file}`)).status, file).toBe(404);
});

test('robots, sitemap and manifest', async () => {
  const robots = await (await app.browser().get('/robots.txt')).text();
  expect(robots).toContain('Disallow: /admin');
  expect(robots).toContain('Sitemap: https://contest.example/sitemap.xml');
  const sitemap = await (await app.browser().get('/sitemap.xml')).text();
  expect(sitemap).toContain('<loc>https://contest.example/</loc>');
  expect(sitemap).toContain('<loc>https://contest.example/method</loc>');
  expect(sitemap).not.toContain('/admin');
  expect(sitemap).not.toContain(':id');
  const manifest = await app.browser().read<{ name: string; icons: object[] }>('/manifest.webmanifest');
  expect(manifest).toMatchObject({ name: 'Soundcheck', start_url: '/' });
  expect(manifest.icons.length).toBeGreaterThan(2);
});

test('PT-4 a track is a song to machines: Open Graph, JSON-LD, oEmbed and a player that others may frame, and only that', async () => {
  const { response, html } = await page(`/artist-vote/${id}`);
  expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(html).toContain('<meta property="og:type" content="music.song" />');
  expect(html).toMatch(/<meta property="music:duration" content="6" \/>/);
  const block = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? '';
  expect(JSON.parse(block)).toMatchObject({
    '@type': 'MusicRecording',
    name: 'Salt <script>alert(1)</script>',
    byArtist: { '@type': 'MusicGroup', name: '"Mina" & <b>Okafor</b>' },
    url: `https://contest.example/artist-vote/${id}`,
  });
  expect((await page('/rules')).html).toContain('content="website"');
  const found = /application\/json\+oembed" href="([^"]+)"/.exec(html)?.[1].replaceAll('&#38;', '&') ?? '';
  const answer = await app
    .browser()
    .read<{ html: string; width: number }>(
      `${found.replace('https://contest.example', '')}&maxwidth=300&format=json`,
    );
  expect(answer).toMatchObject({ version: '1.0', type: 'rich', width: 300, provider_name: 'Soundcheck' });
  expect(answer.html).toContain(`src="https://contest.example/embed/${id}"`);
  expect(answer.html).not.toContain('<script>');
  for (const query of ['', '?url=https://evil.example/results/1', '?url=https://contest.example/rules'])
    expect((await app.browser().get(`/oembed${query}`)).status, query).toBe(404);
  expect((await app.browser().get(`/oembed?url=x&format=xml`)).status).toBe(501);

  const embed = await page(`/embed/${id}`);
  expect(embed.response.headers.get('x-frame-options')).toBeNull();
  const policy = embed.response.headers.get('content-security-policy');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain('frame-ancestors *');
  expect(embed.html).not.toContain('<script');
  expect(embed.html).toContain(`<audio controls preload="none" src="/api/submissions/${id}/audio"`);
  expect((await app.browser().get('/embed/999999')).status).toBe(404);
  expect((await app.browser().get('/embed/x')).headers.get('x-frame-options')).toBe('DENY');
});

test('PT-3 a link that is passed on asks for the vote, and cards to post carry the address', async () => {
  for (const path of [`/artist-vote/${id}`, `/results/${id}`])
    expect((await page(path)).html, path).toMatch(
      /name="description" content="Hear it and give Salt [^"]+ your vote: free/,
    );
  for (const [shape, height] of [
    ['square', 1080],
    ['story', 1920],
  ] as const) {
    const response = await app.browser().get(`/share-card/${id}-${shape}.png`);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toContain('public');
    const png = Buffer.from(await response.arrayBuffer());
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1080, height });
  }
  for (const file of [`${id}-wide.png`, `${id}-story-story.png`, 'artist-0.png', 'artist-999999-story.png'])
    expect((await app.browser().get(`/share-card/${file}`)).status, file).toBe(404);
  // Once a track takes no votes, nobody is asked for one.
  const [{ at }] = await app.sql<{ at: Date }>('SELECT analyzed_at AS at FROM submissions WHERE id = $1', [
    id,
  ]);
  await app.sql(`UPDATE submissions SET analyzed_at = '2020-01-01' WHERE id = $1`, [id]);
  expect((await page(`/artist-vote/${id}`)).html).not.toContain('your vote: free');
  await app.sql('UPDATE submissions SET analyzed_at = $2 WHERE id = $1', [id, at]);
});

test('PT-9 an artist is a group to machines, has a picture of their music, and is in the sitemap with discovery', async () => {
  const [{ phone }] = await app.sql<{ phone: string }>(
    `UPDATE submissions SET phone_e164 = coalesce(phone_e164, '+12026640199') WHERE id = $1 RETURNING phone_e164 AS phone`,
    [id],
  );
  const person = await signInAs(app, phone);
  const { artistId } = await person.read<{ artistId: number }>(`/api/submissions/${id}`);
  const bio = 'Loud </script><script>alert(1)</script>';
  await person.fetch(`/api/artists/${artistId}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ bio, links: ['https://example.com/mina'] }),
  });
  const { response, html } = await page(`/artist/${artistId}`);
  expect(response.status).toBe(200);
  expect(html).not.toContain('<script>alert');
  const block = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? '';
  expect(JSON.parse(block)).toMatchObject({
    '@type': 'MusicGroup',
    name: '"Mina" & <b>Okafor</b>',
    description: bio,
    sameAs: ['https://example.com/mina'],
    image: `https://contest.example/share-card/artist-${artistId}.png`,
  });
  expect((await page(`/results/${id}`)).html).toContain(`"url":"https://contest.example/artist/${artistId}"`);
  for (const [shape, width] of [
    ['', 1200],
    ['-story', 1080],
  ] as const) {
    const card = await app.browser().get(`/share-card/artist-${artistId}${shape}.png`);
    expect(await sharp(Buffer.from(await card.arrayBuffer())).metadata()).toMatchObject({ width });
  }
  const sitemap = await (await app.browser().get('/sitemap.xml')).text();
  for (const path of [`/artist/${artistId}`, '/discover/listen', '/discover/duel', '/discover/ranking']) {
    expect(sitemap, path).toContain(`<loc>https://contest.example${path}</loc>`);
    expect((await page(path)).html, path).toContain(`rel="canonical" href="https://contest.example${path}"`);
  }
  expect((await page('/discover/anything')).html).toContain('noindex');
  for (const unknown of ['999999', 'abc', '0'])
    expect((await page(`/artist/${unknown}`)).response.status, unknown).toBe(404);
});

test('PT-4 the feed names the rounds that began and the winners once they are published', async () => {
  const feed = await app.browser().get('/feed.xml');
  expect(feed.headers.get('content-type')).toContain('application/rss+xml');
  const xml = await feed.text();
  expect(xml).toMatch(/^<\?xml [^>]+>\n<rss version="2.0"><channel><title>Soundcheck<\/title>/);
  await app.sql(
    `INSERT INTO round_closings (round_id, closed_at, closed_by, entries, reason, published_at)
     VALUES ('round-1', now(), 1, 1, 'Heard', now())`,
  );
  await app.sql(
    `INSERT INTO round_standings (round_id, rank, submission_id, artist_name, track_title, score, selected, reason)
     VALUES ('round-1', 1, $1, 'A & B', 'Song', 70, true, 'Hook')`,
    [id],
  );
  const after = await (await app.browser().get('/feed.xml')).text();
  expect(after).toContain('<description>Song by A &#38; B</description>');
  expect(after.match(/<item>/g)?.length).toBe((xml.match(/<item>/g)?.length ?? 0) + 1);
});

test('files and pages go out compressed to who can read it', async () => {
  const raw = async (path: string, encoding: string) => {
    const { default: http } = await import('node:http');
    return new Promise<{ encoding?: string; body: Buffer; cache?: string }>((resolve, reject) => {
      http
        .get(app.url + path, { headers: { 'accept-encoding': encoding } }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () =>
            resolve({
              encoding: response.headers['content-encoding'],
              cache: response.headers['cache-control'],
              body: Buffer.concat(chunks),
            }),
          );
        })
        .on('error', reject);
    });
  };
  const script = await raw('/assets/main.js', 'gzip');
  expect(script.encoding).toBe('gzip');
  expect(script.cache).toContain('immutable');
  expect(gunzipSync(script.body).toString()).toBe(SCRIPT);
  expect((await raw('/assets/main.js', 'identity')).body.toString()).toBe(SCRIPT);
  const html = await raw('/about', 'br, gzip');
  expect(html.encoding).toBe('br');
  expect(brotliDecompressSync(html.body).toString()).toContain('About · Soundcheck');
  expect((await raw('/about', 'identity')).encoding).toBeUndefined();
});
