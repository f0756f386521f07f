/** The browser the other tests rely on: it starts, and it plays what people upload. */
import { expect, test } from '@playwright/test';
import { createMp3Encoder } from 'wasm-media-encoders';

async function encodeTone(seconds: number): Promise<string> {
  const sampleRate = 44_100;
  const samples = Float32Array.from(
    { length: seconds * sampleRate },
    (_, n) => 0.5 * Math.sin((2 * Math.PI * 440 * n) / sampleRate),
  );
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate, channels: 1, bitrate: 64 });
  const body = Buffer.from(encoder.encode([samples]));
  return Buffer.concat([body, Buffer.from(encoder.finalize())]).toString('base64');
}

test('the browser plays MP3', async ({ page }) => {
  const tone = await encodeTone(2);
  const played = await page.evaluate(async (base64) => {
    const audio = new Audio(`data:audio/mpeg;base64,${base64}`);
    await audio.play();
    await new Promise<void>((resolve) => {
      audio.ontimeupdate = () => audio.currentTime > 0.2 && resolve();
    });
    return { duration: audio.duration, error: audio.error?.message };
  }, tone);
  expect(played.error).toBeUndefined();
  expect(played.duration).toBeGreaterThan(1.9);
  expect(played.duration).toBeLessThan(2.3);
});
